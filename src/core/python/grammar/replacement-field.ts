import { byteAt } from '../../kernel/at.ts';
import { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { BAD_FIELD } from '../lexer/strings.ts';
import { NAME } from '../lexer/token-kinds.ts';
import { atComprehension, comprehension, yieldOrStarExpressions } from './expressions.ts';

const CONVERSIONS = [97, 114, 115]; // a r s

/**
 * Reads `expression = !conversion` of a replacement field in an f-string or t-string by the grammar, from
 * behind the `{`. Answers the offset behind the `}` or `:` that follows; a fault goes to the outer lexer.
 */
function readReplacementField(outer: Lexer, start: number): number {
  const lexer = new Lexer(outer.bytes, start, outer.length, 'field');
  readWithGrammar(lexer);
  lexer.names = outer.names;
  lexer.onBind = outer.onBind;
  lexer.onCall = outer.onCall;
  lexer.next();
  yieldOrStarExpressions(lexer);
  // Before Python 3.12 a field was read as if it stood in parentheses, so that it could be a generator.
  if (atComprehension(lexer)) comprehension(lexer);
  if (lexer.isOp(op.ASSIGN)) lexer.next();
  if (lexer.isOp(op.EXCLAMATION)) {
    lexer.next();
    const isConversion = lexer.is(NAME) && lexer.end - lexer.start === 1;
    if (!isConversion || !CONVERSIONS.includes(byteAt(lexer.bytes, lexer.start))) lexer.unexpected();
    lexer.next();
  }
  if (lexer.isOp(op.BRACE_CLOSE)) return lexer.end;
  // `{x:=5}` is no walrus but the format spec `=5`.
  if (lexer.isOp(op.COLON) || lexer.isOp(op.WALRUS)) return lexer.start + 1;
  const fault = lexer.fault ?? { reason: "expected '}' in a formatted string", offset: lexer.start };
  outer.fail(fault.reason, fault.offset);
  return BAD_FIELD;
}

/** From now on the lexer reads what is inside f-strings by the grammar, not only to their end. */
export function readWithGrammar(lexer: Lexer): void {
  lexer.readField = start => readReplacementField(lexer, start);
}
