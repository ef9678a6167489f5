import { once } from '../../kernel/once.ts';
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

/** A file of tests that lies among tests or in no package, and that only such files import: nobody else sees what is in it. */
export const isOfTestsAlone = (module: WorkspaceModule, snapshot: WorkspaceSnapshot): boolean =>
  liesAmongTests(module) && !importedByOthers(snapshot).has(module.segments.at(-1) ?? '');

const liesAmongTests = ({ path, segments }: WorkspaceModule): boolean =>
  isOfTests(path) &&
  (segments.length === 1 || path.split('/').some(folder => folder === 'tests' || folder === 'test'));

/** Each part of the names that other files import, also by way of a file of tests. */
const importedByOthers = once((snapshot: WorkspaceSnapshot): ReadonlySet<string> => {
  const found = new Set<string>();
  const tests = new Map<string, WorkspaceModule[]>();
  const waiting: WorkspaceModule[] = [];
  for (const module of snapshot.modules.values()) {
    const name = module.segments.at(-1) ?? '';
    if (!liesAmongTests(module)) waiting.push(module);
    else tests.set(name, [...(tests.get(name) ?? []), module]);
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const { module, names } of next.index.imports)
      for (const part of [module, ...names.map(({ name }) => name)].flatMap(each => each.split('.'))) {
        if (found.has(part)) continue;
        found.add(part);
        waiting.push(...(tests.get(part) ?? []));
      }
  return found;
});
