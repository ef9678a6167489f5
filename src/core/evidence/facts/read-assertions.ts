import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';

/** What an assertion is about: `x` of `assert x is not None`, `assert len(x) > 1` and `assertIsInstance(x, A)`. */
export function subjectOf(tokens: readonly CodeToken[]): readonly CodeToken[] {
  const [first, , third] = tokens;
  const isCall = first?.word !== word.ASSERT;
  const isWrapped = /^(?:len|isinstance)$/.test(tokens[1]?.text ?? '') && third?.op === op.PAREN_OPEN;
  const inner = isCall ? tokens.slice(2, -1) : tokens.slice(isWrapped ? 3 : 1);
  let depth = 0;
  const end = inner.findIndex(token => {
    if (isOpening(token)) depth++;
    if (isClosing(token)) depth--;
    return depth < 0 || (depth === 0 && ENDS_SUBJECT.test(token.text));
  });
  return end < 0 ? inner : inner.slice(0, end);
}

const ENDS_SUBJECT = /^(?:,|==|!=|<|>|<=|>=|in|is|not)$/;

export interface Comparison {
  readonly subject: readonly CodeToken[];
  readonly operator: string;
  readonly other: readonly CodeToken[];
}

const CALLS: Readonly<Record<string, string>> = {
  assertEqual: '==',
  assertEquals: '==',
  assertTrue: '',
  assertIn: 'in',
  assertGreater: '>',
  assertGreaterEqual: '>=',
  assertLess: '<',
  assertLessEqual: '<=',
  assertNotEqual: '!=',
};

/** `assert a == b` and `assertEqual(a, b)` in one form; `undefined` for what combines several conditions. */
export function comparisonOf(tokens: readonly CodeToken[]): Comparison | undefined {
  const [first] = tokens;
  if (first?.word === word.ASSERT) {
    const condition = splitAt(tokens.slice(1), token => token.op === op.COMMA)[0] ?? [];
    if (condition.some(({ word: each }) => [word.AND, word.OR, word.NOT, word.IF].includes(each)))
      return undefined;
    const isOperator = (token: CodeToken) => /^(?:==|!=|<|>|<=|>=|in|is)$/.test(token.text);
    const parts = splitAt(condition, isOperator);
    if (parts.length > 2) return undefined;
    const [subject = [], other = []] = parts;
    return { subject, operator: condition[subject.length]?.text ?? '', other };
  }
  const operator = CALLS[first?.text ?? ''];
  if (operator === undefined) return undefined;
  const [subject = [], other = []] = splitAt(tokens.slice(2, -1), token => token.op === op.COMMA);
  return { subject, operator, other: operator === '' ? [] : other };
}

export function splitAt(
  tokens: readonly CodeToken[],
  isEnd: (token: CodeToken) => boolean,
): readonly (readonly CodeToken[])[] {
  const parts: CodeToken[][] = [[]];
  let depth = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    if (depth === 0 && isEnd(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}
