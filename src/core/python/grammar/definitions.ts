import * as word from '../lexer/keywords.ts';
import type { Lexer } from '../lexer/lexer.ts';
import * as op from '../lexer/operators.ts';
import { NEWLINE } from '../lexer/token-kinds.ts';
import { callArguments } from './brackets.ts';
import { expression, namedExpression, VALUE } from './expressions.ts';
import { parameters, typeParameters } from './parameters.ts';
import type { Scope, SelfParameter } from './scope.ts';
import { suite } from './statements.ts';

/** What the `@` lines above a definition mean for it. */
export interface Decorators {
  readonly start: number;
  /** The dotted names of decorators without arguments, in order. */
  readonly names: readonly string[];
}

export function decorated(lexer: Lexer, scope: Scope): void {
  const start = lexer.start;
  const names: string[] = [];
  while (lexer.isOp(op.AT)) {
    lexer.next();
    const nameStart = lexer.start;
    // Only names without arguments say something here: `@property`, `@name.setter`, `@typing.overload`.
    const isName = namedExpression(lexer) !== VALUE;
    if (isName) names.push(scope.outline.text(nameStart, lexer.previousEnd));
    if (!lexer.is(NEWLINE)) lexer.unexpected();
    lexer.next();
  }
  const decorators = { start, names };
  const head = lexer.start;
  if (lexer.isWord(word.CLASS_WORD)) return void classDefinition(lexer, scope, decorators);
  if (lexer.isWord(word.ASYNC)) lexer.next();
  functionDefinition(lexer, scope, decorators, head);
}

/** From `def` on; `head` is where `async` or `def` is. */
export function functionDefinition(
  lexer: Lexer,
  scope: Scope,
  decorators: Decorators | undefined,
  head: number,
): void {
  lexer.expectWord(word.DEF);
  const nameStart = lexer.start;
  const nameEnd = lexer.end;
  lexer.expectName();
  const index = scope.outline.open(scope, 'function', nameStart, nameEnd, head, decorators);
  typeParameters(lexer);
  lexer.expect(op.PAREN_OPEN);
  const self = scope.kind === 'class' && lexer.atName() ? selfParameter(lexer, scope, decorators) : undefined;
  parameters(lexer, 'def');
  lexer.expect(op.PAREN_CLOSE);
  if (lexer.isOp(op.ARROW)) {
    lexer.next();
    expression(lexer);
  }
  readBody(lexer, { kind: 'function', index, placement: 'always', self, outline: scope.outline });
}

function selfParameter(
  lexer: Lexer,
  scope: Scope,
  decorators: Decorators | undefined,
): SelfParameter | undefined {
  if (decorators?.names.includes('staticmethod')) return undefined;
  return { classIndex: scope.index, start: lexer.start, end: lexer.end };
}

export function classDefinition(lexer: Lexer, scope: Scope, decorators: Decorators | undefined): void {
  const head = lexer.start;
  lexer.next();
  const nameStart = lexer.start;
  const nameEnd = lexer.end;
  lexer.expectName();
  const index = scope.outline.open(scope, 'class', nameStart, nameEnd, head, decorators);
  typeParameters(lexer);
  if (lexer.isOp(op.PAREN_OPEN)) callArguments(lexer);
  readBody(lexer, { kind: 'class', index, placement: 'always', self: undefined, outline: scope.outline });
}

function readBody(lexer: Lexer, scope: Scope): void {
  lexer.expect(op.COLON);
  scope.outline.setBody(scope.index, lexer.previousEnd);
  const onBind = lexer.onBind;
  lexer.onBind = undefined;
  suite(lexer, scope);
  lexer.onBind = onBind;
  scope.outline.close(scope.index, lexer.previousEnd);
}
