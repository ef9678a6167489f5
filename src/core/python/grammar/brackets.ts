import * as word from '../lexer/keywords.ts';
import type { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import {
  arithmetic,
  atComprehension,
  beginsExpression,
  comprehension,
  expression,
  isTarget,
  namedExpression,
  PLAIN_NAME,
  refuseStarred,
  SEQUENCE,
  type Shape,
  STARRED_TARGET,
  starOrNamed,
  VALUE,
  yieldExpression,
} from './expressions.ts';

/** `(…)` as an atom: a group, a tuple, a generator or a yield. */
export function parentheses(lexer: Lexer): Shape {
  // `with (open(a) as f, open(b) as g):` is the one place where `as` may be inside a group.
  const mayBindItems = lexer.withItemsAt === lexer.start;
  lexer.next();
  if (lexer.isOp(op.PAREN_CLOSE)) {
    lexer.next();
    return SEQUENCE;
  }
  if (lexer.isWord(word.YIELD)) {
    yieldExpression(lexer);
    lexer.expect(op.PAREN_CLOSE);
    return VALUE;
  }
  const first = starOrNamed(lexer);
  if (mayBindItems) readItemTarget(lexer);
  if (atComprehension(lexer)) {
    refuseStarred(lexer, first);
    comprehension(lexer);
    lexer.expect(op.PAREN_CLOSE);
    return VALUE;
  }
  if (!lexer.isOp(op.COMMA)) {
    refuseStarred(lexer, first);
    lexer.expect(op.PAREN_CLOSE);
    return first;
  }
  let areTargets = isTarget(first);
  while (lexer.isOp(op.COMMA)) {
    lexer.next();
    if (!beginsExpression(lexer)) break;
    if (!isTarget(starOrNamed(lexer))) areTargets = false;
    if (mayBindItems) readItemTarget(lexer);
  }
  lexer.expect(op.PAREN_CLOSE);
  return areTargets ? SEQUENCE : VALUE;
}

function readItemTarget(lexer: Lexer): void {
  if (!lexer.isWord(word.AS)) return;
  lexer.next();
  const start = lexer.start;
  if (!isTarget(starOrNamed(lexer))) lexer.unexpected();
  lexer.onBind?.(start, lexer.previousEnd);
}

/** `[…]` as an atom: a list or a list comprehension. */
export function brackets(lexer: Lexer): Shape {
  lexer.next();
  let areTargets = true;
  let count = 0;
  while (beginsExpression(lexer)) {
    const shape = starOrNamed(lexer);
    if (!isTarget(shape)) areTargets = false;
    if (count === 0 && atComprehension(lexer)) {
      refuseStarred(lexer, shape);
      comprehension(lexer);
      areTargets = false;
      break;
    }
    count++;
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  }
  lexer.expect(op.BRACKET_CLOSE);
  return areTargets ? SEQUENCE : VALUE;
}

/** `{…}`: a dictionary, a set or a comprehension of either. */
export function braces(lexer: Lexer): Shape {
  lexer.next();
  if (!lexer.isOp(op.BRACE_CLOSE)) {
    if (lexer.isOp(op.DOUBLE_STAR)) dictionaryItems(lexer);
    else {
      const shape = starOrNamed(lexer);
      if (lexer.isOp(op.COLON)) {
        lexer.next();
        expression(lexer);
        if (atComprehension(lexer)) comprehension(lexer);
        else if (lexer.isOp(op.COMMA)) {
          lexer.next();
          dictionaryItems(lexer);
        }
      } else if (atComprehension(lexer)) {
        refuseStarred(lexer, shape);
        comprehension(lexer);
      } else setItems(lexer);
    }
  }
  lexer.expect(op.BRACE_CLOSE);
  return VALUE;
}

function setItems(lexer: Lexer): void {
  while (lexer.isOp(op.COMMA)) {
    lexer.next();
    if (!beginsExpression(lexer)) return;
    starOrNamed(lexer);
  }
}

function dictionaryItems(lexer: Lexer): void {
  for (;;) {
    if (lexer.isOp(op.DOUBLE_STAR)) {
      lexer.next();
      arithmetic(lexer);
    } else {
      if (lexer.isOp(op.BRACE_CLOSE)) return;
      expression(lexer);
      lexer.expect(op.COLON);
      expression(lexer);
    }
    if (!lexer.isOp(op.COMMA)) return;
    lexer.next();
  }
}

/** `(…)` behind a callee or a class name. */
export function callArguments(lexer: Lexer): void {
  lexer.next();
  let keywords: 'none' | 'named' | 'unpacked' = 'none';
  let count = 0;
  while (!lexer.isOp(op.PAREN_CLOSE)) {
    const at = lexer.start;
    if (lexer.isOp(op.DOUBLE_STAR)) {
      lexer.next();
      expression(lexer);
      keywords = 'unpacked';
    } else if (lexer.isOp(op.STAR)) {
      lexer.next();
      expression(lexer);
      if (keywords === 'unpacked')
        lexer.fail('iterable argument unpacking follows keyword argument unpacking', at);
    } else {
      const shape = namedExpression(lexer);
      if (lexer.isOp(op.ASSIGN)) {
        if (shape !== PLAIN_NAME) lexer.fail('a keyword argument needs a name before "="', at);
        lexer.next();
        expression(lexer);
        if (keywords === 'none') keywords = 'named';
      } else if (atComprehension(lexer)) {
        comprehension(lexer);
        if (count > 0 || !lexer.isOp(op.PAREN_CLOSE))
          lexer.fail('a generator expression must be parenthesized', at);
      } else if (keywords !== 'none') lexer.fail('positional argument follows keyword argument', at);
    }
    count++;
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  }
  lexer.expect(op.PAREN_CLOSE);
}

/** `[…]` behind a primary: indexes and slices. */
export function subscript(lexer: Lexer): void {
  lexer.next();
  do {
    slice(lexer);
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  } while (!lexer.isOp(op.BRACKET_CLOSE));
  lexer.expect(op.BRACKET_CLOSE);
}

function slice(lexer: Lexer): void {
  if (!lexer.isOp(op.COLON)) {
    const shape = starOrNamed(lexer);
    if (!lexer.isOp(op.COLON)) return;
    if (shape >= STARRED_TARGET) lexer.unexpected();
  }
  for (let colons = 0; colons < 2 && lexer.isOp(op.COLON); colons++) {
    lexer.next();
    if (beginsExpression(lexer)) expression(lexer);
  }
}
