import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { closing } from '../code/brackets.ts';
import { type CodeToken, isLayout, isName } from '../code/code-tokens.ts';

type Line = readonly CodeToken[];

interface Repeated {
  readonly name: string;
  readonly file: { readonly module: { readonly path: string } };
  readonly tokens: readonly CodeToken[];
}

/** Why a deleted test takes nothing away: it did nothing, or another one does all of it and more; one of two equal ones is a test less. */
export function doubtAboutRepeated(gone: Repeated, left: readonly Repeated[]): string | undefined {
  const { lines, head } = readTest(gone.tokens);
  if (lines.length === 0) return 'it did nothing';
  const other = left.find(
    ({ name, file, tokens }) =>
      file.module.path === gone.file.module.path &&
      ownerOf(name) === ownerOf(gone.name) &&
      (head === '' || head === readTest(tokens).head) &&
      (readTest(tokens).lines.length > lines.length || head !== readTest(tokens).head) &&
      saysAll(lines, tokens),
  );
  return other && `${other.name} does the same`;
}

const ownerOf = (name: string): string => name.slice(0, name.lastIndexOf('.') + 1);

/** Whether a test has each of the lines, whatever it calls its own values; or it has them with one value after the other. */
export function saysAll(lines: readonly Line[], test: readonly CodeToken[]): boolean {
  const own = readTest(test).lines;
  const isAmong = (others: readonly Line[], withValues: boolean) => {
    const [bound, known] = [boundIn(lines.flat()), boundIn(test)];
    const keys = new Set(own.map(line => keyOf(line, known, withValues)));
    return others.every(line => keys.has(keyOf(line, bound, withValues)));
  };
  if (isAmong(lines, true)) return true;
  const hasMany = test.some(({ word: each, text }) => each === word.FOR || text === 'parametrize');
  if (!hasMany || !isAmong(lines, false)) return false;
  const texts = new Set(test.map(({ text }) => text));
  return texts.has('range') || lines.flat().every(token => !isValue(token) || texts.has(token.text));
}

const isValue = ({ kind }: CodeToken): boolean => kind === NUMBER || kind === STRING;

export const keyOf = (line: Line, bound: ReadonlySet<string>, withValues: boolean): string =>
  line
    .map((token, i) => {
      const isOwn = bound.has(token.text) && isName(token) && line[i - 1]?.op !== op.DOT;
      return isOwn || (!withValues && isValue(token)) ? '_' : token.text;
    })
    .join('\u0000');

/** The lines of its body that do something, and its decorators. */
export function readTest(tokens: readonly CodeToken[]): {
  readonly lines: readonly Line[];
  readonly head: string;
} {
  const start = tokens.findIndex(token => token.word === word.DEF);
  let colon = closing(tokens, start);
  while (colon < tokens.length && tokens[colon]?.op !== op.COLON) colon++;
  const lines: CodeToken[][] = [[]];
  for (const token of tokens.slice(colon + 1)) {
    if (isLayout(token)) lines.push([]);
    else lines.at(-1)?.push(token);
  }
  return {
    lines: lines.filter(
      ([first, more]) =>
        first !== undefined && (more !== undefined || (first.kind !== STRING && !NOTHING.test(first.text))),
    ),
    head: tokens
      .slice(0, Math.max(0, start))
      .map(({ text }) => text)
      .join(' '),
  };
}

const NOTHING = /^(?:pass|return|\.\.\.)$/;

/** Names that the test gives to its values, and those that `parametrize` gives it. */
export function boundIn(tokens: readonly CodeToken[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [i, token] of tokens.entries()) {
    const before = tokens[i - 1];
    const isStart = before === undefined || isLayout(before) || [word.FOR, word.AS].includes(before.word);
    if (isName(token) && isStart && (before?.word || tokens[i + 1]?.op === op.ASSIGN)) found.add(token.text);
    if (token.text === 'parametrize')
      for (const [name] of (tokens[i + 2]?.text ?? '').matchAll(/[\p{L}_][\p{L}\p{N}_]*(?!:)/gu))
        found.add(name);
  }
  return found;
}
