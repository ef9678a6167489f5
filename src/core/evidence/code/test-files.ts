import type { WorkspaceSnapshot } from '../../python/index/workspace-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';

/** Files whose names pytest and unittest look for, and what helps them: no one imports these as an API. */
export function isTestFile(path: string): boolean {
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  if (/^(?:test_.*|.*_tests?|tests?|conftest)\.pyi?$/.test(name)) return true;
  return segments.slice(0, -1).some(folder => folder === 'tests' || folder === 'test');
}

/** Neither `conftest.py`, which is for others, nor a helper. */
export const isOfTests = (path: string): boolean =>
  isTestFile(path) && /(?:^|\/)test_\w+\.py$|_test\.py$/.test(path);

/** A file of tests that lies among tests or in no package, and that nothing but tests imports: nobody else sees what is in it. */
export function isOfTestsAlone({ path, segments }: WorkspaceModule, snapshot: WorkspaceSnapshot): boolean {
  if (!isOfTests(path)) return false;
  const isAmongTests = path.split('/').some(folder => folder === 'tests' || folder === 'test');
  return (isAmongTests || segments.length === 1) && !importedByOthers(snapshot).has(segments.at(-1) ?? '');
}

/** Each part of the names that files other than tests import. */
function importedByOthers(snapshot: WorkspaceSnapshot): ReadonlySet<string> {
  const known = imported.get(snapshot);
  if (known !== undefined) return known;
  const found = new Set<string>();
  for (const { path, index } of snapshot.modules.values())
    if (!isOfTests(path))
      for (const { module, names } of index.imports)
        for (const each of [module, ...names.map(({ name }) => name)])
          for (const part of each.split('.')) found.add(part);
  imported.set(snapshot, found);
  return found;
}

const imported = new WeakMap<WorkspaceSnapshot, ReadonlySet<string>>();
