import { once } from '../../kernel/once.ts';
import type { ModuleIndex } from '../../python/grammar/module-index.ts';

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
    const { kind, parent } = definitions[i] as (typeof definitions)[number];
    if (kind === 'class') classes.push(i);
    if (kind === 'class' || kind === 'function' || kind === 'method' || kind === 'property') scopes.push(i);
    if (parent !== -1) inner.push(i);
  }
  return { classes, scopes, inner };
});

/** Indices of the classes of a module, in order. */
export const classesIn = (index: ModuleIndex): readonly number[] => byKind(index).classes;

/** Indices of its classes, functions, methods and properties, in order. */
export const scopesIn = (index: ModuleIndex): readonly number[] => byKind(index).scopes;

/** Indices of the definitions that are inside of another one, in order. */
export const innerIn = (index: ModuleIndex): readonly number[] => byKind(index).inner;
