import { once } from '../../kernel/once.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { withoutComments } from './comments.ts';
import type { PythonFile } from './python-file.ts';

/** `with (a as b, c):`, which older Pythons do not take; its parentheses are none of the tokens. */
function entersInBrackets({ tokens, text }: PythonFile, at: number): boolean {
  if (tokens.word(at) !== word.WITH) return false;
  /** Parentheses that are none of the tokens, and are open. */
  let dropped = 0;
  let depth = 0;
  for (let i = at + 1; tokens.kind(i) >= NAME; i++) {
    const operator = tokens.op(i);
    if (depth === 0) {
      const gap = withoutComments(text.text(tokens.end(i - 1), tokens.start(i)));
      dropped += gap.split('(').length - gap.split(')').length;
      if (i === at + 1 && dropped === 0) return false;
      if (dropped > 0 && (operator === op.COMMA || tokens.word(i) === word.AS)) return true;
    }
    if (op.opens(operator)) depth++;
    else if (op.closes(operator)) depth--;
  }
  return false;
}

/** Each `with` of the file that has parentheses around its items: the line, and how often it stood there before. */
export const itemsInBrackets = once(findItems);

function findItems(file: PythonFile): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (!file.mentions('with')) return found;
  const { tokens } = file;
  const times = new Map<string, number>();
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.word(i) !== word.WITH) continue;
    let end = i;
    while (tokens.kind(end) >= NAME) end++;
    const line = tokens.key(i, end);
    const time = times.get(line) ?? 0;
    times.set(line, time + 1);
    if (entersInBrackets(file, i)) found.set(`${line} ${time}`, tokens.start(i));
  }
  return found;
}

/** Where a `with` newly has them. */
export function newItemsInBrackets(before: PythonFile | undefined, after: PythonFile): number | undefined {
  const known = before && itemsInBrackets(before);
  for (const [each, start] of itemsInBrackets(after)) if (known?.has(each) !== true) return start;
  return undefined;
}
