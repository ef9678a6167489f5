import * as word from '../lexer/keywords.ts';
import { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { DEDENT, END_OF_FILE, INDENT, NEWLINE } from '../lexer/token-kinds.ts';
import { namedExpression, starExpressions } from './expressions.ts';
import { patterns } from './patterns.ts';
import { inBlock, type Scope } from './scope.ts';
import { colonAndSuite } from './statements.ts';

/**
 * `match` may be a name too. Only a match statement's line ends in a colon (`match x:`),
 * so the rest of the line decides.
 */
export function atMatchStatement(lexer: Lexer): boolean {
  const ahead = new Lexer(lexer.bytes, lexer.start, lexer.length);
  let last = 0;
  let count = 0;
  while (ahead.next() !== NEWLINE && !ahead.is(END_OF_FILE)) {
    last = ahead.op;
    count++;
  }
  return last === op.COLON && count > 2;
}

export function matchStatement(lexer: Lexer, scope: Scope): void {
  lexer.next();
  if (lexer.isOp(op.STAR)) starExpressions(lexer);
  else {
    namedExpression(lexer);
    if (lexer.isOp(op.COMMA)) {
      lexer.next();
      if (!lexer.isOp(op.COLON)) starExpressions(lexer);
    }
  }
  lexer.expect(op.COLON);
  if (!lexer.is(NEWLINE) || lexer.next() !== INDENT) return void lexer.unexpected();
  lexer.next();
  const block = inBlock(scope);
  do caseClause(lexer, block);
  while (!lexer.is(DEDENT) && !lexer.is(END_OF_FILE));
  if (lexer.is(DEDENT)) lexer.next();
}

function caseClause(lexer: Lexer, block: Scope): void {
  lexer.expectWord(word.CASE);
  patterns(lexer);
  if (lexer.isWord(word.IF)) {
    lexer.next();
    namedExpression(lexer);
  }
  colonAndSuite(lexer, block);
}
