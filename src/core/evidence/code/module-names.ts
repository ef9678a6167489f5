import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { Definition, Import, ModuleIndex } from '../../python/grammar/module-index.ts';
import { topDefinitions } from '../../python/index/import-graph.ts';

/** What a module says of its names, by name: a question about one must not go through all of them. */
export interface ModuleNames {
  /** The name of each definition inside the module, by its index: `Class.method`. */
  readonly qualified: readonly string[];
  /** Indices of the definitions by that name: most have one, which needs no list. */
  readonly definitions: ReadonlyMap<string, number | readonly number[]>;
  /** Indices of what is directly inside of each definition, by its index; at the top: -1. */
  readonly inside: ReadonlyMap<number, readonly number[]>;
  /** Names of the definitions that are inside of another one. */
  readonly innerNames: ReadonlySet<string>;
  /** The first import statement that binds the name. */
  readonly imports: ReadonlyMap<string, Import>;
  readonly hasStar: boolean;
  readonly exported: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

export const namesOfModule = once((index: ModuleIndex): ModuleNames => new Names(index));

/** Indices of the definitions that have this name inside the module. */
export function definitionsNamed(index: ModuleIndex, name: string): readonly number[] {
  const found = namesOfModule(index).definitions.get(name) ?? NONE;
  return typeof found === 'number' ? [found] : found;
}

/** Whether a module defines the name at its top. */
export const definesAtTop = (index: ModuleIndex, name: string): boolean => topDefinitions(index).has(name);

const NONE: readonly number[] = [];

/** The same of what is directly inside of one definition: another one may have its name. */
export function definitionsInside(index: ModuleIndex, parent: number, name: string): readonly number[] {
  const around = parent < 0 ? undefined : namesOfModule(index).qualified[parent];
  return definitionsNamed(index, around === undefined ? name : `${around}.${name}`).filter(
    i => index.definitions[i]?.parent === parent,
  );
}

class Names implements ModuleNames {
  readonly #index: ModuleIndex;
  #qualified: readonly string[] | undefined;
  #definitions: ModuleNames['definitions'] | undefined;
  #inside: ModuleNames['inside'] | undefined;
  #innerNames: ReadonlySet<string> | undefined;
  readonly imports: ReadonlyMap<string, Import>;
  readonly hasStar: boolean;
  readonly exported: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;

  constructor(index: ModuleIndex) {
    const { imports, exports, otherNames } = index;
    this.#index = index;
    const bound = new Map<string, Import>();
    for (const statement of imports)
      for (const { name, alias } of statement.names)
        if (!bound.has(alias ?? name)) bound.set(alias ?? name, statement);
    this.imports = bound;
    this.hasStar = imports.some(({ names }) => names.some(({ name }) => name === '*'));
    this.exported = new Set(exports?.names);
    this.others = new Set(otherNames);
  }

  get qualified(): readonly string[] {
    this.#qualified ??= qualifiedNames(this.#index.definitions);
    return this.#qualified;
  }

  get definitions(): ModuleNames['definitions'] {
    this.#definitions ??= isFlat(this.#index) ? topDefinitions(this.#index) : byName(this.qualified);
    return this.#definitions;
  }

  get inside(): ModuleNames['inside'] {
    this.#inside ??= byParent(this.#index.definitions);
    return this.#inside;
  }

  get innerNames(): ReadonlySet<string> {
    const inner = () => this.#index.definitions.flatMap(({ parent, name }) => (parent === -1 ? [] : name));
    this.#innerNames ??= new Set(inner());
    return this.#innerNames;
  }
}

/** Whether each definition is at the top and has a name of its own, as in a module of constants. */
export const isFlat = (index: ModuleIndex): boolean =>
  topDefinitions(index).size === index.definitions.length &&
  index.definitions.every(({ parent }) => parent === -1);

/** What is around a definition begins above it. */
function qualifiedNames(definitions: readonly Definition[]): readonly string[] {
  const qualified: string[] = [];
  for (const { name, parent } of definitions) {
    const owner = parent < 0 ? undefined : qualified[parent];
    qualified.push(owner === undefined ? name : `${owner}.${name}`);
  }
  return qualified;
}

function byName(qualified: readonly string[]): ModuleNames['definitions'] {
  const found = new Map<string, number | number[]>();
  for (const [i, name] of qualified.entries()) {
    const known = found.get(name);
    if (known === undefined) found.set(name, i);
    else if (typeof known === 'number') found.set(name, [known, i]);
    else known.push(i);
  }
  return found;
}

function byParent(definitions: readonly Definition[]): ModuleNames['inside'] {
  const found = new Map<number, number[]>();
  for (const [i, { parent }] of definitions.entries()) addTo(found, parent, i);
  return found;
}
