import type { WorkspaceModule } from '../python/index/workspace-module.ts';
import { importsOf, leadingTo, readImporters } from './code/imported-modules.ts';
import type { TwoVersions, WorkspaceVersion } from './code/two-versions.ts';

/** Files that pytest collects by their names. */
const COLLECTED = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

/**
 * Test files that import what is changed, directly or through other modules, before the change or after it; with a
 * changed conftest.py, all below it.
 */
export function findAffectedTests({ before, after, changed }: TwoVersions): readonly string[] {
  const reached = new Set<string>();
  for (const version of [before, after])
    for (const path of importersOf(
      changed.map(({ path }) => path),
      version,
    ))
      reached.add(path);
  const folders = [...reached]
    .filter(path => /(?:^|\/)conftest\.py$/.test(path))
    .map(path => path.slice(0, -'conftest.py'.length));
  const tests = [before, after].flatMap(({ snapshot }) =>
    [...snapshot.modules.keys()].filter(
      path => COLLECTED.test(path) && (reached.has(path) || folders.some(folder => path.startsWith(folder))),
    ),
  );
  return [...new Set(tests)].sort();
}

/** The modules themselves, and all that import them in the end. */
function importersOf(paths: readonly string[], version: WorkspaceVersion): ReadonlySet<string> {
  return new Set([...paths, ...leadingTo(paths, readImporters(version, allImports))]);
}

/** Those inside of functions as well: tests often import where they need it. */
const allImports = (module: WorkspaceModule, version: WorkspaceVersion) =>
  importsOf(
    module,
    version,
    module.index.imports.map(statement => ({ ...statement, parent: -1 })),
  );
