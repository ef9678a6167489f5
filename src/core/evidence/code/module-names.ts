import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { Import, ModuleIndex } from '../../python/grammar/module-index.ts';

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

export const namesOfModule = once(readNames);

/** Indices of the definitions that have this name inside the module. */
export function definitionsNamed(index: ModuleIndex, name: string): readonly number[] {
  const found = namesOfModule(index).definitions.get(name) ?? NONE;
  return typeof found === 'number' ? [found] : found;
}

/** Whether a module defines the name at its top. */
export const definesAtTop = (index: ModuleIndex, name: string): boolean =>
  namesOfModule(index).definitions.has(name);

const NONE: readonly number[] = [];

/** The same of what is directly inside of one definition: another one may have its name. */
export function definitionsInside(index: ModuleIndex, parent: number, name: string): readonly number[] {
  const around = parent < 0 ? undefined : namesOfModule(index).qualified[parent];
  return definitionsNamed(index, around === undefined ? name : `${around}.${name}`).filter(
    i => index.definitions[i]?.parent === parent,
  );
}

function readNames({ definitions, imports, exports, otherNames }: ModuleIndex): ModuleNames {
  const byName = new Map<string, number | number[]>();
  // What is around a definition begins above it.
  const qualified: string[] = [];
  const inside = new Map<number, number[]>();
  const innerNames = new Set<string>();
  for (let i = 0; i < definitions.length; i++) {
    const { name, parent } = at(definitions, i);
    const owner = parent < 0 ? undefined : qualified[parent];
    const whole = owner === undefined ? name : `${owner}.${name}`;
    qualified.push(whole);
    const known = byName.get(whole);
    if (known === undefined) byName.set(whole, i);
    else if (typeof known === 'number') byName.set(whole, [known, i]);
    else known.push(i);
    addTo(inside, parent, i);
    if (parent !== -1) innerNames.add(name);
  }
  const bound = new Map<string, Import>();
  let hasStar = false;
  for (const statement of imports)
    for (const { name, alias } of statement.names) {
      if (name === '*') hasStar = true;
      if (!bound.has(alias ?? name)) bound.set(alias ?? name, statement);
    }
  return {
    qualified,
    definitions: byName,
    inside,
    innerNames,
    imports: bound,
    hasStar,
    exported: new Set(exports?.names),
    others: new Set(otherNames),
  };
}
