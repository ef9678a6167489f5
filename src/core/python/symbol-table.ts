import type { Definition } from './module-index.ts';
import { qualifiedName } from './module-index.ts';
import type { WorkspaceModule } from './workspace-module.ts';

/** A definition and where it is. */
export interface SymbolRef {
  readonly module: WorkspaceModule;
  readonly index: number;
  readonly definition: Definition;
}

/** What stub-only packages have behind the name of what they describe (PEP 561). */
const STUBS = '-stubs';

/** Definitions of one file that a reference can number. */
const MOST_DEFINITIONS = 2 ** 22;

/** Finds definitions and modules of the workspace by their last names; files come and go one by one. */
export class SymbolTable {
  readonly #modules = new Map<number, WorkspaceModule>();
  /** Module id × 2²² + index of the definition: a number is the smallest thing to keep a hundred thousand times. */
  readonly #byName = new Map<string, number | number[]>();
  readonly #modulesByName = new Map<string, Set<number>>();

  add(module: WorkspaceModule): void {
    this.#modules.set(module.id, module);
    const last = module.segments.at(-1) as string;
    const namesakes = this.#modulesByName.get(last);
    if (namesakes === undefined) this.#modulesByName.set(last, new Set([module.id]));
    else namesakes.add(module.id);
    for (const [index, { name }] of module.index.definitions.entries()) {
      const ref = module.id * MOST_DEFINITIONS + index;
      const known = this.#byName.get(name);
      if (known === undefined) this.#byName.set(name, ref);
      else if (typeof known === 'number') this.#byName.set(name, [known, ref]);
      else known.push(ref);
    }
  }

  remove(module: WorkspaceModule): void {
    if (!this.#modules.delete(module.id)) return;
    this.#modulesByName.get(module.segments.at(-1) as string)?.delete(module.id);
    for (const name of new Set(module.index.definitions.map(definition => definition.name))) {
      const known = this.#byName.get(name);
      if (known === undefined) continue;
      const others = (typeof known === 'number' ? [known] : known).filter(
        ref => Math.floor(ref / MOST_DEFINITIONS) !== module.id,
      );
      if (others.length === 0) this.#byName.delete(name);
      else this.#byName.set(name, others);
    }
  }

  modules(): Iterable<WorkspaceModule> {
    return this.#modules.values();
  }

  names(): Iterable<string> {
    return this.#byName.keys();
  }

  /** All definitions with this last name, in no particular order. */
  definitionsNamed(name: string): readonly SymbolRef[] {
    const known = this.#byName.get(name);
    if (known === undefined) return [];
    if (typeof known === 'number') return [this.#resolve(known)];
    return known.map(ref => this.#resolve(ref));
  }

  modulesNamed(name: string): readonly WorkspaceModule[] {
    return [...(this.#modulesByName.get(name) ?? [])].map(id => this.#moduleOf(id));
  }

  #resolve(ref: number): SymbolRef {
    const module = this.#moduleOf(Math.floor(ref / MOST_DEFINITIONS));
    const index = ref % MOST_DEFINITIONS;
    return { module, index, definition: module.index.definitions[index] as Definition };
  }

  #moduleOf(id: number): WorkspaceModule {
    return this.#modules.get(id) as WorkspaceModule;
  }
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
export function endsWithSegments(ref: SymbolRef, asked: readonly string[]): boolean {
  const { definitions } = ref.module.index;
  let index = ref.index;
  let left = asked.length;
  while (index >= 0 && left > 0) {
    const definition = definitions[index] as Definition;
    if (definition.name !== asked[left - 1]) return false;
    index = definition.parent;
    left--;
  }
  return left === 0 || (index < 0 && moduleEndsWith(ref.module, asked, left));
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
    const segment = own[own.length - i] as string;
    const wanted = asked[count - i] as string;
    if (segment !== wanted && segment !== `${wanted}${STUBS}`) return false;
  }
  return true;
}
