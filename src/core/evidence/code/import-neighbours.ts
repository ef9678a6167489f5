import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import type { WorkspaceVersion } from './two-versions.ts';

type Links = ReadonlyMap<string, readonly WorkspaceModule[]>;

/** Who imports whom, wherever in a module that stands; read when it is first asked for. */
export class ImportNeighbours {
  readonly #version: WorkspaceVersion;
  #links: { readonly imported: Links; readonly importing: Links } | undefined;

  constructor(version: WorkspaceVersion) {
    this.#version = version;
  }

  /** The modules that import one, over so many steps, and those that it imports. */
  of(path: string, steps: number, down = steps): ReadonlySet<WorkspaceModule> {
    const found = new Set<WorkspaceModule>();
    const { imported, importing } = this.#read();
    for (const [links, most] of [
      [imported, down],
      [importing, steps],
    ] as const) {
      // Each way for itself: in a circle a module lies on both.
      const seen = new Set<WorkspaceModule>();
      let paths = [path];
      for (let step = 0; step < most; step++) {
        const next = paths.flatMap(each => links.get(each) ?? []).filter(each => !seen.has(each));
        for (const module of next) {
          seen.add(module);
          found.add(module);
        }
        paths = [...new Set(next.map(each => each.path))];
      }
    }
    return found;
  }

  /** The modules that one imports. */
  imported(path: string): readonly WorkspaceModule[] {
    return this.#read().imported.get(path) ?? [];
  }

  /** The modules that import one. */
  importing(path: string): readonly WorkspaceModule[] {
    return this.#read().importing.get(path) ?? [];
  }

  #read(): { readonly imported: Links; readonly importing: Links } {
    if (this.#links !== undefined) return this.#links;
    const imported = new Map<string, WorkspaceModule[]>();
    const importing = new Map<string, WorkspaceModule[]>();
    for (const module of this.#version.snapshot.modules.values())
      for (const target of targetsOf(module, this.#version)) {
        addTo(imported, module.path, target);
        addTo(importing, target.path, module);
      }
    this.#links = { imported, importing };
    return this.#links;
  }
}

/** The other modules that imports of one name, or from which a name comes in the end. */
export function targetsOf(module: WorkspaceModule, { graph }: WorkspaceVersion): Iterable<WorkspaceModule> {
  const targets = new Map<string, WorkspaceModule>();
  const take = (target: WorkspaceModule | undefined) => {
    if (target !== undefined && target.path !== module.path) targets.set(target.path, target);
  };
  for (const statement of module.index.imports) {
    if (statement.kind === 'from') take(graph.moduleOfImport(statement, module));
    for (const { name } of statement.names) {
      if (statement.kind === 'import') {
        take(graph.findModule(name, module));
        continue;
      }
      const part = name === '*' ? undefined : graph.fromImport(module, statement, name);
      if (part !== undefined && 'module' in part) take(part.module);
    }
  }
  return targets.values();
}

/** One for each version: whoever asks first reads all imports. */
export const neighboursIn = once((version: WorkspaceVersion) => new ImportNeighbours(version));
