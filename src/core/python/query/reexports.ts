import { qualifiedName } from '../grammar/module-index.ts';
import type { ImportGraph, Target } from '../index/import-graph.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';

/** Exported names that are imported, each with where it comes from: `package.module.name`. */
export function readReexports(
  module: WorkspaceModule,
  exports: readonly string[],
  graph: ImportGraph,
): Record<string, string> {
  const found = new Map<string, string>();
  for (const name of exports) {
    if (module.index.definitions.some(d => d.parent === -1 && d.name === name)) continue;
    const target = graph.resolve(module, name);
    if (target !== undefined) found.set(name, nameOfTarget(target));
  }
  return Object.fromEntries(found);
}

/** Full dotted name of what a name leads to. */
export function nameOfTarget(target: Target): string {
  switch (target.kind) {
    case 'external':
      return target.name;
    case 'module':
      return target.module.name;
    case 'definition':
      return `${target.module.name}.${qualifiedName(target.module.index.definitions, target.index)}`;
  }
}
