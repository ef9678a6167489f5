import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { classDefinitions } from '../code/definitions-by-kind.ts';
import { importsOf } from '../code/imported-modules.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { asksForSubclasses } from './lost-effects.ts';
import type { Obstacle } from './obstacle.ts';

/** Classes that are made in another order, where some file lists those below one: `Exception.__subclasses__()`. */
export async function findReorderedClasses(versions: TwoVersions): Promise<Obstacle | undefined> {
  for (const { path, before, after } of versions.changed) {
    const [old, now] = [
      before && classesMade(before.module, versions.before),
      after && classesMade(after.module, versions.after),
    ];
    if (old === now || !(await asksForSubclasses(versions))) continue;
    return {
      reason: `classes of ${path}, or of what it imports, are made in another order, and some file lists those below a class`,
      place: { file: path, line: 1, side: after === undefined ? 'before' : 'after' },
    };
  }
  return undefined;
}

/** The classes of a module, and the modules that it imports and that may have some, in order. */
function classesMade(module: WorkspaceModule, version: WorkspaceVersion): string {
  const imported = [...importsOf(module, version)].flatMap(each =>
    typeof each === 'string' ? [] : each.path,
  );
  return [...new Set(imported), ...classDefinitions(module.index).map(({ name }) => name)].join();
}
