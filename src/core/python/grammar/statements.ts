import * as word from '../lexer/keywords.ts';
import type { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { DEDENT, END_OF_FILE, INDENT, NEWLINE } from '../lexer/token-kinds.ts';
import { assignment } from './assignments.ts';
import { classDefinition, decorated, functionDefinition } from './definitions.ts';
import {
  expression,
  isTarget,
  namedExpression,
  type Shape,
  starExpressions,
  targets,
  VALUE,
} from './expressions.ts';
import { fromStatement, importStatement } from './imports.ts';
import { atMatchStatement, matchStatement } from './match-statement.ts';
import { inBlock, type Scope } from './scope.ts';
import { atTypeStatement, typeStatement } from './type-statement.ts';

/** All statements up to the end of the block or file. */
export function statements(lexer: Lexer, scope: Scope): void {
  while (!lexer.is(DEDENT) && !lexer.is(END_OF_FILE)) {
    if (lexer.is(INDENT)) lexer.fail('unexpected indent', lexer.start);
    else statement(lexer, scope);
  }
}

/** What follows the `:` of a header: an indented block, or simple statements on the same line. */
export function suite(lexer: Lexer, scope: Scope): void {
  if (!lexer.is(NEWLINE)) return void simpleStatements(lexer, scope);
  if (lexer.next() !== INDENT) return void lexer.fail('expected an indented block', lexer.start);
  lexer.next();
  statements(lexer, scope);
  if (lexer.is(DEDENT)) lexer.next();
}

export function colonAndSuite(lexer: Lexer, scope: Scope): void {
  lexer.expect(op.COLON);
  suite(lexer, scope);
}

function statement(lexer: Lexer, scope: Scope): void {
  switch (lexer.word) {
    case 0:
      if (lexer.isOp(op.AT)) decorated(lexer, scope);
      else simpleStatements(lexer, scope);
      return;
    case word.IF:
      return void ifStatement(lexer, scope);
    case word.DEF:
      return void functionDefinition(lexer, scope, undefined, lexer.start);
    case word.CLASS_WORD:
      return void classDefinition(lexer, scope, undefined);
    case word.FOR:
      return void forStatement(lexer, scope);
    case word.WHILE:
      lexer.next();
      namedExpression(lexer);
      colonAndSuite(lexer, inBlock(scope));
      return void elseClause(lexer, scope);
    case word.TRY:
      return void tryStatement(lexer, scope);
    case word.WITH:
      return void withStatement(lexer, scope);
    case word.ASYNC:
      return void asyncStatement(lexer, scope);
    case word.MATCH:
      if (atMatchStatement(lexer)) matchStatement(lexer, scope);
      else simpleStatements(lexer, scope);
      return;
    default:
      return void simpleStatements(lexer, scope);
  }
}

function simpleStatements(lexer: Lexer, scope: Scope): void {
  for (;;) {
    simpleStatement(lexer, scope);
    if (!lexer.isOp(op.SEMICOLON)) break;
    if (lexer.next() === NEWLINE) break;
  }
  if (lexer.is(NEWLINE)) lexer.next();
  else lexer.unexpected();
}

function simpleStatement(lexer: Lexer, scope: Scope): void {
  switch (lexer.word) {
    case 0:
      return void assignment(lexer, scope);
    case word.RETURN:
      lexer.next();
      if (!lexer.is(NEWLINE) && !lexer.isOp(op.SEMICOLON)) starExpressions(lexer);
      return;
    case word.IMPORT:
      return void importStatement(lexer, scope);
    case word.FROM:
      return void fromStatement(lexer, scope);
    case word.RAISE:
      return void raiseStatement(lexer);
    case word.PASS:
    case word.BREAK:
    case word.CONTINUE:
      return void lexer.next();
    case word.DEL:
      lexer.next();
      if (!isDeletable(starExpressions(lexer))) lexer.unexpected();
      return;
    case word.ASSERT:
      lexer.next();
      expression(lexer);
      if (!lexer.isOp(op.COMMA)) return;
      lexer.next();
      return void expression(lexer);
    case word.GLOBAL:
    case word.NONLOCAL:
      return void globalStatement(lexer, scope);
    case word.TYPE:
      if (atTypeStatement(lexer)) typeStatement(lexer, scope);
      else assignment(lexer, scope);
      return;
    default:
      return void assignment(lexer, scope);
  }
}

const isDeletable = (shape: Shape) => shape !== VALUE && isTarget(shape);

function raiseStatement(lexer: Lexer): void {
  lexer.next();
  if (lexer.is(NEWLINE) || lexer.isOp(op.SEMICOLON)) return;
  expression(lexer);
  if (!lexer.isWord(word.FROM)) return;
  lexer.next();
  expression(lexer);
}

function globalStatement(lexer: Lexer, scope: Scope): void {
  const isGlobal = lexer.isWord(word.GLOBAL);
  do {
    lexer.next();
    if (isGlobal) scope.outline.bind(lexer.start, lexer.end);
    lexer.expectName();
  } while (lexer.isOp(op.COMMA));
}

function ifStatement(lexer: Lexer, scope: Scope): void {
  do {
    lexer.next();
    const start = lexer.start;
    const shape = namedExpression(lexer);
    const isForTypes = shape !== VALUE && scope.outline.endsInTypeChecking(start, lexer.previousEnd);
    colonAndSuite(lexer, inBlock(scope, isForTypes ? 'type_checking' : 'conditional'));
  } while (lexer.isWord(word.ELIF));
  elseClause(lexer, scope);
}

function elseClause(lexer: Lexer, scope: Scope): void {
  if (!lexer.isWord(word.ELSE)) return;
  lexer.next();
  colonAndSuite(lexer, inBlock(scope));
}

function forStatement(lexer: Lexer, scope: Scope): void {
  lexer.next();
  const start = lexer.start;
  targets(lexer);
  lexer.onBind?.(start, lexer.previousEnd);
  lexer.expectWord(word.IN);
  starExpressions(lexer);
  colonAndSuite(lexer, inBlock(scope));
  elseClause(lexer, scope);
}

function tryStatement(lexer: Lexer, scope: Scope): void {
  const block = inBlock(scope);
  lexer.next();
  colonAndSuite(lexer, block);
  const hasHandler = lexer.isWord(word.EXCEPT);
  while (lexer.isWord(word.EXCEPT)) exceptClause(lexer, block);
  if (hasHandler) elseClause(lexer, scope);
  if (lexer.isWord(word.FINALLY)) {
    lexer.next();
    // `finally` always runs.
    colonAndSuite(lexer, scope);
  } else if (!hasHandler) lexer.fail("expected 'except' or 'finally' block", lexer.start);
}

function exceptClause(lexer: Lexer, block: Scope): void {
  lexer.next();
  if (lexer.isOp(op.STAR)) lexer.next();
  if (!lexer.isOp(op.COLON)) {
    expression(lexer);
    // PEP 758: several types without parentheses, then without a name.
    let isSingle = true;
    while (lexer.isOp(op.COMMA)) {
      isSingle = false;
      lexer.next();
      if (!lexer.isOp(op.COLON)) expression(lexer);
    }
    if (isSingle && lexer.isWord(word.AS)) {
      lexer.next();
      lexer.onBind?.(lexer.start, lexer.end);
      lexer.expectName();
    }
  }
  colonAndSuite(lexer, block);
}

function withStatement(lexer: Lexer, scope: Scope): void {
  lexer.next();
  if (lexer.isOp(op.PAREN_OPEN)) lexer.withItemsAt = lexer.start;
  for (;;) {
    expression(lexer);
    lexer.withItemsAt = -1;
    if (lexer.isWord(word.AS)) {
      lexer.next();
      const start = lexer.start;
      if (!isTarget(withTarget(lexer))) lexer.unexpected();
      lexer.onBind?.(start, lexer.previousEnd);
    }
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  }
  colonAndSuite(lexer, inBlock(scope));
}

function withTarget(lexer: Lexer): Shape {
  if (lexer.isOp(op.STAR)) lexer.next();
  return expression(lexer);
}

function asyncStatement(lexer: Lexer, scope: Scope): void {
  const start = lexer.start;
  lexer.next();
  if (lexer.isWord(word.DEF)) functionDefinition(lexer, scope, undefined, start);
  else if (lexer.isWord(word.FOR)) forStatement(lexer, scope);
  else if (lexer.isWord(word.WITH)) withStatement(lexer, scope);
  else lexer.unexpected();
}
