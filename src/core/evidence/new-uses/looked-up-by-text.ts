import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { readArguments } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';

const BY_TEXT = /^(?:getattr|attrgetter|methodcaller|eval|exec|getfixturevalue)$/;

/** `getattr(a, "b")` and the like, which say in a text what is asked for; with a default it never fails. */
export const looksUpByText = (tokens: readonly CodeToken[]): boolean =>
  tokens.some(
    ({ text }, at) =>
      isPatch(tokens, at) ||
      (BY_TEXT.test(text) &&
        tokens[at + 1]?.op === op.PAREN_OPEN &&
        (text !== 'getattr' || readArguments(tokens, at + 1).positional < 3)),
  );

/** `patch("pkg.m.f")`, `mock.patch.dict("…")`; a method of another object is none. */
const isPatch = (tokens: readonly CodeToken[], at: number): boolean =>
  tokens[at]?.text === 'patch' && (tokens[at - 1]?.op !== op.DOT || tokens[at - 2]?.text === 'mock');

/** `await (await f())` */
export const awaitsTwice = (tokens: readonly CodeToken[]): boolean =>
  tokens.some(
    (token, at) =>
      token.word === word.AWAIT &&
      (tokens[at + 1]?.word === word.AWAIT ||
        (tokens[at + 1]?.op === op.PAREN_OPEN && tokens[at + 2]?.word === word.AWAIT)),
  );
