import * as word from '../lexer/keywords.ts';
import type { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { NAME, NUMBER, OP, STRING } from '../lexer/token-kinds.ts';
import { braces, brackets, callArguments, parentheses, subscript } from './brackets.ts';
import { parameters } from './parameters.ts';

/** What an expression could be on the left of `=`. */
export type Shape = number;
export const VALUE = 0;
export const PLAIN_NAME = 1;
/** `a.b` or `a[b]`. */
export const MEMBER = 2;
/** A tuple or list of targets. */
export const SEQUENCE = 3;
export const STARRED_TARGET = 4;
const STARRED_VALUE = 5;

export const isTarget = (shape: Shape) => shape !== VALUE && shape !== STARRED_VALUE;
const isStarred = (shape: Shape) => shape >= STARRED_TARGET;

/**
 * The grammar's rules of the same names, as a recogniser: each reads its part and stops the lexer with a
 * fault where Python's parser would. Operators are read flat, because precedence cannot make a file invalid.
 */
export function expression(lexer: Lexer): Shape {
  let isAlone = true;
  // The last part of a conditional expression and of a lambda is an expression again.
  for (;;) {
    if (lexer.isWord(word.LAMBDA)) {
      // In `f"{lambda x: 1}"` the colon begins a format spec.
      if (lexer.depth === lexer.fieldDepth) lexer.unexpected();
      lexer.next();
      parameters(lexer, 'lambda');
      lexer.expect(op.COLON);
    } else {
      const shape = disjunction(lexer);
      if (!lexer.isWord(word.IF)) return isAlone ? shape : VALUE;
      lexer.next();
      disjunction(lexer);
      lexer.expectWord(word.ELSE);
    }
    isAlone = false;
  }
}

/** An expression, or `name := value`. */
export function namedExpression(lexer: Lexer): Shape {
  const start = lexer.start;
  const shape = expression(lexer);
  if (!lexer.isOp(op.WALRUS)) return shape;
  if (shape !== PLAIN_NAME) lexer.unexpected();
  lexer.onBind?.(start, lexer.previousEnd);
  lexer.next();
  expression(lexer);
  return VALUE;
}

export function starOrNamed(lexer: Lexer): Shape {
  return lexer.isOp(op.STAR) ? starred(lexer) : namedExpression(lexer);
}

function starred(lexer: Lexer): Shape {
  lexer.next();
  return isTarget(arithmetic(lexer)) ? STARRED_TARGET : STARRED_VALUE;
}

/** One or more expressions with commas between; a trailing comma makes a tuple. */
export function starExpressions(lexer: Lexer): Shape {
  const first = lexer.isOp(op.STAR) ? starred(lexer) : expression(lexer);
  if (!lexer.isOp(op.COMMA)) return first;
  let areTargets = isTarget(first);
  while (lexer.isOp(op.COMMA)) {
    lexer.next();
    if (!beginsExpression(lexer)) break;
    const shape = lexer.isOp(op.STAR) ? starred(lexer) : expression(lexer);
    areTargets &&= isTarget(shape);
  }
  return areTargets ? SEQUENCE : VALUE;
}

export function yieldOrStarExpressions(lexer: Lexer): Shape {
  if (!lexer.isWord(word.YIELD)) return starExpressions(lexer);
  yieldExpression(lexer);
  return VALUE;
}

export function yieldExpression(lexer: Lexer): void {
  lexer.next();
  if (lexer.isWord(word.FROM)) {
    lexer.next();
    expression(lexer);
  } else if (beginsExpression(lexer)) starExpressions(lexer);
}

/** Whether an expression, possibly starred, can begin with the current token. */
export function beginsExpression(lexer: Lexer): boolean {
  switch (lexer.kind) {
    case NAME: {
      const w = lexer.word;
      return w <= word.TRUE || w >= word.MATCH || w === word.LAMBDA || w === word.NOT || w === word.AWAIT;
    }
    case NUMBER:
    case STRING:
      return true;
    case OP: {
      const o = lexer.op;
      if (o === op.PAREN_OPEN || o === op.BRACKET_OPEN || o === op.BRACE_OPEN || o === op.STAR) return true;
      return o === op.MINUS || o === op.PLUS || o === op.TILDE || o === op.ELLIPSIS;
    }
    default:
      return false;
  }
}

/**
 * Operands with operators of every kind between them: `not`, `and`, `or`, comparisons, arithmetic. One loop in
 * place of a function for each level of precedence, because this is where most of the time goes.
 */
function disjunction(lexer: Lexer): Shape {
  let isAlone = true;
  // `not` may only stand first and behind `and`, `or` and another `not`.
  let mayNegate = true;
  for (;;) {
    while (mayNegate && lexer.isWord(word.NOT)) {
      lexer.next();
      isAlone = false;
    }
    // Most operands are a name or a call, without a sign in front of them.
    const isSigned = lexer.kind === OP || lexer.word === word.AWAIT;
    const shape = isSigned ? operand(lexer) : primary(lexer);
    if (lexer.kind === OP) {
      if (!op.isInfix(lexer.op)) return isAlone ? shape : VALUE;
      lexer.next();
      mayNegate = false;
    } else {
      const infix = lexer.word;
      if (infix === word.AND || infix === word.OR) mayNegate = true;
      else if (infix === word.IN || infix === word.IS || infix === word.NOT) mayNegate = false;
      else return isAlone ? shape : VALUE;
      lexer.next();
      if (infix === word.IS && lexer.isWord(word.NOT)) lexer.next();
      else if (infix === word.NOT) lexer.expectWord(word.IN);
    }
    isAlone = false;
  }
}

/** The rule `bitwise_or`: operands with arithmetic operators between them. */
export function arithmetic(lexer: Lexer): Shape {
  let shape = operand(lexer);
  while (lexer.is(OP) && op.isBinary(lexer.op)) {
    lexer.next();
    operand(lexer);
    shape = VALUE;
  }
  return shape;
}

function operand(lexer: Lexer): Shape {
  let isPlain = true;
  while (lexer.isOp(op.MINUS) || lexer.isOp(op.PLUS) || lexer.isOp(op.TILDE)) {
    lexer.next();
    isPlain = false;
  }
  if (lexer.isWord(word.AWAIT)) {
    lexer.next();
    isPlain = false;
  }
  const shape = primary(lexer);
  return isPlain ? shape : VALUE;
}

/** An atom with its attributes, calls and subscripts. */
export function primary(lexer: Lexer): Shape {
  const start = lexer.start;
  let isDotted = false;
  let shape = VALUE;
  if (lexer.kind === NAME) {
    const w = lexer.word;
    if (w === 0 || w >= word.MATCH) shape = PLAIN_NAME;
    else if (w > word.TRUE) lexer.unexpected();
    isDotted = true;
    lexer.next();
  } else shape = atom(lexer);
  for (;;) {
    switch (lexer.op) {
      case op.DOT:
        lexer.next();
        lexer.expectName();
        shape = MEMBER;
        break;
      case op.PAREN_OPEN:
        lexer.onCall?.(start, lexer.previousEnd, isDotted);
        callArguments(lexer);
        isDotted = false;
        shape = VALUE;
        break;
      case op.BRACKET_OPEN:
        subscript(lexer);
        isDotted = false;
        shape = MEMBER;
        break;
      default:
        return shape;
    }
  }
}

/** An atom that is no name. */
function atom(lexer: Lexer): Shape {
  switch (lexer.kind) {
    case NUMBER:
      lexer.next();
      return VALUE;
    case STRING:
      return strings(lexer);
    case OP:
      if (lexer.isOp(op.PAREN_OPEN)) return parentheses(lexer);
      if (lexer.isOp(op.BRACKET_OPEN)) return brackets(lexer);
      if (lexer.isOp(op.BRACE_OPEN)) return braces(lexer);
      if (!lexer.isOp(op.ELLIPSIS)) lexer.unexpected();
      lexer.next();
      return VALUE;
    default:
      lexer.unexpected();
      return VALUE;
  }
}

/** Literals side by side are one: all bytes, or none. */
function strings(lexer: Lexer): Shape {
  const { isBytes } = lexer;
  while (lexer.next() === STRING) {
    if (lexer.isBytes !== isBytes) lexer.fail('cannot mix bytes and nonbytes literals', lexer.start);
  }
  return VALUE;
}

/** `for` targets: names, members, nested sequences, without eating the `in` behind them. */
export function targets(lexer: Lexer): void {
  for (;;) {
    if (lexer.isOp(op.STAR)) lexer.next();
    if (!isTarget(primary(lexer))) lexer.unexpected();
    if (!lexer.isOp(op.COMMA)) return;
    lexer.next();
    if (lexer.isWord(word.IN)) return;
  }
}

/** The `for … in … if …` parts behind the first element of a comprehension. */
export function comprehension(lexer: Lexer): void {
  while (lexer.isWord(word.FOR) || lexer.isWord(word.ASYNC)) {
    if (lexer.isWord(word.ASYNC)) lexer.next();
    lexer.expectWord(word.FOR);
    targets(lexer);
    lexer.expectWord(word.IN);
    disjunction(lexer);
    while (lexer.isWord(word.IF)) {
      lexer.next();
      disjunction(lexer);
    }
  }
}

export const atComprehension = (lexer: Lexer) => lexer.isWord(word.FOR) || lexer.isWord(word.ASYNC);

/** A starred element alone, without a comma, is no expression. */
export function refuseStarred(lexer: Lexer, shape: Shape): void {
  if (isStarred(shape)) lexer.fail('cannot use a starred expression here', lexer.previousEnd);
}
