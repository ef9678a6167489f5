/** The absolute folder of the workspace in every spelling a tool may print it (as given, links resolved). */
export type Roots = readonly string[];

const WINDOWS_ROOT = /^[a-z]:[\\/]|^\\\\/i;
const ABSOLUTE = /^\/|^[a-z]:[\\/]|^\\\\/i;

/**
 * A path as a tool prints it, as a workspace-relative path with `/`. Relative paths count from the
 * workspace, where every tool is started. `undefined` when the file lies outside.
 */
export function toWorkspacePath(printed: string, roots: Roots): string | undefined {
  const windows = roots.some(root => WINDOWS_ROOT.test(root));
  const path = windows ? printed.replaceAll('\\', '/') : printed;
  if (!ABSOLUTE.test(printed)) return normalise(path);
  for (const root of roots) {
    const folder = `${(windows ? root.replaceAll('\\', '/') : root).replace(/(?<!\/)\/+$/, '')}/`;
    const head = path.slice(0, folder.length);
    if (head === folder || (windows && head.toLowerCase() === folder.toLowerCase())) {
      return normalise(path.slice(folder.length));
    }
  }
  return undefined;
}

/** Without `.` and empty segments; `undefined` when `..` leads out. */
function normalise(path: string): string | undefined {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

/** Whether a file is the path itself or below it, by whole segments; `''` is the whole workspace. */
export const isUnder = (folder: string, file: string): boolean =>
  folder === '' || file === folder || file.startsWith(`${folder}/`);

/** Files that ruff reads. */
export const PYTHON_EXTENSIONS = ['.py', '.pyi', '.ipynb'] as const;

/** Files that mypy reads; notebooks are not. */
export const isTypeChecked = (file: string): boolean => /\.pyi?$/.test(file);

export const isPythonFile = (file: string): boolean =>
  PYTHON_EXTENSIONS.some(extension => file.endsWith(extension));
