import * as word from '../../python/lexer/keywords.ts';
import type { Binding } from './statements.ts';

interface HowBound {
  /** An `except … as` binds it. */
  readonly isCaught: boolean;
  readonly isParameter: boolean;
}

const howBoundOf = new WeakMap<readonly Binding[], HowBound>();

/** Looked up: a class of many annotated attributes binds the name of their type as often. */
export function howBound(bindings: readonly Binding[]): HowBound {
  const known = howBoundOf.get(bindings) ?? {
    isCaught: bindings.some(({ statement }) => statement?.tokens[0]?.word === word.EXCEPT),
    isParameter: bindings.some(({ statement }) => statement === undefined),
  };
  howBoundOf.set(bindings, known);
  return known;
}
