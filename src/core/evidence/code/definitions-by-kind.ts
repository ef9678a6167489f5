import { at } from '../../kernel/at.ts';
import { once } from '../../kernel/once.ts';
import type { Definition, ModuleIndex } from '../../python/grammar/module-index.ts';

export const isScope = ({ kind }: Definition): boolean =>
  kind === 'function' || kind === 'method' || kind === 'property' || kind === 'class';

export const isFunction = (definition: Definition | undefined): boolean =>
  definition !== undefined && isScope(definition) && definition.kind !== 'class';

interface ByKind {
  readonly classes: readonly number[];
  readonly scopes: readonly number[];
  readonly inner: readonly number[];
}

/** Sorted once: of a module with very many constants these are few, and many questions are about these alone. */
const byKind = once(({ definitions }: ModuleIndex): ByKind => {
  const classes: number[] = [];
  const scopes: number[] = [];
  const inner: number[] = [];
  for (let i = 0; i < definitions.length; i++) {
    const definition = at(definitions, i);
    if (definition.kind === 'class') classes.push(i);
    if (isScope(definition)) scopes.push(i);
    if (definition.parent !== -1) inner.push(i);
  }
  return { classes, scopes, inner };
});

/** Indices of the classes of a module, in order. */
export const classesIn = (index: ModuleIndex): readonly number[] => byKind(index).classes;

/** Indices of its classes, functions, methods and properties, in order. */
export const scopesIn = (index: ModuleIndex): readonly number[] => byKind(index).scopes;

/** Indices of the definitions that are inside of another one, in order. */
export const innerIn = (index: ModuleIndex): readonly number[] => byKind(index).inner;

/** The classes themselves, in order. */
export const classDefinitions = (index: ModuleIndex): readonly Definition[] =>
  classesIn(index).map(i => at(index.definitions, i));

/** The classes, functions, methods and properties themselves, in order. */
export const scopeDefinitions = (index: ModuleIndex): readonly Definition[] =>
  scopesIn(index).map(i => at(index.definitions, i));
