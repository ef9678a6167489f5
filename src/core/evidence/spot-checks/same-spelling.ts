import { encodeUtf8 } from '../../kernel/utf8.ts';
import * as op from '../../python/lexer/operators.ts';
import { depthAt } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { withoutComments } from '../code/comments.ts';
import type { PythonFile } from '../code/python-file.ts';

interface Quoted {
  readonly file: PythonFile;
  /** The code of the file, without the ends of lines. */
  readonly code: readonly CodeToken[];
  /** Where the quoted code begins in it. */
  readonly at: number;
  readonly wanted: readonly CodeToken[];
  readonly text: string;
}

/**
 * Whether code is quoted as it is written: the same quotes, numbers and spaces, and the same lines with the same
 * indentation. In brackets lines may be broken elsewhere, comments may be left out, and the first line may have lost
 * its indentation.
 */
export function isSpelledTheSame({ file, code, at, wanted, text }: Quoted): boolean {
  const trimmed = text.trim();
  const bytes = encodeUtf8(trimmed);
  const decoder = new TextDecoder('utf-8');
  const quoted = (start: number, end: number) => decoder.decode(bytes.subarray(start, end));
  const written = (start: number, end: number) => file.text.text(start, end);
  const [first] = wanted;
  const begin = code[at];
  if (first === undefined || begin === undefined) return false;
  const above = signsIn(written(code[at - 1]?.end ?? 0, begin.start));
  if (!above.endsWith(signsIn(quoted(0, first.start)))) return false;
  let depth = depthAt(code, at);
  const indents: Indent[] = [[indentOf(leading(text)), indentOf(`\n${lineStart(written, begin.start)}`)]];
  let [before, ownBefore] = [first, begin];
  for (const [i, token] of wanted.entries()) {
    const own = code[at + i];
    if (own === undefined) return false;
    // The fields of a formatted string stand behind it, and are spelled with it.
    if (i > 0 && token.end <= before.end) continue;
    if (i > 0) {
      const said = quoted(before.end, token.start);
      const is = written(ownBefore.end, own.start);
      depth += count(is, '(');
      if (!isSameGap(said, is, depth > 0)) return false;
      if (depth === 0 && breaks(is)) indents.push([indentOf(said), indentOf(is)]);
      depth -= count(is, ')');
    }
    if (quoted(token.start, token.end) !== written(own.start, own.end)) return false;
    depth += Number(op.opens(own.op)) - Number(op.closes(own.op));
    [before, ownBefore] = [token, own];
  }
  const rest = quoted(before.end, bytes.length);
  const next = code.find(({ start }) => start >= ownBefore.end);
  return (
    isRest(rest, written(ownBefore.end, next?.start ?? ownBefore.end + rest.length), next) &&
    hasSameIndents(indents)
  );
}

/**
 * What stands between two tokens beside spaces, ends of lines and comments: signs that mean nothing, as the last comma of
 * a list, and semicolons.
 */
const signsIn = (gap: string): string => withoutComments(gap).replace(/\s/g, '');
const count = (gap: string, sign: string): number => signsIn(gap).split(sign).length - 1;
const commentsIn = (gap: string): string => (gap.match(/#[^\n]*/g) ?? []).map(each => each.trim()).join('\n');
const breaks = (gap: string): boolean => withoutComments(gap).includes('\n');
const indentOf = (gap: string): number => gap.length - gap.lastIndexOf('\n') - 1;

function isSameGap(said: string, is: string, isInBrackets: boolean): boolean {
  if (commentsIn(said) !== '' && commentsIn(said) !== commentsIn(is)) return false;
  if (signsIn(said) !== signsIn(is)) return false;
  if (isInBrackets && (breaks(said) || breaks(is))) return true;
  if (breaks(said) !== breaks(is)) return false;
  const [a, b] = [said, is].map(withoutComments);
  return breaks(is) || (a === '') === (b === '');
}

/** Behind the last token: a comma that the code has as well, or the comment of its line. */
function isRest(rest: string, behind: string, next: CodeToken | undefined): boolean {
  const [line = ''] = behind.split('\n', 1);
  if (commentsIn(rest) !== '' && commentsIn(rest) !== commentsIn(line)) return false;
  const plain = signsIn(rest);
  return signsIn(behind).startsWith(plain) || (plain === ',' && next?.op === op.COMMA);
}

/** How deep a line is said to stand, and how deep it does. */
type Indent = readonly [quoted: number, written: number];

/** The lines behind the first are indented alike, and the first one too, unless it has lost its indentation. */
export function hasSameIndents([first = [0, 0], ...others]: readonly Indent[]): boolean {
  const [by, ...more] = others.map(([quoted, written]) => written - quoted);
  if (by === undefined) return true;
  const isCut = first[0] === 0 && others.every(([quoted]) => quoted > 0);
  return more.every(each => each === by) && (isCut || first[1] - first[0] === by);
}

const leading = (text: string): string => {
  const spaces = /^\s*/.exec(text)?.[0] ?? '';
  return `\n${spaces.slice(spaces.lastIndexOf('\n') + 1)}`;
};

/** What stands in front of it on its line, where that is white space; else nothing. */
function lineStart(written: (start: number, end: number) => string, at: number): string {
  const before = written(Math.max(0, at - MOST_INDENT), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return /^\s*$/.test(line) ? line : '';
}

const MOST_INDENT = 400;
