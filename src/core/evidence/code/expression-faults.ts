import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening, opening } from './brackets.ts';
import { splitArguments } from './call-shape.ts';
import { type CodeToken, isName } from './code-tokens.ts';
import type { OpenScopes } from './open-scopes.ts';

/** What is in an expression: uses, calls, lambdas, `yield` and `await`. */
export function readExpression(tokens: readonly CodeToken[], scopes: OpenScopes): void {
  const scope = scopes.current;
  // A lambda and a comprehension have names of their own.
  const hasOwnNames = tokens.some(token => token.word === word.LAMBDA || token.word === word.FOR);
  for (const [i, token] of tokens.entries()) {
    const [before, next] = [tokens[i - 1], tokens[i + 1]];
    if (token.word === word.YIELD && scope.kind !== 'function' && !isInLambda(tokens, i))
      scopes.fault(token, "'yield' outside function");
    if (token.word === word.YIELD && next?.word === word.FROM && scopes.isInAsync() && !isInLambda(tokens, i))
      scopes.fault(token, "'yield from' inside async function");
    if (token.word === word.YIELD && scopes.isInAsync() && !isInLambda(tokens, i)) scope.yields.push(token);
    const isAwaiting = token.word === word.AWAIT;
    // A generator with `await` in it is an asynchronous one, wherever it stands.
    if (isAwaiting && !scopes.isInAsync() && !isInGenerator(tokens, i))
      scopes.fault(token, "'await' outside async function");
    if (token.word === word.LAMBDA) readLambda(tokens, i, scopes);
    const isUse = isName(token) && before?.op !== op.DOT && next?.op !== op.ASSIGN;
    if (isUse && !hasOwnNames && !scope.names.has(token.text)) scope.names.set(token.text, 'used');
    if (token.op === op.PAREN_OPEN && before !== undefined && (isName(before) || isClosing(before)))
      readCall(tokens, i, scopes);
  }
}

function readLambda(tokens: readonly CodeToken[], at: number, scopes: OpenScopes): void {
  const names = new Set<string>();
  let depth = 0;
  let isStart = true;
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    if (depth < 0 || (depth === 0 && token.op === op.COLON)) return;
    if (depth === 0 && token.op === op.COMMA) isStart = true;
    else if (isStart && isName(token)) {
      if (names.has(token.text))
        scopes.fault(token, `duplicate argument '${token.text}' in function definition`);
      names.add(token.text);
      isStart = false;
    } else if (token.op !== op.STAR && token.op !== op.DOUBLE_STAR) isStart = false;
  }
}

function readCall(tokens: readonly CodeToken[], open: number, scopes: OpenScopes): void {
  const names = new Set<string>();
  for (const part of splitArguments(tokens, open)) {
    const [first, second] = part;
    if (!isName(first) || second?.op !== op.ASSIGN) continue;
    if (names.has(first.text)) scopes.fault(first, `keyword argument repeated: ${first.text}`);
    if (first.text === '__debug__') scopes.fault(first, 'cannot assign to __debug__');
    names.add(first.text);
  }
}

/** Whether parentheses around the token hold a `for` of their own. */
function isInGenerator(tokens: readonly CodeToken[], at: number): boolean {
  for (let open = opening(tokens, at); open >= 0; open = opening(tokens, open))
    if (tokens[open]?.op === op.PAREN_OPEN && hasLoop(tokens, open)) return true;
  return false;
}

/** A `for` directly in the brackets that open there. */
function hasLoop(tokens: readonly CodeToken[], open: number): boolean {
  let depth = 0;
  for (let i = open; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    if (isOpening(token)) depth++;
    else if (isClosing(token) && --depth === 0) return false;
    else if (depth === 1 && token.word === word.FOR) return true;
  }
  return false;
}

/** Whether the token is in the body of a lambda. */
function isInLambda(tokens: readonly CodeToken[], at: number): boolean {
  return tokens.slice(0, at).some(token => token.word === word.LAMBDA);
}
