import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NUMBER, OP, STRING } from '../../python/lexer/token-kinds.ts';
import { isFormatted } from './string-literal.ts';
import type { CodeTokens } from './token-columns.ts';

/** Longer ones are not looked through for it. */
const MOST_TOKENS = 64;

/** Signs of plain values; a set or a dictionary may refuse what it is given, and is none. */
const SIGNS: ReadonlySet<number> = new Set([
  op.PAREN_OPEN,
  op.PAREN_CLOSE,
  op.BRACKET_OPEN,
  op.BRACKET_CLOSE,
  op.COMMA,
  op.MINUS,
]);
const WORDS: ReadonlySet<number> = new Set([word.TRUE, word.FALSE, word.NONE]);

/**
 * Whether a statement gives one name a value of numbers, texts and the like, or a tuple or list of such: it looks
 * nothing up, calls nothing, takes nothing apart and cannot fail.
 */
export function isPlainSet(tokens: CodeTokens, from: number, to: number): boolean {
  if (to - from < 3 || to - from > MOST_TOKENS) return false;
  if (tokens.kind(from) !== NAME || tokens.op(from + 1) !== op.ASSIGN) return false;
  for (let i = from + 2; i < to; i++) if (!isPlainAt(tokens, i)) return false;
  return true;
}

function isPlainAt(tokens: CodeTokens, i: number): boolean {
  switch (tokens.kind(i)) {
    case NUMBER:
      return true;
    case STRING:
      return !tokens.asked(i, isFormattedText);
    case NAME:
      return WORDS.has(tokens.word(i));
    case OP: {
      const operator = tokens.op(i);
      if (!SIGNS.has(operator)) return false;
      // A text has no sign.
      if (operator === op.MINUS) return tokens.kind(i + 1) === NUMBER && isBeforeValue(tokens.op(i - 1));
      // Behind a value a bracket calls it, or asks it for an item.
      return !op.opens(operator) || isBeforeValue(tokens.op(i - 1));
    }
    default:
      return false;
  }
}

const isBeforeValue = (operator: number): boolean =>
  operator === op.ASSIGN || operator === op.COMMA || op.opens(operator);

const isFormattedText = (_: number, text: string): boolean => isFormatted(text);
