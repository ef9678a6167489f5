import type { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { arithmetic, expression } from './expressions.ts';

/** The parameters of a `def` (up to its `)`) or of a lambda (up to its `:`). */
export function parameters(lexer: Lexer, of: 'def' | 'lambda'): void {
  let count = 0;
  let hasSlash = false;
  let star: 'none' | 'needs a name' | 'seen' = 'none';
  let hasDefault = false;
  for (;;) {
    const at = lexer.start;
    if (lexer.isOp(op.SLASH)) {
      if (hasSlash || star !== 'none' || count === 0) return void lexer.unexpected();
      hasSlash = true;
      lexer.next();
    } else if (lexer.isOp(op.STAR)) {
      if (star !== 'none') return void lexer.unexpected();
      lexer.next();
      star = lexer.isOp(op.COMMA) ? 'needs a name' : 'seen';
      if (star === 'seen') nameWithAnnotation(lexer, of, 'may be starred');
    } else if (lexer.isOp(op.DOUBLE_STAR)) {
      if (star === 'needs a name') return void lexer.fail('named parameters must follow a bare *', at);
      lexer.next();
      nameWithAnnotation(lexer, of, 'plain');
      if (lexer.isOp(op.COMMA)) lexer.next();
      return;
    } else if (lexer.atName()) {
      nameWithAnnotation(lexer, of, 'plain');
      if (star === 'needs a name') star = 'seen';
      if (lexer.isOp(op.ASSIGN)) {
        lexer.next();
        expression(lexer);
        hasDefault = true;
      } else if (hasDefault && star === 'none')
        return void lexer.fail('a parameter without a default follows one with a default', at);
    } else break;
    count++;
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  }
  if (star === 'needs a name') lexer.fail('named parameters must follow a bare *', lexer.start);
}

function nameWithAnnotation(
  lexer: Lexer,
  of: 'def' | 'lambda',
  annotation: 'plain' | 'may be starred',
): void {
  lexer.expectName();
  if (of === 'lambda' || !lexer.isOp(op.COLON)) return;
  lexer.next();
  if (lexer.isOp(op.STAR) && annotation === 'may be starred') {
    lexer.next();
    arithmetic(lexer);
  } else expression(lexer);
}

/** `[T: int, *Ts, **P = [int]]` behind the name of a function, class or type alias (PEP 695, PEP 696). */
export function typeParameters(lexer: Lexer): void {
  if (!lexer.isOp(op.BRACKET_OPEN)) return;
  lexer.next();
  do {
    const isPlain = !lexer.isOp(op.STAR) && !lexer.isOp(op.DOUBLE_STAR);
    const isTuple = lexer.isOp(op.STAR);
    if (!isPlain) lexer.next();
    lexer.expectName();
    if (isPlain && lexer.isOp(op.COLON)) {
      lexer.next();
      expression(lexer);
    }
    if (lexer.isOp(op.ASSIGN)) {
      lexer.next();
      if (isTuple && lexer.isOp(op.STAR)) lexer.next();
      expression(lexer);
    }
    if (!lexer.isOp(op.COMMA)) break;
    lexer.next();
  } while (!lexer.isOp(op.BRACKET_CLOSE));
  lexer.expect(op.BRACKET_CLOSE);
}
