import type { ImportGraph } from '../index/import-graph.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';

/**
 * What the module offers: its `__all__`, with those of modules it adds; without one, its public names,
 * imports counting only in a package's `__init__` and when written `import a as a`.
 */
export function exportedNames(
  module: WorkspaceModule,
  graph: ImportGraph,
  seen: ReadonlySet<number> = new Set(),
): readonly string[] {
  const { definitions, exports } = module.index;
  const names = new Set<string>(exports?.names);
  if (exports !== undefined) {
    for (const added of exports.from) {
      const other = moduleNamed(module, added, graph);
      if (other === undefined || seen.has(other.id)) continue;
      for (const name of exportedNames(other, graph, new Set([...seen, module.id]))) names.add(name);
    }
    return [...names];
  }
  for (const { parent, name } of definitions) if (parent === -1 && !name.startsWith('_')) names.add(name);
  for (const name of namesFromImports(module, graph, seen)) names.add(name);
  return [...names];
}

/** What a module without `__all__` offers of what it imports. */
export function namesFromImports(
  module: WorkspaceModule,
  graph: ImportGraph,
  seen: ReadonlySet<number> = new Set(),
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of module.index.imports) {
    if (statement.parent !== -1 || statement.placement === 'type_checking') continue;
    for (const { name, alias } of statement.names) {
      if (name === '*') {
        const source = graph.moduleOfImport(statement, module);
        if (source === undefined || seen.has(source.id)) continue;
        for (const each of exportedNames(source, graph, new Set([...seen, module.id]))) names.add(each);
      } else if (alias === name || (module.isPackage && statement.kind === 'from')) {
        const bound = alias ?? name;
        if (!bound.startsWith('_')) names.add(bound);
      }
    }
  }
  return names;
}

function moduleNamed(module: WorkspaceModule, name: string, graph: ImportGraph): WorkspaceModule | undefined {
  const target = graph.resolve(module, name);
  if (target?.kind === 'module') return target.module;
  return graph.findModule(name, module);
}
