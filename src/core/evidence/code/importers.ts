import { addTo, groupBy } from '../../kernel/group-by.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import { type ImportGraph, isPublic } from '../../python/index/import-graph.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { lastOf } from './dotted-names.ts';
import type { WorkspaceVersion } from './two-versions.ts';

/** A name of a module that brings something from elsewhere. */
export interface Binding {
  readonly module: WorkspaceModule;
  readonly statement: Import;
  /** `f`, or `a.b` when a module is reached by `import a.b`. */
  readonly bound: string;
  /** What is imported is the thing itself, or the module that holds it under this name. */
  readonly brings: { readonly kind: 'name' } | { readonly kind: 'module'; readonly name: string };
}

interface Importer {
  readonly module: WorkspaceModule;
  readonly statement: Import;
  readonly name: string;
  readonly alias: string | undefined;
}

/** Who imports what, in one version of the workspace: read once, without looking at any file. */
export class Importers {
  readonly #graph: ImportGraph;
  /** `from … import name`, by name. */
  readonly #byName = new Map<string, Importer[]>();
  /** `import a.b`, by `b`. */
  readonly #byLastSegment = new Map<string, Importer[]>();
  readonly #stars: Importer[] = [];
  /** Those of one of the lists above by the path of the module that they import from; made when it is asked for. */
  readonly #bySource = new Map<readonly Importer[], ReadonlyMap<string, readonly Importer[]>>();
  /** By the last name of modules, who holds them; made when it is asked for. */
  readonly #holders = new Map<string, ReadonlyMap<string, readonly Omit<Binding, 'brings'>[]>>();

  constructor({ snapshot, graph }: WorkspaceVersion) {
    this.#graph = graph;
    for (const module of snapshot.modules.values()) {
      for (const statement of module.index.imports) {
        for (const { name, alias } of statement.names) this.#add({ module, statement, name, alias });
      }
    }
  }

  #add(importer: Importer): void {
    const { statement, name } = importer;
    if (name === '*') return void this.#stars.push(importer);
    const [map, key] = statement.kind === 'from' ? [this.#byName, name] : [this.#byLastSegment, lastOf(name)];
    addTo(map, key, importer);
  }

  /** Statements that import this very name from this very module, whether or not it is still there. */
  ofName(source: WorkspaceModule, name: string): readonly Binding[] {
    const direct = this.#from(this.#byName.get(name), source);
    return direct.map(({ module, statement, alias }) => ({
      module,
      statement,
      bound: alias ?? name,
      brings: { kind: 'name' },
    }));
  }

  /** Whether any import names it, in whatever module. */
  isImported(name: string): boolean {
    return this.#byName.has(name);
  }

  /** A quick look before all who reach it are found: most names are imported nowhere. */
  mayReach({ segments }: WorkspaceModule, name: string): boolean {
    const last = segments.at(-1) ?? '';
    return (
      this.#stars.length > 0 ||
      this.#byName.has(name) ||
      this.#byName.has(last) ||
      this.#byLastSegment.has(last)
    );
  }

  /** Everywhere the name can be reached: imported, re-exported, by `*`, or through its module. */
  reach(source: WorkspaceModule, name: string): readonly Binding[] {
    if (!this.mayReach(source, name)) return [];
    const found: Binding[] = [];
    const seen = new Set<string>();
    const waiting: { readonly source: WorkspaceModule; readonly name: string }[] = [{ source, name }];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const key = `${next.source.path}:${next.name}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const bindings = [...this.ofName(next.source, next.name), ...this.#byStar(next.source, next.name)];
      found.push(...bindings, ...this.#ofModule(next.source, next.name));
      for (const { module, bound, statement } of bindings)
        if (statement.parent === -1) waiting.push({ source: module, name: bound });
    }
    return found;
  }

  #byStar(source: WorkspaceModule, name: string): readonly Binding[] {
    if (!isPublic(source, name)) return [];
    return this.#from(this.#stars, source).map(({ module, statement }) => ({
      module,
      statement,
      bound: name,
      brings: { kind: 'name' },
    }));
  }

  /** Modules that hold the source module itself under some name. */
  #ofModule(source: WorkspaceModule, name: string): readonly Binding[] {
    const brings = { kind: 'module', name } as const;
    const last = source.segments.at(-1) ?? '';
    const known = this.#holders.get(last) ?? this.#findHolders(last);
    this.#holders.set(last, known);
    return (known.get(source.path) ?? []).map(each => ({ ...each, brings }));
  }

  /** By path, who holds the modules that have this last name: packages may have hundreds of the same one. */
  #findHolders(last: string): ReadonlyMap<string, readonly Omit<Binding, 'brings'>[]> {
    const found = new Map<string, Omit<Binding, 'brings'>[]>();
    for (const { module, statement, alias } of this.#byName.get(last) ?? []) {
      const target = this.#graph.fromImport(module, statement, last);
      if (target?.kind === 'module')
        addTo(found, target.module.path, { module, statement, bound: alias ?? last });
    }
    for (const { module, statement, name: dotted, alias } of this.#byLastSegment.get(last) ?? []) {
      const target = this.#graph.findModule(dotted, module);
      if (target !== undefined) addTo(found, target.path, { module, statement, bound: alias ?? dotted });
    }
    return found;
  }

  /** Many modules may have a function of the same name: who imports which of them is looked up, not searched. */
  #from(importers: readonly Importer[] | undefined, source: WorkspaceModule): readonly Importer[] {
    if (importers === undefined) return [];
    const known = this.#bySource.get(importers);
    if (known !== undefined) return known.get(source.path) ?? [];
    const bySource = groupBy(
      importers,
      ({ statement, module }) => this.#graph.moduleOfImport(statement, module)?.path ?? '',
    );
    this.#bySource.set(importers, bySource);
    return bySource.get(source.path) ?? [];
  }
}
