import { once } from '../../kernel/once.ts';
import type { WorkspaceSnapshot } from '../../python/index/workspace-index.ts';

/** First parts of what modules import without relative dots: `a` of `import a.b` and of `from a.b import c`. */
export const firstNamesImported = once(readFirstNames);

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
