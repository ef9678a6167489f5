import { at } from '../../kernel/at.ts';
import type { Exports, Import, ImportedName, ModuleIndex } from '../grammar/module-index.ts';
import { moduleEndsWith } from './symbol-table.ts';
import type { WorkspaceSnapshot } from './workspace-index.ts';
import type { WorkspaceModule } from './workspace-module.ts';

/** What a name in a module stands for, followed through imports as far as the workspace goes. */
export type Target =
  | { readonly kind: 'definition'; readonly module: WorkspaceModule; readonly index: number }
  | { readonly kind: 'module'; readonly module: WorkspaceModule }
  /** Imported from outside the workspace; `name` is its full dotted name. */
  | { readonly kind: 'external'; readonly name: string };

/** Re-exports of re-exports: longer chains are circles. */
const MOST_STEPS = 16;

/** The package that a relative import of this module starts from, as segments of its full path. */
function packageSegments(module: WorkspaceModule, level: number): readonly string[] | undefined {
  const up = module.isPackage ? level - 1 : level;
  const kept = module.segments.length - up;
  return kept < module.rootSegments ? undefined : module.segments.slice(0, kept);
}

/** What the top of a module binds, by name. */
interface ModuleTop {
  /** The last definition of each name. */
  readonly definitions: ReadonlyMap<string, number>;
  readonly imports: ReadonlyMap<string, readonly Import[]>;
  readonly stars: readonly Import[];
}

const tops = new WeakMap<ModuleIndex, ModuleTop>();

function topOf(index: ModuleIndex): ModuleTop {
  const known = tops.get(index);
  if (known !== undefined) return known;
  const definitions = new Map<string, number>();
  for (let i = 0; i < index.definitions.length; i++) {
    const { parent, name } = at(index.definitions, i);
    if (parent === -1) definitions.set(name, i);
  }
  const imports = new Map<string, Import[]>();
  const stars: Import[] = [];
  for (const statement of index.imports) {
    if (statement.parent !== -1) continue;
    for (const { name, alias } of statement.names) {
      if (name === '*') stars.push(statement);
      const bound = alias ?? (statement.kind === 'import' ? at(name.split('.'), 0) : name);
      const others = imports.get(bound);
      if (others === undefined) imports.set(bound, [statement]);
      else if (others.at(-1) !== statement) others.push(statement);
    }
  }
  const top = { definitions, imports, stars };
  tops.set(index, top);
  return top;
}

/** The last definition of each name at the top of a module. */
export const topDefinitions = (index: ModuleIndex): ReadonlyMap<string, number> => topOf(index).definitions;

const graphs = new WeakMap<WorkspaceSnapshot, ImportGraph>();

/** The graph of a snapshot, made once: the questions of a session are about the same one. */
export function importGraphOf(snapshot: WorkspaceSnapshot): ImportGraph {
  const known = graphs.get(snapshot) ?? new ImportGraph(snapshot);
  graphs.set(snapshot, known);
  return known;
}

/** Follows names through the imports of one snapshot. */
export class ImportGraph {
  readonly #snapshot: WorkspaceSnapshot;
  readonly #byPath = new Map<string, WorkspaceModule>();
  readonly #stubs = new Map<string, WorkspaceModule>();
  /** What names meant in modules of one folder; a module asks for the same ones again and again. */
  readonly #found = new Map<string, Map<string, WorkspaceModule | undefined>>();
  readonly #foundFrom = new WeakMap<WorkspaceModule, Map<string, WorkspaceModule | undefined>>();

  constructor(snapshot: WorkspaceSnapshot) {
    this.#snapshot = snapshot;
    for (const module of snapshot.modules.values()) {
      const key = module.segments.join('.');
      const known = this.#byPath.get(key);
      // A stub describes the module beside it; the module itself has the source.
      if (known === undefined || known.isStub) this.#byPath.set(key, module);
      if (module.isStub) this.#stubs.set(key, module);
    }
  }

  /** Who reads a stub looks for stubs first: they may declare what no module has. */
  #at(key: string, from: WorkspaceModule | undefined): WorkspaceModule | undefined {
    return (from?.isStub ? this.#stubs.get(key) : undefined) ?? this.#byPath.get(key);
  }

  /** The module that `import name` means in `from`, or `undefined` when the workspace has none. */
  findModule(name: string, from: WorkspaceModule | undefined): WorkspaceModule | undefined {
    if (from === undefined) return this.#findModule(name, from);
    let known = this.#foundFrom.get(from);
    if (known === undefined) {
      const folder = `${from.isStub} ${from.rootSegments} ${from.segments.slice(0, -1).join('.')}`;
      known = this.#found.get(folder) ?? new Map();
      this.#found.set(folder, known);
      this.#foundFrom.set(from, known);
    }
    const found = known.get(name);
    if (found !== undefined || known.has(name)) return found;
    const searched = this.#findModule(name, from);
    known.set(name, searched);
    return searched;
  }

  #findModule(name: string, from: WorkspaceModule | undefined): WorkspaceModule | undefined {
    // Most names are those of other packages.
    if (!this.#snapshot.table.hasModuleNamed(name.slice(name.lastIndexOf('.') + 1))) return undefined;
    const asked = name.split('.');
    if (from !== undefined) {
      // Source roots are tried from the importing file outwards.
      for (let i = from.segments.length - 1; i >= 0; i--) {
        const found = this.#at([...from.segments.slice(0, i), ...asked].join('.'), from);
        const isRoot = i === 0 || i === from.rootSegments || !this.#isPackage(from.segments.slice(0, i));
        if (found !== undefined && isRoot) return found;
      }
    }
    const candidates = this.#snapshot.table
      .modulesNamed(asked.at(-1) ?? '')
      .filter(module => moduleEndsWith(module, asked) && this.#isImportRoot(module, asked.length));
    const [first, ...others] = preferSources(candidates);
    return others.length === 0 ? first : candidates.find(module => module.name === name);
  }

  /** The module that an import statement names, before its `import a, b` part. */
  moduleOfImport(statement: Import, from: WorkspaceModule): WorkspaceModule | undefined {
    if (statement.level === 0) return this.findModule(statement.module, from);
    const base = packageSegments(from, statement.level);
    if (base === undefined) return undefined;
    const path = statement.module === '' ? base : [...base, ...statement.module.split('.')];
    return this.#at(path.join('.'), from);
  }

  /** What `name` is at the top level of the module: its own definition, an import, a submodule. */
  resolve(module: WorkspaceModule, name: string, steps = 0): Target | undefined {
    if (steps > MOST_STEPS) return undefined;
    const { definitions, imports, stars } = topOf(module.index);
    const own = definitions.get(name);
    if (own !== undefined) return { kind: 'definition', module, index: firstOfSameName(module, own) };
    const binding = imports.get(name) ?? [];
    const inOrder = stars.length === 0 ? binding : [...binding, ...stars].sort((a, b) => a.start - b.start);
    for (const statement of inOrder) {
      const target = this.throughImport(module, statement, name, steps);
      if (target !== undefined) return target;
    }
    return this.submodule(module, name);
  }

  submodule(module: WorkspaceModule, name: string): Target | undefined {
    const found = module.isPackage ? this.#at([...module.segments, name].join('.'), module) : undefined;
    return found === undefined ? undefined : { kind: 'module', module: found };
  }

  /** What the statement binds `name` to, if it binds it. */
  throughImport(module: WorkspaceModule, statement: Import, name: string, steps = 0): Target | undefined {
    if (statement.kind === 'import') return this.#throughPlainImport(module, statement, name);
    for (const imported of namesFor(statement, name)) {
      if (imported.name === '*') {
        const source = this.moduleOfImport(statement, module);
        if (source === undefined || !isPublic(source, name)) continue;
        const target = this.resolve(source, name, steps + 1);
        if (target !== undefined) return target;
      } else if ((imported.alias ?? imported.name) === name) {
        return this.fromImport(module, statement, imported.name, steps);
      }
    }
    return undefined;
  }

  #throughPlainImport(module: WorkspaceModule, statement: Import, name: string): Target | undefined {
    for (const imported of namesFor(statement, name)) {
      const bound = boundBy(imported);
      if (bound !== name) continue;
      const full = imported.alias === undefined ? bound : imported.name;
      const found = this.findModule(full, module);
      return found === undefined ? { kind: 'external', name: full } : { kind: 'module', module: found };
    }
    return undefined;
  }

  /** What `from … import name` brings. */
  fromImport(module: WorkspaceModule, statement: Import, name: string, steps = 0): Target | undefined {
    const source = this.moduleOfImport(statement, module);
    if (source === undefined) {
      const dots = '.'.repeat(statement.level);
      const outside = (): Target => ({ kind: 'external', name: `${dots}${statement.module}.${name}` });
      if (!this.#snapshot.table.hasModuleNamed(name)) return outside();
      const path = [...(packageSegments(module, statement.level) ?? []), statement.module, name];
      const namespace = this.#at(path.filter(part => part !== '').join('.'), module);
      if (namespace !== undefined) return { kind: 'module', module: namespace };
      const found =
        statement.level === 0 ? this.findModule(`${statement.module}.${name}`, module) : undefined;
      if (found !== undefined) return { kind: 'module', module: found };
      return outside();
    }
    // A package that imports from itself means its submodule, not the import statement again.
    if (source === module) return this.submodule(source, name);
    return this.resolve(source, name, steps + 1);
  }

  #isPackage(segments: readonly string[]): boolean {
    return this.#byPath.get(segments.join('.'))?.isPackage === true;
  }

  /** Whether the folder in front of the asked segments may be one from which Python imports. */
  #isImportRoot(module: WorkspaceModule, length: number): boolean {
    return !this.#isPackage(module.segments.slice(0, module.segments.length - length));
  }
}

/** `import a.b` binds `a`; `import a.b as c` binds `c` to `a.b`. */
const boundBy = ({ name, alias }: ImportedName): string => alias ?? at(name.split('.'), 0);

/** From so many names of one statement on, they are looked up. */
const MANY_NAMES = 32;
const firstByBound = new WeakMap<Import, ReadonlyMap<string, readonly ImportedName[]>>();
const NO_NAMES: readonly ImportedName[] = [];

/** Those of its names that may bind this one. */
function namesFor(statement: Import, bound: string): readonly ImportedName[] {
  const { names } = statement;
  if (names.length < MANY_NAMES) return names;
  const known =
    firstByBound.get(statement) ?? new Map([...names].reverse().map(each => [boundBy(each), [each]]));
  firstByBound.set(statement, known);
  return known.get(bound) ?? NO_NAMES;
}

/** Overloads, accessors and conditional twins: the first of them is where the name begins. */
function firstOfSameName(module: WorkspaceModule, index: number): number {
  const { definitions } = module.index;
  const last = definitions[index];
  if (last === undefined || last.role === 'plain') return index;
  return definitions.findIndex(d => d.parent === last.parent && d.name === last.name);
}

function preferSources(modules: readonly WorkspaceModule[]): readonly WorkspaceModule[] {
  const sources = modules.filter(module => !module.isStub);
  return sources.length > 0 ? sources : modules;
}

/** Whether `from module import *` brings the name. */
export function isPublic(module: WorkspaceModule, name: string): boolean {
  const { exports } = module.index;
  if (exports?.isComplete && exports.from.length === 0) return isExported(exports, name);
  return !name.startsWith('_') || (exports !== undefined && isExported(exports, name));
}

const exported = new WeakMap<Exports, ReadonlySet<string>>();

/** Asked of each name of the module, of which `__all__` may have thousands. */
function isExported(exports: Exports, name: string): boolean {
  if (exports.names.length < MANY_NAMES) return exports.names.includes(name);
  const known = exported.get(exports) ?? new Set(exports.names);
  exported.set(exports, known);
  return known.has(name);
}
