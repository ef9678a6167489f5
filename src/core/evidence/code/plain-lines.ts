import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NUMBER, OP, STRING } from '../../python/lexer/token-kinds.ts';
import { isFormatted } from './string-literal.ts';
import type { CodeTokens } from './token-columns.ts';

/** Lines of more tokens may be nested deeper than the compiler follows. */
const LONGEST_LINE = 300;
/** Shorter than the whole numbers that Python refuses to read. */
const LONGEST_NUMBER = 4000;

const WORDS: ReadonlySet<string> = new Set(word.WORDS);
const OPERATORS: ReadonlySet<string> = new Set([...'=,.()[]:+-/%|<>', '==', '!=', '<=', '>=', '//']);

/** Whether the token is of no interest to any rule about what Python refuses that parses. */
function isPlain(kind: number, text: string): boolean {
  if (kind === NAME) return !WORDS.has(text) && text !== '__debug__';
  if (kind === NUMBER) return text.length <= LONGEST_NUMBER;
  if (kind === STRING) return !isFormatted(text) && !text.includes('\\N{');
  return kind === OP && OPERATORS.has(text);
}

/**
 * Tells the lines that Python surely takes wherever they stand, without making their tokens: `name = value`, a call.
 * They are most lines of large files. There are none in a file that is not ASCII, where names are written in other
 * letters than they are compared in, and in one with `global` or `nonlocal`, which is about the names above it.
 */
export function plainLines(tokens: CodeTokens, isAscii: boolean): (from: number, to: number) => boolean {
  if (!isAscii || declaresNames(tokens)) return () => false;
  const isPlainAt = tokens.asking(isPlain);
  return (from, to) => {
    if (to - from > LONGEST_LINE || tokens.kind(from) !== NAME) return false;
    let depth = 0;
    for (let i = from; i < to; i++) {
      if (!isPlainAt(i)) return false;
      const operator = tokens.op(i);
      if (operator === 0) continue;
      if (op.opens(operator)) depth++;
      else if (op.closes(operator)) depth--;
      // A keyword may be given twice.
      else if (operator === op.ASSIGN && depth > 0) return false;
    }
    return true;
  };
}

function declaresNames(tokens: CodeTokens): boolean {
  for (let i = 0; i < tokens.length; i++) {
    const each = tokens.word(i);
    if (each === word.GLOBAL || each === word.NONLOCAL) return true;
  }
  return false;
}
