import type { Token } from '../lexer/token-list.ts';
import type { Place, Value } from './value.ts';

/** Names that lead to names that lead to names: longer chains are circles. */
export const MOST_STEPS = 24;

/** What expressions stand for; names, definitions and classes need it in turn. */
export interface Expressions {
  /** The value of `name`, `a.b.c`, `f(x).y` … */
  evaluate(tokens: readonly Token[], place: Place, steps?: number): Promise<Value>;
  /** The instance that an annotation promises. */
  annotated(tokens: readonly Token[], place: Place, steps: number): Promise<Value>;
}
