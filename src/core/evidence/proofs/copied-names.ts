import { lastOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import { closureOf } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { findReplaced } from '../facts/replaced-names.ts';
import type { Obstacle } from './obstacle.ts';

/**
 * `from target import X` copies what `X` is when it runs: where the imports stand in another order, none of the modules
 * that are imported may put something else in its place (`target.X = 2`).
 */
export async function findCopiedOtherwise(
  { path, before, after }: ChangedModule,
  versions: TwoVersions,
): Promise<Obstacle | undefined> {
  if (before === undefined || after === undefined || !isReordered(before, after)) return undefined;
  const closure = closureOf(after.module, versions.after);
  const names = readImports(after).flatMap(({ statement, target }) =>
    statement.kind === 'from' ? [lastOf(target)] : [],
  );
  const [name] = await findReplaced(versions, new Set(names), undefined, each => closure.has(each));
  if (name === undefined) return undefined;
  return {
    reason: `imports of ${path} stand in another order, and some module may replace ${name}`,
    place: { file: path, line: 1, side: 'after' },
  };
}

/** Whether the imports that both have stand in another order. */
function isReordered(before: PythonFile, after: PythonFile): boolean {
  const [old, now] = [before, after].map(file => readImports(file).map(({ text }) => text));
  const [known, kept] = [new Set(old), new Set(now)];
  return (
    old?.filter(text => kept.has(text)).join('\u0001') !== now?.filter(text => known.has(text)).join('\u0001')
  );
}
