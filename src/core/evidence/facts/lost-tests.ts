import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout, isName } from '../code/code-tokens.ts';
import { hasSkip } from './skip-words.ts';
import { assertionsOf, strength, type Test } from './test-functions.ts';
import { doubtAboutDeleted } from './uncollected-tests.ts';
import { doubtAboutRunning } from './unsure-assertions.ts';

/** Why nothing is lost where a test no longer runs: it did not run before, or said nothing. */
export const doubtAboutLost = (test: Test, isSkipped = hasSkip(test.tokens)): string | undefined =>
  doubtAboutDeleted(test, isSkipped) ?? doubtAboutAll(test);

/** Nothing in it runs for certain and can fail. */
function doubtAboutAll(whole: Test): string | undefined {
  const test = { ...whole, tokens: upToReturn(whole.tokens) };
  const all = assertionsOf(test).filter(tokens => strength(tokens) > 0 && !isOfConstants(tokens));
  if (all.length === 0) return callsSomething(test.tokens) ? undefined : 'it said nothing';
  const doubts = all.map(tokens => doubtAboutRunning(tokens, test.file));
  return doubts.includes(undefined) ? undefined : doubts[0];
}

/** What stands before a `return` that is none of a block inside. */
function upToReturn(tokens: readonly CodeToken[]): readonly CodeToken[] {
  let depth = 0;
  for (const [i, { kind, word: each }] of tokens.entries()) {
    depth += kind === INDENT ? 1 : kind === DEDENT ? -1 : 0;
    if (depth === 1 && each === word.RETURN && isLayout(tokens[i - 1] as CodeToken))
      return tokens.slice(0, i);
  }
  return tokens;
}

const isOfConstants = ([first, ...more]: readonly CodeToken[]): boolean =>
  first?.word !== word.ASSERT && /^assert/.test(first?.text ?? '') && !more.some(isName);

const callsSomething = (tokens: readonly CodeToken[]): boolean =>
  tokens.some(
    (token, i) =>
      token.op === op.PAREN_OPEN &&
      isName(tokens[i - 1]) &&
      tokens[i - 2]?.text !== 'def' &&
      !/^(?:print|assert\w*)$/.test(tokens[i - 1]?.text ?? ''),
  );
