import { closureOf, keysImported } from '../code/imported-modules.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { ChangedModule, TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { settingLines } from '../facts/set-environment.ts';

/**
 * An imported module of the workspace that sets the environment, where packages from outside are imported above it that
 * were imported below it, or the other way round: they may read it while they are imported.
 */
export async function findEnvironmentOrder(
  { before, after }: ChangedModule,
  versions: TwoVersions,
): Promise<string | undefined> {
  if (before === undefined || after === undefined) return undefined;
  const [old, now] = [
    keysImported(before.module, versions.before),
    keysImported(after.module, versions.after),
  ];
  const kept = [...now].filter(key => old.has(key));
  if ([...old].filter(key => now.has(key)).join('\n') === kept.join('\n')) return undefined;
  const readers = new Set(kept.filter(key => leadsOutside(key, versions.after)));
  if (readers.size === 0) return undefined;
  for (const path of kept) {
    if (!(await setsEnvironment(path, versions))) continue;
    const [was, is] = [old, now].map(all => readersAbove(path, [...all], readers));
    if (was !== is) return path;
  }
  return undefined;
}

const readersAbove = (path: string, all: readonly string[], readers: ReadonlySet<string>): string =>
  all
    .slice(0, all.indexOf(path))
    .filter(key => readers.has(key))
    .sort()
    .join('\n');

/** A package that is neither in the workspace nor of Python itself, or a module that imports one. */
function leadsOutside(key: string, version: WorkspaceVersion): boolean {
  const module = version.snapshot.modules.get(key);
  if (module !== undefined) return [...closureOf(module, version)].some(isOutsidePackage);
  return isOutsidePackage(key);
}

const OUTSIDE = 'outside ';
const isOutsidePackage = (key: string): boolean =>
  key.startsWith(OUTSIDE) && !STANDARD_LIBRARY.has(key.slice(OUTSIDE.length).split('.')[0] ?? '');

/** Whether the module, or one that it imports, sets a variable; also where that only some function does. */
async function setsEnvironment(path: string, versions: TwoVersions): Promise<boolean> {
  const module = versions.after.snapshot.modules.get(path);
  if (module === undefined) return false;
  for (const each of [path, ...closureOf(module, versions.after)]) {
    const other = versions.after.snapshot.modules.get(each);
    const file = other && (await versions.open(other, 'after'));
    if (file !== undefined && settingLines(file) !== '') return true;
  }
  return false;
}
