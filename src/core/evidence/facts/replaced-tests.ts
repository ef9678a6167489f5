import type { ImportGraph } from '../../python/index/import-graph.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { placeIn } from '../code/places.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { OpenTest } from './open-test.ts';

/** New definitions in test files whose names came by `import *` before: the test that came so is run no more. */
export function findReplacedTests({ changed, before: { graph } }: TwoVersions): readonly OpenTest[] {
  return changed.flatMap(({ path, before, after }): readonly OpenTest[] => {
    if (before === undefined || after === undefined || !isTestFile(path)) return [];
    const known = new Set(topNames(before.module));
    const replacing = after.module.index.definitions.find(
      ({ name, parent }) => parent === -1 && !known.has(name) && mayComeByStar(before.module, name, graph),
    );
    if (replacing === undefined) return [];
    const reason = `${replacing.name} in ${path} may replace one that came by an import of all names`;
    return [{ reason, place: placeIn(after, replacing.start, 'after') }];
  });
}

const topNames = ({ index }: WorkspaceModule): readonly string[] =>
  index.definitions.flatMap(({ name, parent }) => (parent === -1 ? [name] : []));

/** What a module outside of the workspace offers is not read; that of Python has no tests. */
function mayComeByStar(module: WorkspaceModule, name: string, graph: ImportGraph): boolean {
  return module.index.imports.some(statement => {
    if (statement.parent !== -1 || !statement.names.some(each => each.name === '*')) return false;
    const source = graph.moduleOfImport(statement, module);
    if (source === undefined) return !STANDARD_LIBRARY.has(statement.module.split('.')[0] ?? '');
    return graph.resolve(source, name) !== undefined || bringsUnread(source, name, graph);
  });
}

/** The source itself has an `import *` of something that is not read. */
const bringsUnread = (source: WorkspaceModule, name: string, graph: ImportGraph): boolean =>
  source.index.imports.some(
    statement =>
      statement.parent === -1 &&
      statement.names.some(each => each.name === '*') &&
      graph.moduleOfImport(statement, source) === undefined &&
      /^test/i.test(name) &&
      !STANDARD_LIBRARY.has(statement.module.split('.')[0] ?? ''),
  );
