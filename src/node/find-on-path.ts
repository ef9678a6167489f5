import { access, constants, realpath, stat } from 'node:fs/promises';
import { delimiter, join, relative, sep } from 'node:path';
import { absoluteEntries } from './environment.ts';

/**
 * Absolute path of a program on PATH. Entries inside `outside` (the workspace) are passed over: a file
 * there must not be run only because of its name.
 */
export async function findOnPath(
  name: string,
  options: { readonly outside?: string; readonly environment?: Readonly<NodeJS.ProcessEnv> },
): Promise<string | undefined> {
  const environment = options.environment ?? process.env;
  const outside = options.outside === undefined ? undefined : await real(options.outside);
  for (const folder of absoluteEntries(environment['PATH'] ?? environment['Path'] ?? '')) {
    if (outside !== undefined && isInside(outside, await real(folder))) continue;
    const program = await executable(join(folder, programName(name)));
    if (program !== undefined) return program;
  }
  return undefined;
}

/** PATH without the entries inside `root`: for programs that start others by name. */
export async function pathOutside(
  root: string,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
): Promise<string> {
  const outside = await real(root);
  const entries = absoluteEntries(environment['PATH'] ?? environment['Path'] ?? '');
  const kept = await Promise.all(
    entries.map(async entry => (isInside(outside, await real(entry)) ? [] : [entry])),
  );
  return kept.flat().join(delimiter);
}

/** The path when it is a file that may be run. */
export async function executable(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isFile()) return undefined;
    await access(path, constants.X_OK);
    return path;
  } catch {
    return undefined;
  }
}

/** The file name of a program on this platform. */
export const programName = (name: string): string => (process.platform === 'win32' ? `${name}.exe` : name);

const real = (path: string): Promise<string> => realpath(path).catch(() => path);

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || /^[a-z]:/i.test(way));
}
