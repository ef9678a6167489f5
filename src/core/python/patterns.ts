import * as word from './keywords.ts';
import { type Lexer, NAME, NUMBER, STRING } from './lexer.ts';
import * as op from './operators.ts';

/** What stands between `case` and its guard or colon (PEP 634). */
export function patterns(lexer: Lexer): void {
  starOrPattern(lexer);
  while (lexer.isOp(op.COMMA)) {
    lexer.next();
    if (lexer.isOp(op.COLON) || lexer.isWord(word.IF)) return;
    starOrPattern(lexer);
  }
}

function starOrPattern(lexer: Lexer): void {
  if (lexer.isOp(op.STAR)) {
    lexer.next();
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
    lexer.expectName();
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

/** `-1`, `2.5`, `3 - 4j`. */
function numberPattern(lexer: Lexer): void {
  if (lexer.isOp(op.MINUS)) lexer.next();
  if (!lexer.is(NUMBER)) lexer.unexpected();
  lexer.next();
  if (!lexer.isOp(op.PLUS) && !lexer.isOp(op.MINUS)) return;
  lexer.next();
  if (!lexer.is(NUMBER)) lexer.unexpected();
  lexer.next();
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
      lexer.expectName();
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
  lexer.expectName();
  while (lexer.isOp(op.DOT)) {
    lexer.next();
    lexer.expectName();
  }
  if (!lexer.isOp(op.PAREN_OPEN)) return;
  lexer.next();
  while (!lexer.isOp(op.PAREN_CLOSE)) {
    pattern(lexer);
    if (lexer.isOp(op.ASSIGN)) {
      lexer.next();
      pattern(lexer);
    }
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  }
  lexer.expect(op.PAREN_CLOSE);
}
