import { once } from '../../kernel/once.ts';
import * as word from '../../python/lexer/keywords.ts';
import type { Binding } from './statements.ts';

interface HowBound {
  /** An `except … as` binds it. */
  readonly isCaught: boolean;
  readonly isParameter: boolean;
}

/** Looked up: a class of many annotated attributes binds the name of their type as often. */
export const howBound = once(
  (bindings: readonly Binding[]): HowBound => ({
    isCaught: bindings.some(({ statement }) => statement?.tokens[0]?.word === word.EXCEPT),
    isParameter: bindings.some(({ statement }) => statement === undefined),
  }),
);
