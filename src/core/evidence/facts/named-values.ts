import { once } from '../../kernel/once.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { closing } from '../code/brackets.ts';
import { type CodeToken, isLayout, isName } from '../code/code-tokens.ts';

type Tokens = readonly CodeToken[];

/** What a test calls a value, where it gives the name once: `v` for `d["a"]`. */
export type NamedValues = ReadonlyMap<string, Tokens>;

/** Longer ones are not written twice. */
const LONGEST = 24;

export const namedValues = once(readNamed);

function readNamed(test: Tokens): NamedValues {
  const found = new Map<string, Tokens>();
  const bound = new Map<string, number>();
  for (const [i, token] of test.entries()) {
    if (!isName(token) || !isBound(test, i)) continue;
    bound.set(token.text, (bound.get(token.text) ?? 0) + 1);
    const before = test[i - 1];
    if (test[i + 1]?.op !== op.ASSIGN || before === undefined || !isLayout(before)) continue;
    let end = i + 2;
    while (end < i + LONGEST && end < test.length && !isLayout(test[end] as CodeToken)) end++;
    const value = test.slice(i + 2, end);
    if (isPath(value) && !value.some(({ text }) => text === token.text)) found.set(token.text, value);
  }
  for (const name of found.keys()) if (bound.get(name) !== 1) found.delete(name);
  return found;
}

function isBound(test: Tokens, i: number): boolean {
  const [before, next] = [test[i - 1], test[i + 1]];
  if (before?.op === op.DOT) return false;
  const isGiven = next !== undefined && (op.assigns(next.op) || next.op === op.WALRUS);
  return isGiven || [word.FOR, word.AS, word.DEL].includes(before?.word ?? 0);
}

/** `a.b(1)["c"]` and nothing behind it. */
function isPath(tokens: Tokens): boolean {
  if (!isName(tokens[0])) return false;
  let i = 1;
  while (i < tokens.length) {
    const sign = tokens[i]?.op ?? 0;
    if (sign === op.DOT) i += 2;
    else if (sign === op.PAREN_OPEN || sign === op.BRACKET_OPEN) i = closing(tokens, i) + 1;
    else return false;
  }
  return i === tokens.length;
}

/** An assertion with the values in place of their names, and `d["a"]` in place of `d.get("a")`. */
export function withValues(assertion: Tokens, named: NamedValues): Tokens {
  const once = (tokens: Tokens) =>
    tokens.flatMap((token, i) => {
      const isOwn = isName(token) && tokens[i - 1]?.op !== op.DOT && tokens[i + 1]?.op !== op.ASSIGN;
      return (isOwn && named.get(token.text)) || [token];
    });
  // A value may name another one: `d = load()`, `v = d["a"]`.
  return withIndexes(once(once(assertion)));
}

function withIndexes(tokens: Tokens): Tokens {
  const found: CodeToken[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    const [get, open, key, close] = tokens.slice(i + 1, i + 5);
    const isGet = token.op === op.DOT && get?.text === 'get' && open?.op === op.PAREN_OPEN;
    if (isGet && key !== undefined && close?.op === op.PAREN_CLOSE) {
      found.push({ ...open, text: '[', op: op.BRACKET_OPEN }, key);
      found.push({ ...close, text: ']', op: op.BRACKET_CLOSE });
      i += 4;
    } else found.push(token);
  }
  return found;
}
