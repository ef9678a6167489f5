import { type ImportEntry, readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';

/**
 * `import a.b` of the workspace that is gone from a module. It gave `a` the attribute `b`, for this module and for
 * all others. It is not lost where another changed module imports it now as well: definitions take it with them.
 */
export function lostSubmodules(
  before: PythonFile,
  after: PythonFile,
  versions: TwoVersions,
): readonly ImportEntry[] {
  const dotted = readImports(before).filter(
    ({ statement, target }) => statement.kind === 'import' && target.includes('.'),
  );
  if (dotted.length === 0) return [];
  const kept = new Set(readImports(after).map(({ target }) => target));
  return dotted.filter(
    ({ target }) =>
      !kept.has(target) &&
      versions.after.graph.findModule(target, after.module) !== undefined &&
      !versions.changed.some(
        each => each.after !== undefined && each.after !== after && isNewIn(each.before, each.after, target),
      ),
  );
}

const isNewIn = (before: PythonFile | undefined, after: PythonFile, target: string): boolean =>
  readImports(after).some(each => each.target === target) &&
  !(before !== undefined && readImports(before).some(each => each.target === target));
