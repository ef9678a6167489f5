import { byteAt } from '../../kernel/at.ts';
import { CLASS, LETTER, NAME_BYTE } from '../lexer/bytes.ts';
import { findWord, MATCH } from '../lexer/keywords.ts';
import type { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { expression } from './expressions.ts';
import { typeParameters } from './parameters.ts';
import type { Scope } from './scope.ts';

/** `type` may be a name too; it begins a type alias when another name follows (PEP 695). */
export function atTypeStatement(lexer: Lexer): boolean {
  const bytes = lexer.bytes;
  let start = lexer.end;
  while (bytes[start] === 32 || bytes[start] === 9) start++;
  if (start === lexer.end || CLASS[byteAt(bytes, start)] !== LETTER) return false;
  let end = start;
  while (NAME_BYTE[byteAt(bytes, end)] === 1) end++;
  const word = findWord(bytes, start, end);
  return word === 0 || word >= MATCH;
}

export function typeStatement(lexer: Lexer, scope: Scope): void {
  const start = lexer.start;
  lexer.next();
  const nameStart = lexer.start;
  const nameEnd = lexer.end;
  lexer.expectName();
  typeParameters(lexer);
  lexer.expect(op.ASSIGN);
  expression(lexer);
  if (scope.kind !== 'function')
    scope.outline.assign(scope, 'type', start, nameStart, nameEnd, lexer.previousEnd);
}
