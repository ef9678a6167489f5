import { isAbsolute, relative, resolve, sep } from 'node:path';

/** Paths of an agent from the top of the workspace; what lies outside stays absolute. Each once. */
export const pathsFrom = (workspace: string, paths: readonly string[]): readonly string[] => [
  ...new Set(paths.map(path => belowOf(workspace, path) ?? resolve(workspace, path))),
];

/** From the top of the workspace with `/`, `.` for the top itself; `undefined`: it is not in it. */
export function belowOf(workspace: string, path: string): string | undefined {
  const below = relative(workspace, resolve(workspace, path));
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return undefined;
  return below === '' ? '.' : below.split(sep).join('/');
}
