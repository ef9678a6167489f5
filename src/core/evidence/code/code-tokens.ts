import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import { Lexer } from '../../python/lexer/lexer.ts';
import { DEDENT, END_OF_FILE, INDENT, NAME, NEWLINE } from '../../python/lexer/token-kinds.ts';
import type { ModuleText } from '../../python/query/header.ts';
import { TokenColumns } from './columns-being-read.ts';
import { dropRedundantSigns } from './redundant-signs.ts';
import { StatementLines } from './statement-lines.ts';
import type { CodeTokens } from './token-columns.ts';
import { TokenWriter } from './token-writer.ts';

/** A token of the code itself: comments, blank lines and line breaks inside brackets are not there. */
export interface CodeToken {
  /** As in the lexer: NAME, NUMBER, STRING, OP, NEWLINE, INDENT, DEDENT. */
  readonly kind: number;
  /** Keyword number of a NAME, 0 for others. */
  readonly word: number;
  readonly op: number;
  /** Two tokens of the same kind mean the same when their texts are equal. */
  readonly text: string;
  /** Byte offsets. */
  readonly start: number;
  readonly end: number;
}

/** The end of a line, or what begins or ends a block: it stands between statements. */
export const isLayout = ({ kind }: Pick<CodeToken, 'kind'>): boolean =>
  kind === NEWLINE || kind === INDENT || kind === DEDENT;

/**
 * The tokens of a module in a form in which equal sequences are equal programs: Python's `ast` of both is the
 * same. What a formatter changes does not count: quotes, line breaks, statements on one line (`StatementLines`), commas
 * and parentheses that mean nothing (`dropRedundantSigns`). Other ways to write the same thing do. The fields of
 * formatted strings stand behind them (`TokenWriter`).
 */
export function readCodeTokens(module: ModuleText, columns = new TokenColumns()): CodeTokens {
  columns.length = 0;
  readTokens(module, columns);
  dropRedundantSigns(columns);
  return columns.finish();
}

function readTokens(module: ModuleText, columns: TokenColumns): void {
  const { bytes } = module;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lexer = new Lexer(bytes, hasMark ? 3 : 0, bytes.length - 1);
  const writer = new TokenWriter(module, columns);
  writer.listen(lexer);
  const lines = new StatementLines(writer, columns);
  while (lexer.next() !== END_OF_FILE) lines.write(lexer);
  writer.finishLiteral();
}

/** The tokens of `[start, end)`, without the line end and the dedents behind the last one. */
export function tokensOfRange(tokens: CodeTokens, start: number, end: number): readonly CodeToken[] {
  const { from, to } = indicesOfRange(tokens, start, end);
  return tokens.slice(from, to);
}

/** One text for the same; see `CodeTokens.key`. */
export function keyOfRange(tokens: CodeTokens, start: number, end: number): string {
  const { from, to } = indicesOfRange(tokens, start, end);
  return tokens.key(from, to);
}

export function indicesOfRange(tokens: CodeTokens, start: number, end: number) {
  let from = tokens.firstFrom(start);
  while (from < tokens.length && tokens.kind(from) < NAME) from++;
  let to = tokens.firstFrom(end);
  while (to > from && tokens.kind(to - 1) < NAME) to--;
  return { from, to };
}

/** Whether both mean the same program. */
export function isSameCode(a: readonly CodeToken[], b: readonly CodeToken[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [at(a, i), at(b, i)];
    if (x.kind !== y.kind || x.text !== y.text) return false;
  }
  return true;
}

/** Where code stands among other code, token for token. */
export function placesOfCode(tokens: readonly CodeToken[], wanted: readonly CodeToken[]): readonly number[] {
  const [first] = wanted;
  return tokens.flatMap(({ kind, text }, i) =>
    kind === first?.kind && text === first.text && isSameCode(tokens.slice(i, i + wanted.length), wanted)
      ? [i]
      : [],
  );
}

/** One text for a sequence: equal texts are equal sequences, so that it can be looked up. */
export function codeKey(tokens: readonly CodeToken[]): string {
  let key = '';
  for (const { kind, text } of tokens) key += `${kind}${text}\u0000`;
  return key;
}

/** The token before an index; asking for what is before the first one of a list would take much longer. */
export const tokenBefore = <T>(tokens: readonly T[], index: number): T | undefined =>
  index > 0 ? tokens[index - 1] : undefined;

/** An ordinary name; soft keywords are names too. */
export const isName = (token: CodeToken | undefined): token is CodeToken & { readonly kind: typeof NAME } =>
  token?.kind === NAME && (token.word === 0 || token.word >= word.MATCH);
