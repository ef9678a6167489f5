import { at } from '../../kernel/at.ts';
import { nearestNames } from '../../kernel/nearest-names.ts';
import { type ImportGraph, importGraphOf } from '../index/import-graph.ts';
import { fullName, moduleEndsWith, type SymbolRef } from '../index/symbol-table.ts';
import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';

/** Definitions whose path ends with the asked segments; through re-exports when there are none. Sorted. */
export function findDefinitions(snapshot: WorkspaceSnapshot, asked: readonly string[]): readonly SymbolRef[] {
  const direct = snapshot.table.definitionsEndingWith(asked);
  if (direct.length > 0) return sortRefs(direct, asked);
  const graph = importGraphOf(snapshot);
  const reexported = asked.length < 2 ? [] : findReexported(snapshot, graph, asked);
  return sortRefs(reexported.length > 0 ? reexported : findRenamed(snapshot, graph, asked), asked);
}

/** Modules whose path ends with the asked segments, sources before stubs. */
export function findModules(
  snapshot: WorkspaceSnapshot,
  asked: readonly string[],
): readonly WorkspaceModule[] {
  const name = asked.join('.');
  const found = snapshot.table.modulesNamed(asked.at(-1) ?? '').filter(m => moduleEndsWith(m, asked));
  const rank = (module: WorkspaceModule) => (module.name === name ? 0 : 2) + (module.isStub ? 1 : 0);
  return [...found].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}

/** `package.Class.method` where the package imports `Class` from one of its modules. */
function findReexported(
  snapshot: WorkspaceSnapshot,
  graph: ImportGraph,
  asked: readonly string[],
): readonly SymbolRef[] {
  const found = new Map<string, SymbolRef>();
  for (let split = asked.length - 1; split > 0; split--) {
    for (const module of findModules(snapshot, asked.slice(0, split))) {
      const target = graph.resolve(module, at(asked, split));
      if (target?.kind !== 'definition') continue;
      for (const ref of membersOf(target.module, target.index, asked.slice(split + 1))) {
        found.set(`${ref.module.id} ${ref.index}`, ref);
      }
    }
    if (found.size > 0) break;
  }
  return [...found.values()];
}

/** `Alias.method` where some module imports `Class as Alias`. */
function findRenamed(
  snapshot: WorkspaceSnapshot,
  graph: ImportGraph,
  [alias = '', ...path]: readonly string[],
): readonly SymbolRef[] {
  const found = new Map<string, SymbolRef>();
  for (const module of snapshot.modules.values()) {
    if (!module.index.imports.some(({ names }) => names.some(name => name.alias === alias))) continue;
    const target = graph.resolve(module, alias);
    if (target?.kind !== 'definition') continue;
    for (const ref of membersOf(target.module, target.index, path))
      found.set(`${ref.module.id} ${ref.index}`, ref);
  }
  return [...found.values()];
}

/** The definitions named by `path` inside the definition, with all overloads and accessors; none: itself. */
export function membersOf(
  module: WorkspaceModule,
  index: number,
  path: readonly string[],
): readonly SymbolRef[] {
  const { definitions } = module.index;
  const twins = (parent: number, name: string | undefined) =>
    definitions.flatMap((d, i) => (d.parent === parent && d.name === name ? [i] : []));
  let level: readonly number[] = twins(definitions[index]?.parent ?? -1, definitions[index]?.name);
  for (const name of path) level = level.flatMap(parent => twins(parent, name));
  return level.flatMap(i => {
    const definition = definitions[i];
    return definition === undefined ? [] : [{ module, index: i, definition }];
  });
}

function sortRefs(refs: readonly SymbolRef[], asked: readonly string[]): readonly SymbolRef[] {
  const name = asked.join('.');
  const rank = (ref: SymbolRef) => (fullName(ref) === name ? 0 : 2) + (ref.module.isStub ? 1 : 0);
  const keyed = refs.map(ref => ({ ref, rank: rank(ref) }));
  keyed.sort(
    (a, b) =>
      a.rank - b.rank ||
      (a.ref.module.path < b.ref.module.path ? -1 : a.ref.module.path > b.ref.module.path ? 1 : 0) ||
      a.ref.index - b.ref.index,
  );
  return keyed.map(({ ref }) => ref);
}

const MOST_NEAREST = 5;

/** Qualified names that come near the asked one, best first. */
export function nearestDefinitions(snapshot: WorkspaceSnapshot, asked: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const around = asked.slice(0, -1);
  for (const name of nearestNames(asked.at(-1) ?? '', snapshot.table.names(), MOST_NEAREST * 2)) {
    const refs = sortRefs(snapshot.table.definitionsNamed(name), asked);
    // Names that share the segments before the last one are more likely meant.
    const close = refs.filter(ref => around.some(segment => fullName(ref).split('.').includes(segment)));
    for (const ref of (close.length > 0 ? close : refs).slice(0, 2)) found.add(fullName(ref));
  }
  return [...found].slice(0, MOST_NEAREST);
}

export function nearestModules(snapshot: WorkspaceSnapshot, asked: readonly string[]): readonly string[] {
  const last = asked.at(-1) ?? '';
  const byName = new Map<string, Set<string>>();
  for (const module of snapshot.table.modules()) {
    const own = module.segments.at(-1) ?? '';
    const known = byName.get(own);
    if (known === undefined) byName.set(own, new Set([module.name]));
    else known.add(module.name);
  }
  const near = nearestNames(last, byName.keys()).flatMap(name => [...(byName.get(name) ?? [])].sort());
  return near.slice(0, MOST_NEAREST);
}
