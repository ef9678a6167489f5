import type { WorkspaceSnapshot } from '../../python/index/workspace-index.ts';

/** First parts of what modules import without relative dots: `a` of `import a.b` and of `from a.b import c`. */
export function firstNamesImported(snapshot: WorkspaceSnapshot): ReadonlySet<string> {
  const names = known.get(snapshot) ?? readFirstNames(snapshot);
  known.set(snapshot, names);
  return names;
}

const known = new WeakMap<WorkspaceSnapshot, ReadonlySet<string>>();

function readFirstNames({ modules }: WorkspaceSnapshot): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { index } of modules.values())
    for (const { level, kind, module, names: imported } of index.imports) {
      if (level > 0) continue;
      for (const dotted of kind === 'from' ? [module] : imported.map(({ name }) => name))
        names.add(dotted.split('.')[0] ?? '');
    }
  return names;
}
