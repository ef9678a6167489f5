import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import type { ChangedModule, TwoVersions } from './two-versions.ts';

/** Files that go, each with the one that comes and has its module: `pkg/a.py`, and `src/pkg/a.py` or `pkg/a/__init__.py`. */
interface MovedModules {
  readonly to: ReadonlyMap<ChangedModule, ChangedModule>;
  readonly from: ReadonlyMap<ChangedModule, ChangedModule>;
}

export const movedModules = once(findMoved);

function findMoved(versions: TwoVersions): MovedModules {
  const to = new Map<ChangedModule, ChangedModule>();
  for (const module of versions.changed) {
    const twin = versions.changedAt(foundInstead(module, versions)?.path);
    if (twin?.change === 'created') to.set(module, twin);
  }
  return { to, from: new Map([...to].map(([old, now]) => [now, old])) };
}

/** What is found after the change under the name of a module whose file is gone. */
const foundInstead = (
  { before, after }: ChangedModule,
  { after: { graph } }: TwoVersions,
): WorkspaceModule | undefined =>
  before !== undefined && after === undefined ? graph.findModule(before.module.name, undefined) : undefined;

/** The module of a file that goes is found in another one, or that of one that comes was. */
export const liesElsewhere = (module: ChangedModule, versions: TwoVersions): boolean =>
  foundInstead(module, versions) !== undefined || movedModules(versions).from.has(module);
