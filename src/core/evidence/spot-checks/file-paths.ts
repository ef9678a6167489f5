import { once } from '../../kernel/once.ts';
import type { TwoVersions } from '../code/two-versions.ts';

const tidy = (said: string): string => said.replace(/^\.\//, '');

/** The files that a path may stand for: the one of exactly that path, or else all that end so. */
export function pathsMeant(said: string, paths: ReadonlySet<string>): readonly string[] {
  const path = tidy(said);
  return paths.has(path) ? [path] : [...paths].filter(each => each.endsWith(`/${path}`));
}

/** The paths of all Python files, before the change or after it, and of whatever else is changed. */
export const everyPath = once(({ before, after, changedPaths }: TwoVersions): ReadonlySet<string> => {
  const sides = [before.snapshot, after.snapshot];
  return new Set([
    ...sides.flatMap(({ modules, skipped }) => [...modules.keys(), ...skipped.map(({ file }) => file)]),
    ...changedPaths,
  ]);
});

/** What is imported from, as it is written in an import; `undefined` where a path does not tell. */
export const sourceSaid = (source: string): string | undefined =>
  /\.pyi?$/.test(source) ? moduleOfPath(source) : source;

/** `pkg.a` of `pkg/a.py`; nothing of a path below a folder that need not be a package. */
function moduleOfPath(path: string): string | undefined {
  const parts = path
    .replace(/^\.\//, '')
    .replace(/(?:\/__init__)?\.pyi?$/, '')
    .split('/');
  return parts.length < 2 || /^(?:src|lib|python|tests?|docs?)$/.test(parts[0] ?? '')
    ? undefined
    : parts.join('.');
}
