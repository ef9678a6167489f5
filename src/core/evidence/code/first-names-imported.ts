import type { WorkspaceModule } from '../../python/index/workspace-module.ts';

/** First parts of what modules import without relative dots: `a` of `import a.b` and of `from a.b import c`. */
export function firstNamesImported(modules: Iterable<Pick<WorkspaceModule, 'index'>>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { index } of modules)
    for (const { level, kind, module, names: imported } of index.imports) {
      if (level > 0) continue;
      for (const dotted of kind === 'from' ? [module] : imported.map(({ name }) => name))
        names.add(dotted.split('.')[0] ?? '');
    }
  return names;
}
