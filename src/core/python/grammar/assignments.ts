import { at } from '../../kernel/at.ts';
import * as word from '../lexer/keywords.ts';
import type { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import {
  expression,
  isTarget,
  MEMBER,
  PLAIN_NAME,
  type Shape,
  starExpressions,
  yieldOrStarExpressions,
} from './expressions.ts';
import type { Scope } from './scope.ts';

/** An expression statement, an assignment with or without annotation, or `+=`. */
export function assignment(lexer: Lexer, scope: Scope): void {
  if (lexer.isWord(word.YIELD)) return void yieldOrStarExpressions(lexer);
  const start = lexer.start;
  const firstEnd = lexer.end;
  const shape = starExpressions(lexer);
  if (lexer.isOp(op.ASSIGN)) return void plainAssignment(lexer, scope, start, shape);
  if (lexer.isOp(op.COLON)) return void annotatedAssignment(lexer, scope, start, shape);
  if (op.isAugmented(lexer.op)) {
    if (shape !== PLAIN_NAME && shape !== MEMBER) lexer.unexpected();
    lexer.next();
    yieldOrStarExpressions(lexer);
  }
  if (scope.kind === 'module') scope.outline.readExports(start, firstEnd, lexer.previousEnd);
}

function plainAssignment(lexer: Lexer, scope: Scope, start: number, first: Shape): void {
  const firstEnd = lexer.previousEnd;
  /** Starts and ends of the targets behind the first one: `a = b = 1`. */
  let others: number[] | undefined;
  let segmentStart = start;
  let shape = first;
  while (lexer.isOp(op.ASSIGN)) {
    if (!isTarget(shape)) return void lexer.fail('cannot assign to this expression', segmentStart);
    if (segmentStart !== start) {
      others ??= [];
      others.push(segmentStart, lexer.previousEnd);
    }
    lexer.next();
    segmentStart = lexer.start;
    shape = yieldOrStarExpressions(lexer);
  }
  const end = lexer.previousEnd;
  const { outline } = scope;
  outline.assignTargets(scope, start, end, start, firstEnd);
  if (others !== undefined) {
    for (let i = 0; i < others.length; i += 2)
      outline.assignTargets(scope, start, end, at(others, i), at(others, i + 1));
  }
  if (scope.kind === 'module') outline.readExports(start, firstEnd, end);
}

function annotatedAssignment(lexer: Lexer, scope: Scope, start: number, shape: Shape): void {
  const targetEnd = lexer.previousEnd;
  if (shape !== PLAIN_NAME && shape !== MEMBER) return void lexer.fail('invalid syntax', lexer.start);
  lexer.next();
  expression(lexer);
  if (lexer.isOp(op.ASSIGN)) {
    lexer.next();
    yieldOrStarExpressions(lexer);
  }
  scope.outline.assignTargets(scope, start, lexer.previousEnd, start, targetEnd);
  if (scope.kind === 'module') scope.outline.readExports(start, targetEnd, lexer.previousEnd);
}
