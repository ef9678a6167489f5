import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName } from './code-tokens.ts';
import { isClosing, isOpening } from './trailing-commas.ts';

/** A statement of a kind that is not looked into; equal keys are equal statements. */
export interface UnreadStatement {
  readonly key: string;
  readonly start: number;
}

/** Python refuses more than 20 blocks inside of each other. */
const DEEPEST_BLOCK = 18;

/**
 * What Python may refuse and what is not worked out: patterns, names bound inside of brackets, `yield` and `async for`
 * in comprehensions, `await` beside a lambda, `except*`, type parameters, characters by name, blocks that are deep.
 */
export function findUnreadStatements(tokens: readonly CodeToken[]): readonly UnreadStatement[] {
  const found: UnreadStatement[] = [];
  const hasGroups = tokens.some((token, i) => token.word === word.EXCEPT && tokens[i + 1]?.op === op.STAR);
  let line: CodeToken[] = [];
  let blocks = 0;
  for (const token of tokens) {
    if (token.kind === INDENT) blocks++;
    if (token.kind === DEDENT) blocks--;
    if (token.kind === NEWLINE) {
      const [first] = line;
      // Whether these are in a block of `except*` is not worked out, so that none is known from before.
      const isInGroups = hasGroups && first !== undefined && OF_GROUPS.has(first.word);
      if (first !== undefined && (isInGroups || blocks > DEEPEST_BLOCK || isUnread(line)))
        found.push({
          key: isInGroups ? `${first.start}` : line.map(({ text }) => text).join(' '),
          start: first.start,
        });
      line = [];
    } else if (token.kind >= NAME) line.push(token);
  }
  return found;
}

const OF_GROUPS: ReadonlySet<number> = new Set([
  word.EXCEPT,
  word.BREAK,
  word.CONTINUE,
  word.RETURN,
  word.IF,
]);

function isUnread(line: readonly CodeToken[]): boolean {
  const has = (wanted: number) => line.some(token => token.word === wanted);
  const [first, second, third, fourth] = line;
  if (first?.word === word.CASE && line.some(({ op: each }) => each === op.COLON)) return true;
  if (first?.word === word.ASYNC ? fourth?.op === op.BRACKET_OPEN : false) return true;
  const isHeader = first?.word === word.DEF || first?.word === word.CLASS_WORD || first?.word === word.TYPE;
  if (isHeader && isName(second) && third?.op === op.BRACKET_OPEN) return true;
  if (has(word.LAMBDA) && has(word.AWAIT)) return true;
  if (line.some(({ kind, text }) => kind === STRING && text.includes('\\N{'))) return true;
  let depth = 0;
  let [loops, yields, binds, waits] = [false, false, false, false];
  for (const token of line) {
    if (isOpening(token)) depth++;
    if (isClosing(token)) depth--;
    if (depth <= 0) continue;
    loops ||= token.word === word.FOR;
    yields ||= token.word === word.YIELD;
    binds ||= token.op === op.WALRUS;
    waits ||= token.word === word.ASYNC;
  }
  return binds || waits || (loops && (yields || has(word.AWAIT)));
}
