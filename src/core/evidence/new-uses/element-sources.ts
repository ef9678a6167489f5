import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { closing, isClosing, isOpening, opening } from '../code/brackets.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import type { Binding, Statement } from './statements.ts';

/** Where a name gets one thing after the other from: `for name in tokens[from:to]`. */
export interface ElementSource {
  readonly statement: Statement;
  readonly from: number;
  readonly to: number;
}

/** That of a name of a comprehension, which stands at `at` in it; `undefined` where that is not plain. */
export function sourceInComprehension(statement: Statement, at: number): ElementSource | undefined {
  const { tokens } = statement;
  const name = tokens[at]?.text;
  if (tokens.some(token => token.word === word.LAMBDA)) return undefined;
  const [loop, ...others] = tokens.flatMap((token, i) =>
    token.word === word.FOR && bindsAfter(tokens, i, name) ? [i] : [],
  );
  if (loop === undefined || others.length > 0 || tokens[loop + 2]?.word !== word.IN) return undefined;
  const open = opening(tokens, loop);
  const close = open < 0 ? 0 : closing(tokens, open);
  const [from, to] = [loop + 3, iterableEnd(tokens, loop + 3)];
  const isInside = open < at && at < close && (at < loop || at >= to);
  return isInside && tokens[loop - 1]?.word !== word.ASYNC ? { statement, from, to } : undefined;
}

/** That of the name of a loop, which `statement` stands in. */
export function sourceInLoop(
  name: string,
  bindings: readonly Binding[],
  statement: Statement,
): ElementSource | undefined {
  const [binding, ...others] = bindings;
  const loop = binding?.statement;
  if (loop === undefined || others.length > 0 || loop.firstWord !== word.FOR) return undefined;
  const { tokens } = loop;
  const isPlain = tokens[1]?.text === name && tokens[2]?.word === word.IN;
  return isPlain && statement.guards.includes(codeKey(tokens))
    ? { statement: loop, from: 3, to: tokens.length }
    : undefined;
}

/** Whether what begins at `at` is gone through by a generator, and by no list or set. */
export const isOfGenerator = (tokens: readonly CodeToken[], at: number): boolean =>
  tokens[opening(tokens, at)]?.op === op.PAREN_OPEN;

/** Whether the name is one of those between `for` and `in`. */
function bindsAfter(tokens: readonly CodeToken[], loop: number, name: string | undefined): boolean {
  for (let i = loop + 1; i < tokens.length && tokens[i]?.word !== word.IN; i++)
    if (tokens[i]?.text === name) return true;
  return false;
}

function iterableEnd(tokens: readonly CodeToken[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    if (isOpening(token)) depth++;
    else if (isClosing(token) && --depth < 0) return i;
    if (depth === 0 && ENDING.has(token.word)) return i;
  }
  return tokens.length;
}

const ENDING: ReadonlySet<number> = new Set([word.FOR, word.IF, word.ASYNC]);
