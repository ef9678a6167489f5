import { groupBy } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import { liesElsewhere } from './same-module.ts';
import type { ChangedModule, TwoVersions } from './two-versions.ts';

/** Files that come with the code of one that goes, under another name. */
interface RenamedFiles {
  /** The file that went, by the one that came. */
  readonly from: ReadonlyMap<ChangedModule, ChangedModule>;
  /** The old name of a module by its new one. */
  readonly names: ReadonlyMap<string, string>;
}

export const renamedFiles = once(findRenamed);

function findRenamed(versions: TwoVersions): RenamedFiles {
  const from = new Map<ChangedModule, ChangedModule>();
  const names = new Map<string, string>();
  const left = versions.changed.filter(module => !liesElsewhere(module, versions));
  const gone = groupBy(
    left.filter(({ change }) => change === 'deleted'),
    ({ before }) => before?.tokens.key(0, before.tokens.length) ?? UNREADABLE,
  );
  if (gone.size === 0) return { from, names };
  const taken = new Set<ChangedModule>();
  const created = left.filter(({ change, after }) => change === 'created' && after !== undefined);
  // Files with the same code are mostly empty: one of the same name is rather the one that it was.
  for (const mustBeCalledSo of [true, false])
    for (const module of created) {
      const { after } = module;
      if (after === undefined || from.has(module)) continue;
      const old = gone
        .get(after.tokens.key(0, after.tokens.length))
        ?.slice(0, MOST)
        .find(each => !taken.has(each) && (!mustBeCalledSo || fileName(each.path) === fileName(module.path)));
      if (old?.before === undefined) continue;
      taken.add(old);
      from.set(module, old);
      names.set(after.module.name, old.before.module.name);
    }
  return { from, names };
}

const UNREADABLE = '\u0000unreadable';
/** As many files with the same code are looked at for each one. */
const MOST = 100;

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What something of a module, or the module itself, was called before files were renamed. */
export function oldNameOf(target: string, versions: TwoVersions): string {
  const { names } = renamedFiles(versions);
  if (names.size === 0) return target;
  for (let end = target.length; end > 0; end = target.lastIndexOf('.', end - 1)) {
    const name = target.slice(0, end);
    const old = names.get(name);
    if (old !== undefined) return old + target.slice(end);
    // Of a package that was renamed, another module.
    if (versions.after.graph.findModule(name, undefined) !== undefined) return target;
  }
  return target;
}
