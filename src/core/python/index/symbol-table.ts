import { at } from '../../kernel/at.ts';
import type { Definition } from '../grammar/module-index.ts';
import { qualifiedName } from '../grammar/module-index.ts';
import type { WorkspaceModule } from './workspace-module.ts';

/** A definition and where it is. */
export interface SymbolRef {
  readonly module: WorkspaceModule;
  readonly index: number;
  readonly definition: Definition;
}

/** What stub-only packages have behind the name of what they describe (PEP 561). */
const STUBS = '-stubs';

const NONE: readonly SymbolRef[] = [];

/** Names with more definitions are looked up by what is around them too: `__init__` has thousands. */
const MOST_COMPARED = 8;

/** A table with so many names of its own is copied out: it would not be a small difference any more. */
const MOST_OWN_NAMES = 4096;

/** Finds definitions and modules of the workspace by their last names. */
export class SymbolTable {
  readonly #modules = new Set<WorkspaceModule>();
  /** Most names have one definition: those need no list. */
  readonly #namesSoFar: Map<string, SymbolRef | SymbolRef[]>;
  /** Modules whose definitions are not among those names yet: many tables are never asked for one. */
  #unread: WorkspaceModule[] = [];
  readonly #modulesByName: Map<string, Set<WorkspaceModule>>;
  /** Of names with many definitions, made when one is first asked for: by the name of what is around each. */
  readonly #byAround = new Map<string, ReadonlyMap<string, readonly SymbolRef[]>>();
  /** What `#namesSoFar` and `#modulesByName`, which are another table's then, say wrongly here. */
  readonly #ownNames: Map<string, readonly SymbolRef[]> = new Map();
  readonly #ownModules: Map<string, readonly WorkspaceModule[]> = new Map();

  constructor(shared?: SymbolTable) {
    this.#namesSoFar = shared === undefined ? new Map() : shared.#byName;
    this.#modulesByName = shared === undefined ? new Map() : shared.#modulesByName;
    if (shared === undefined) return;
    this.#ownNames = new Map(shared.#ownNames);
    this.#ownModules = new Map(shared.#ownModules);
  }

  add(module: WorkspaceModule): void {
    this.#modules.add(module);
    const last = module.segments.at(-1) ?? '';
    const namesakes = this.#modulesByName.get(last);
    if (namesakes === undefined) this.#modulesByName.set(last, new Set([module]));
    else namesakes.add(module);
    this.#byAround.clear();
    this.#unread.push(module);
  }

  get #byName(): Map<string, SymbolRef | SymbolRef[]> {
    const names = this.#namesSoFar;
    if (this.#unread.length === 0) return names;
    for (const module of this.#unread)
      for (const ref of refsOf(module)) {
        const { name } = ref.definition;
        const known = names.get(name);
        if (known === undefined) names.set(name, ref);
        else if (Array.isArray(known)) known.push(ref);
        else names.set(name, [known, ref]);
      }
    this.#unread = [];
    return names;
  }

  /**
   * The same table with other versions of some modules, which takes as long as those have definitions; `undefined`
   * when a new one is as well made from the start. Nothing may be added to this one afterwards.
   */
  replacing(versions: ReadonlyMap<WorkspaceModule, WorkspaceModule>): SymbolTable | undefined {
    const other = new SymbolTable(this);
    for (const module of this.#modules) other.#modules.add(versions.get(module) ?? module);
    for (const [before, after] of versions) {
      const definitions = [...before.index.definitions, ...after.index.definitions];
      for (const name of new Set(definitions.map(definition => definition.name)))
        other.#ownNames.set(
          name,
          other.definitionsNamed(name).filter(ref => ref.module !== before),
        );
      for (const ref of refsOf(after)) {
        const { name } = ref.definition;
        other.#ownNames.set(name, [...other.definitionsNamed(name), ref]);
      }
      const last = before.segments.at(-1) ?? '';
      other.#ownModules.set(
        last,
        other.modulesNamed(last).map(one => (one === before ? after : one)),
      );
    }
    return other.#ownNames.size > MOST_OWN_NAMES ? undefined : other;
  }

  modules(): Iterable<WorkspaceModule> {
    return this.#modules;
  }

  names(): Iterable<string> {
    if (this.#ownNames.size === 0) return this.#byName.keys();
    const names = new Set(this.#byName.keys());
    for (const [name, { length }] of this.#ownNames) {
      if (length > 0) names.add(name);
      else names.delete(name);
    }
    return names;
  }

  /** All definitions with this last name, in no particular order. */
  definitionsNamed(name: string): readonly SymbolRef[] {
    const known = this.#ownNames.get(name) ?? this.#byName.get(name);
    if (known === undefined) return NONE;
    return isList(known) ? known : [known];
  }

  /** The definitions whose path ends with the asked segments, in no particular order. */
  definitionsEndingWith(asked: readonly string[]): readonly SymbolRef[] {
    const name = asked[asked.length - 1] ?? '';
    const known = this.#ownNames.get(name) ?? this.#byName.get(name);
    if (known === undefined) return NONE;
    if (isList(known)) {
      const around = asked[asked.length - 2];
      const isLong = around !== undefined && known.length > MOST_COMPARED;
      const candidates = isLong ? (this.#around(name, known).get(around) ?? NONE) : known;
      return candidates.filter(ref => endsWithSegments(ref, asked));
    }
    return endsWithSegments(known, asked) ? [known] : NONE;
  }

  #around(name: string, refs: readonly SymbolRef[]): ReadonlyMap<string, readonly SymbolRef[]> {
    const known = this.#byAround.get(name);
    if (known !== undefined) return known;
    const made = new Map<string, SymbolRef[]>();
    for (const ref of refs) {
      const around = nameAround(ref);
      const others = made.get(around);
      if (others === undefined) made.set(around, [ref]);
      else others.push(ref);
    }
    this.#byAround.set(name, made);
    return made;
  }

  modulesNamed(name: string): readonly WorkspaceModule[] {
    return this.#ownModules.get(name) ?? [...(this.#modulesByName.get(name) ?? [])];
  }

  /** Without it there is none; with it there may be one. */
  hasModuleNamed(name: string): boolean {
    const own = this.#ownModules.get(name);
    return own === undefined ? this.#modulesByName.has(name) : own.length > 0;
  }
}

const isList = (refs: SymbolRef | readonly SymbolRef[]): refs is readonly SymbolRef[] => Array.isArray(refs);

const refsOf = (module: WorkspaceModule): readonly SymbolRef[] =>
  module.index.definitions.map((definition, index) => ({ module, index, definition }));

/** The class or function around a definition, else its module, as `endsWithSegments` compares it. */
function nameAround({ module, definition }: SymbolRef): string {
  const around = module.index.definitions[definition.parent];
  if (around !== undefined) return around.name;
  const last = module.segments.at(-1) ?? '';
  return last.endsWith(STUBS) ? last.slice(0, -STUBS.length) : last;
}

/** Name inside its module, for example `Class.method`. */
export function localName(ref: SymbolRef): string {
  return qualifiedName(ref.module.index.definitions, ref.index);
}

/** Name from anywhere, for example `package.module.Class.method`. */
export function fullName(ref: SymbolRef): string {
  return `${ref.module.name}.${localName(ref)}`;
}

/** Whether the asked segments are the last ones of the definition's path, folders included. */
function endsWithSegments({ module, definition }: SymbolRef, asked: readonly string[]): boolean {
  let left = asked.length - 1;
  let index = definition.parent;
  while (index >= 0 && left > 0) {
    const around = module.index.definitions[index] as Definition;
    if (around.name !== asked[left - 1]) return false;
    index = around.parent;
    left--;
  }
  return left === 0 || (index < 0 && moduleEndsWith(module, asked, left));
}

/** Whether the first `count` asked segments are the last ones of the module's path; none at all always are. */
export function moduleEndsWith(
  module: WorkspaceModule,
  asked: readonly string[],
  count: number = asked.length,
): boolean {
  const own = module.segments;
  if (count > own.length) return false;
  for (let i = 1; i <= count; i++) {
    const segment = at(own, own.length - i);
    const wanted = at(asked, count - i);
    if (segment !== wanted && segment !== `${wanted}${STUBS}`) return false;
  }
  return true;
}
