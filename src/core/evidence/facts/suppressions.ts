import type { Suppression } from '../../../generated/contracts.ts';
import { at } from '../../kernel/at.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { isName } from '../code/code-tokens.ts';
import { readComments } from '../code/comments.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule } from '../code/two-versions.ts';

/** Comments that make tools look away. */
const KINDS: readonly (readonly [Suppression['kind'], RegExp])[] = [
  ['noqa', /#\s*(?:(?:ruff|flake8)\s*:\s*)?noqa\b/i],
  [
    'type: ignore',
    /#\s*(?:type\s*:\s*ignore\b|mypy\s*:\s*(?:ignore|disable|allow)(?:[-_]|\b)(?!.*=\s*(?:false|no|0)\b))/i,
  ],
  ['pyright: ignore', /#\s*pyright\s*:\s*(?:ignore\b|basic\b|report\w+\s*=\s*(?:false|none))/i],
  ['pragma: no cover', /#\s*pragma\s*:\s*no\s*(?:cover|branch)\b/i],
  ['fmt: off', /#\s*(?:ruff\s*:\s*)?(?:fmt|yapf|isort)\s*:\s*(?:off|skip|disable|skip_file)\b/],
  ['pylint: disable', /#\s*pylint\s*:\s*(?:disable|skip-file)\b/],
  ['nosec', /#\s*nosec\b/],
];

interface Found {
  readonly suppression: Suppression;
  readonly file: string;
  /** The comment with the code of its line: moves with it. */
  readonly exact: string;
  /** The same without what the comment says more than its kind. */
  readonly line: string;
  /** What is on its line besides. */
  readonly code: string;
  /** The names in it. */
  readonly names: readonly string[];
}

/**
 * No quotation (`# we do not use "# type: ignore"`), and alone on its line no part of a sentence: what follows it
 * there is no code.
 */
function isSaid(found: RegExpExecArray | null, code: string): boolean {
  if (found === null || /["'`“(]$/.test(found.input.slice(0, found.index))) return false;
  const rest = found.input.slice(found.index + found[0].length);
  return code !== '' || (found.index === 0 && !/^\s+[a-z]+\s+[a-z]/i.test(rest));
}

/** Suppressions that the change writes; those that only move, or whose line or text is edited, are not certainly new. */
export function findNewSuppressions(changed: readonly ChangedModule[]): readonly Suppression[] {
  const before = changed.flatMap(({ before }) => (before === undefined ? [] : readAll(before, 'before')));
  const after = changed.flatMap(({ after }) => (after === undefined ? [] : readAll(after, 'after')));
  const [left, fresh] = cancel(before, after, ({ exact }) => exact);
  const [, added] = cancel(left, fresh, ({ file, suppression }) => `${file}\u0001${suppression.text}`);
  const [others, atOtherCode] = cancel(left, added, ({ line }) => line);
  // One in place of another kind: it may say less.
  const [, alone] = cancel(others, atOtherCode, ({ file, code }) => `${file}\u0001${code}`);
  // Of a line that is now two, both may say what it said.
  const isSplit = (fresh: Found) =>
    left.some(
      old =>
        old.file === fresh.file && old.suppression.text === fresh.suppression.text && sharesName(old, fresh),
    );
  return alone.filter(fresh => !isSplit(fresh)).map(({ suppression }) => suppression);
}

const sharesName = (a: Found, b: Found): boolean => b.names.some(name => a.names.includes(name));

function readAll(file: PythonFile, side: 'before' | 'after'): readonly Found[] {
  return readComments(file).flatMap(({ text, start }) => {
    if (!KINDS.some(([, pattern]) => pattern.test(text))) return [];
    const code = codeBefore(file, start);
    const kinds = KINDS.filter(([, pattern]) => isSaid(pattern.exec(text), code));
    return kinds.map(([kind]) => ({
      suppression: { kind, text, place: placeIn(file, start, side) },
      file: file.module.path,
      exact: `${kind}\u0001${text}\u0001${code}`,
      line: `${file.module.path}\u0001${kind}\u0001${code}`,
      code,
      names: namesBefore(file, start),
    }));
  });
}

/** The code that is on the line of a comment, as one text for the same. */
export function codeBefore(file: PythonFile, comment: number): string {
  const [from, to] = lineBefore(file, comment);
  return file.tokens.key(from, to);
}

function namesBefore(file: PythonFile, comment: number): readonly string[] {
  const { tokens } = file;
  const [from, to] = lineBefore(file, comment);
  return tokens
    .slice(from, to)
    .filter(isName)
    .map(({ text }) => text);
}

/** Indices of the tokens on the line of a comment, the last one not among them. */
function lineBefore({ text: { bytes }, tokens }: PythonFile, comment: number): readonly [number, number] {
  let line = comment;
  while (line > 0 && bytes[line - 1] !== 10 && bytes[line - 1] !== 13) line--;
  const to = tokens.firstFrom(comment);
  let from = tokens.firstFrom(line);
  // Where the line begins, the one above it may still end.
  while (from < to && tokens.kind(from) < NAME) from++;
  return [from, to];
}

/** What is left of both lists when equal entries cancel each other. */
export function cancel<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (entry: T) => string,
): readonly [readonly T[], readonly T[]] {
  const counts = new Map<string, number>();
  const keys = before.map(keyOf);
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const added = after.filter(entry => !take(counts, keyOf(entry)));
  // The counts now say how many of each are left over, the last ones of the list.
  const removed: T[] = [];
  for (let i = keys.length - 1; i >= 0; i--) if (take(counts, at(keys, i))) removed.push(before[i] as T);
  return [removed.reverse(), added];
}

function take(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count === 0) return false;
  counts.set(key, count - 1);
  return true;
}
