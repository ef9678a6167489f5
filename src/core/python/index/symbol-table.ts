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

/** Finds definitions and modules of the workspace by their last names. */
export class SymbolTable {
  readonly #modules = new Set<WorkspaceModule>();
  /** Most names have one definition: those need no list. */
  readonly #byName = new Map<string, SymbolRef | SymbolRef[]>();
  /** Of names with many definitions, made when one is first asked for: by the name of what is around each. */
  readonly #byAround = new Map<string, ReadonlyMap<string, readonly SymbolRef[]>>();
  readonly #modulesByName = new Map<string, Set<WorkspaceModule>>();

  add(module: WorkspaceModule): void {
    this.#modules.add(module);
    const last = module.segments.at(-1) ?? '';
    const namesakes = this.#modulesByName.get(last);
    if (namesakes === undefined) this.#modulesByName.set(last, new Set([module]));
    else namesakes.add(module);
    this.#byAround.clear();
    for (const [index, definition] of module.index.definitions.entries()) {
      const ref = { module, index, definition };
      const known = this.#byName.get(definition.name);
      if (known === undefined) this.#byName.set(definition.name, ref);
      else if (Array.isArray(known)) known.push(ref);
      else this.#byName.set(definition.name, [known, ref]);
    }
  }

  modules(): Iterable<WorkspaceModule> {
    return this.#modules;
  }

  names(): Iterable<string> {
    return this.#byName.keys();
  }

  /** All definitions with this last name, in no particular order. */
  definitionsNamed(name: string): readonly SymbolRef[] {
    const known = this.#byName.get(name);
    if (known === undefined) return NONE;
    return Array.isArray(known) ? known : [known];
  }

  /** The definitions whose path ends with the asked segments, in no particular order. */
  definitionsEndingWith(asked: readonly string[]): readonly SymbolRef[] {
    const name = asked[asked.length - 1] ?? '';
    const known = this.#byName.get(name);
    if (known === undefined) return NONE;
    if (Array.isArray(known)) {
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
    return [...(this.#modulesByName.get(name) ?? [])];
  }
}

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
