import { byteAt } from '../../kernel/at.ts';
import * as word from '../lexer/keywords.ts';
import type { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { NAME, NUMBER, STRING } from '../lexer/token-kinds.ts';

/** What is between `case` and its guard or colon (PEP 634). */
export function patterns(lexer: Lexer): void {
  const isStarred = lexer.isOp(op.STAR);
  starOrPattern(lexer);
  // A star needs the comma that makes a sequence.
  if (isStarred && !lexer.isOp(op.COMMA)) lexer.unexpected();
  while (lexer.isOp(op.COMMA)) {
    lexer.next();
    if (lexer.isOp(op.COLON) || lexer.isWord(word.IF)) return;
    starOrPattern(lexer);
  }
}

function starOrPattern(lexer: Lexer): void {
  if (lexer.isOp(op.STAR)) {
    lexer.next();
    bindUnlessWildcard(lexer, lexer.start, lexer.end);
    lexer.expectName();
  } else pattern(lexer);
}

function pattern(lexer: Lexer): void {
  closedPattern(lexer);
  while (lexer.isOp(op.BAR)) {
    lexer.next();
    closedPattern(lexer);
  }
  if (lexer.isWord(word.AS)) {
    lexer.next();
    captureTarget(lexer);
  }
}

function closedPattern(lexer: Lexer): void {
  if (lexer.is(STRING)) {
    while (lexer.next() === STRING);
  } else if (lexer.is(NUMBER) || lexer.isOp(op.MINUS)) numberPattern(lexer);
  else if (lexer.isOp(op.PAREN_OPEN)) sequence(lexer, op.PAREN_CLOSE);
  else if (lexer.isOp(op.BRACKET_OPEN)) sequence(lexer, op.BRACKET_CLOSE);
  else if (lexer.isOp(op.BRACE_OPEN)) mapping(lexer);
  else if (lexer.is(NAME) && lexer.word > 0 && lexer.word <= word.TRUE) lexer.next();
  else namePattern(lexer);
}

/** `-1`, `2.5`, `3 - 4j`: a real part, and behind a sign an imaginary one. */
function numberPattern(lexer: Lexer): void {
  if (lexer.isOp(op.MINUS)) lexer.next();
  if (!lexer.is(NUMBER)) lexer.unexpected();
  const isReal = !isImaginary(lexer);
  lexer.next();
  if (!lexer.isOp(op.PLUS) && !lexer.isOp(op.MINUS)) return;
  lexer.next();
  if (!isReal || !lexer.is(NUMBER) || !isImaginary(lexer)) lexer.unexpected();
  lexer.next();
}

function isImaginary(lexer: Lexer): boolean {
  return (byteAt(lexer.bytes, lexer.end - 1) | 32) === 106;
}

function sequence(lexer: Lexer, close: number): void {
  lexer.next();
  while (!lexer.isOp(close)) {
    starOrPattern(lexer);
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  }
  lexer.expect(close);
}

function mapping(lexer: Lexer): void {
  lexer.next();
  while (!lexer.isOp(op.BRACE_CLOSE)) {
    if (lexer.isOp(op.DOUBLE_STAR)) {
      lexer.next();
      captureTarget(lexer);
    } else {
      closedPattern(lexer);
      lexer.expect(op.COLON);
      pattern(lexer);
    }
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  }
  lexer.expect(op.BRACE_CLOSE);
}

/** A capture, a value such as `Color.RED`, or a class such as `Point(0, y=1)`. */
function namePattern(lexer: Lexer): void {
  const { start, end } = lexer;
  lexer.expectName();
  // `y` of `Point(y=1)` names a member.
  if (!lexer.isOp(op.DOT) && !lexer.isOp(op.PAREN_OPEN) && !lexer.isOp(op.ASSIGN))
    bindUnlessWildcard(lexer, start, end);
  while (lexer.isOp(op.DOT)) {
    lexer.next();
    lexer.expectName();
  }
  if (lexer.isOp(op.PAREN_OPEN)) classPattern(lexer);
}

/** The arguments of `Point(0, y=1)`. */
function classPattern(lexer: Lexer): void {
  lexer.next();
  let hasKeyword = false;
  while (!lexer.isOp(op.PAREN_CLOSE)) {
    const { start, end } = lexer;
    const mayBeKeyword = lexer.atName();
    pattern(lexer);
    if (lexer.isOp(op.ASSIGN)) {
      if (!mayBeKeyword || lexer.previousEnd !== end) lexer.unexpected();
      lexer.next();
      pattern(lexer);
      hasKeyword = true;
    } else if (hasKeyword) lexer.fail('positional patterns follow keyword patterns', start);
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  }
  lexer.expect(op.PAREN_CLOSE);
}

/** A name that a pattern binds; `_` binds nothing. */
function captureTarget(lexer: Lexer): void {
  if (isWildcard(lexer, lexer.start, lexer.end)) lexer.unexpected();
  lexer.onBind?.(lexer.start, lexer.end);
  lexer.expectName();
}

function bindUnlessWildcard(lexer: Lexer, start: number, end: number): void {
  if (!isWildcard(lexer, start, end)) lexer.onBind?.(start, end);
}

const isWildcard = ({ bytes }: Lexer, start: number, end: number): boolean =>
  end - start === 1 && bytes[start] === 95;
