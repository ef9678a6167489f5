import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { Range } from './test-locals.ts';

/** What is called once for each of many things that it is given. */
const GIVEN_MANY =
  /^(?:parametrize|parameterize|parametrized|expand|data|idata|params|param_file|cases|fixture|map|starmap|filter|all|any|product|chain|from_iterable|sampled_from|subtests)$/;

/** What a file goes through, thing by thing: behind the `in` of a `for`, and what `parametrize` and the like are given. */
export function rangesIn({ tokens }: PythonFile): readonly Range[] {
  const found: Range[] = [];
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.word(i) === word.FOR) found.push(rangeOfLoop(tokens, i));
    else if (tokens.op(i + 1) === op.PAREN_OPEN && GIVEN_MANY.test(tokens.text(i)))
      found.push([i + 2, tokens.closing(i + 1)]);
  }
  return found.filter(([from, to]) => from < to);
}

function rangeOfLoop(tokens: CodeTokens, at: number): Range {
  let from = at + 1;
  while (from < tokens.length && tokens.word(from) !== word.IN && tokens.kind(from) >= NAME) from++;
  let to = from + 1;
  for (let depth = 0; to < tokens.length && tokens.kind(to) >= NAME; to++) {
    const operator = tokens.op(to);
    if (op.opens(operator)) depth++;
    if (op.closes(operator)) depth--;
    const isEnd = operator === op.COLON || tokens.word(to) === word.FOR;
    if (depth < 0 || (depth === 0 && isEnd)) break;
  }
  return [from + 1, to];
}

/** What a file assigns to each name, wherever it does. */
export function valuesByName({ tokens }: PythonFile): ReadonlyMap<string, readonly Range[]> {
  const found = new Map<string, Range[]>();
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    if (i < tokens.length && tokens.kind(i) >= NAME) continue;
    const sign = firstAssign(tokens, from, i);
    for (let at = from; at < sign; at++) {
      if (!tokens.isName(at)) continue;
      const ranges = found.get(tokens.text(at)) ?? [];
      ranges.push([sign + 1, i]);
      found.set(tokens.text(at), ranges);
    }
    from = i + 1;
  }
  return found;
}

/** Index of the `=` outside of brackets; -1 where the line has none. */
function firstAssign(tokens: CodeTokens, from: number, to: number): number {
  for (let i = from, depth = 0; i < to; i++) {
    const operator = tokens.op(i);
    if (op.opens(operator)) depth++;
    if (op.closes(operator)) depth--;
    if (depth === 0 && operator === op.ASSIGN) return i;
  }
  return -1;
}
