import type { Suppression } from '../../../generated/contracts.ts';
import { groupBy } from '../../kernel/group-by.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { isName } from '../code/code-tokens.ts';
import { readComments } from '../code/comments.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { cancel } from './left-of-both.ts';
import { covers, type Suppressed, suppressedBy } from './suppressed-codes.ts';

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
  /** The names in its statement. */
  readonly names: readonly string[];
  readonly says: Suppressed;
}

/**
 * No quotation (`# we do not use "# type: ignore"`), and alone on its line no part of a sentence: what follows it
 * there is no code.
 */
function isSaid(found: RegExpExecArray | null, code: string): found is RegExpExecArray {
  if (found === null) return false;
  const before = found.input.slice(0, found.index);
  if (/["'`“(]$/.test(before) || before.split(/["`]/).length % 2 === 0) return false;
  // Type checkers look for it where a comment begins, or behind the word to another tool.
  const isOfTypes = /^#\s*type/i.test(found[0]);
  if (isOfTypes && before !== '' && !KINDS.some(([, pattern]) => pattern.test(before))) return false;
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
  return withoutCovered(left, others, alone).map(({ suppression }) => suppression);
}

/** As many as are looked at for each one: a file may have thousands. */
const MOST = 100;

/**
 * Those that say more than others said that are gone. Of a line that is now two, both may say what it said; what was
 * told for a whole file or block may now be told for each line of it; and one may move with an edited line.
 *
 * @param left all that are gone, and of these the ones that no other new one stands for
 */
function withoutCovered(
  left: readonly Found[],
  others: readonly Found[],
  fresh: readonly Found[],
): readonly Found[] {
  const keysOf = ({ file, says, code, names }: Found): readonly string[] => [
    ...names.map(name => `${file}\u0001${says.family}\u0001${name}`),
    ...(code === '' && says.isForMore ? [`${file}\u0001${says.family}`] : []),
  ];
  const gone = byKeys(left, keysOf);
  const isCovered = (each: Found) =>
    [...keysOf(each), `${each.file}\u0001${each.says.family}`].some(key =>
      gone.get(key)?.some(old => covers(old.says, each.says)),
    );
  const uncovered = fresh.filter(each => !isCovered(each));
  const [rest, alone] = cancelCovered(others, uncovered, ({ file, says }) => [`${file}\u0001${says.family}`]);
  const [, added] = cancelCovered(
    rest,
    alone,
    ({ says, names }) => names.map(name => `${says.family}\u0001${name}`),
    sharesNames,
  );
  return added;
}

/** What is left of both lists when each new entry cancels one that says as much and has a key in common with it. */
function cancelCovered(
  before: readonly Found[],
  after: readonly Found[],
  keysOf: (each: Found) => readonly string[],
  fits: (old: Found, fresh: Found) => boolean = () => true,
): readonly [readonly Found[], readonly Found[]] {
  const waiting = byKeys(before, keysOf);
  const used = new Set<Found>();
  const added = after.filter(fresh => {
    const old = keysOf(fresh)
      .flatMap(key => waiting.get(key) ?? [])
      .find(each => !used.has(each) && covers(each.says, fresh.says) && fits(each, fresh));
    if (old !== undefined) used.add(old);
    return old === undefined;
  });
  return [before.filter(each => !used.has(each)), added];
}

/** At least half of the names of the one statement are in the other one. */
const sharesNames = (a: Found, b: Found): boolean =>
  2 * b.names.filter(name => a.names.includes(name)).length >= b.names.length;

const byKeys = (
  entries: readonly Found[],
  keysOf: (each: Found) => readonly string[],
): ReadonlyMap<string, readonly Found[]> =>
  new Map(
    [
      ...groupBy(
        entries.flatMap(entry => keysOf(entry).map(key => ({ key, entry }))),
        ({ key }) => key,
      ),
    ].map(([key, group]) => [key, group.slice(0, MOST).map(({ entry }) => entry)]),
  );

function readAll(file: PythonFile, side: 'before' | 'after'): readonly Found[] {
  return readComments(file).flatMap(({ text, start }) => {
    if (!KINDS.some(([, pattern]) => pattern.test(text))) return [];
    const code = codeBefore(file, start);
    const kinds = KINDS.flatMap(([kind, pattern]) => {
      const found = pattern.exec(text);
      return isSaid(found, code) ? [{ kind, found }] : [];
    });
    return kinds.map(({ kind, found }) => ({
      suppression: { kind, text, place: placeIn(file, start, side) },
      file: file.module.path,
      exact: `${kind}\u0001${text}\u0001${code}`,
      line: `${file.module.path}\u0001${kind}\u0001${code}`,
      code,
      names: namesAround(file, start),
      says: suppressedBy(kind, found[0], text.slice(found.index + found[0].length)),
    }));
  });
}

/** What stands for the code of a line that holds only a `)` that is no token. */
export const BEHIND_SIGN = ')';

/** The code that is on the line of a comment, as one text for the same. */
export function codeBefore(file: PythonFile, comment: number): string {
  const [from, to] = lineBefore(file, comment);
  if (from === to && isBehindSign(file, comment)) return BEHIND_SIGN;
  return file.tokens.key(from, to);
}

/** Tokens on either side that are looked at: one statement may be a long table. */
const NEAR = 64;

/** The names of the statement that a comment stands behind or in; none of one that is alone on its line. */
function namesAround(file: PythonFile, comment: number): readonly string[] {
  const { tokens } = file;
  let [from, to] = lineBefore(file, comment);
  if (from === to && !isBehindSign(file, comment)) return [];
  const [first, end] = [Math.max(0, from - NEAR), Math.min(tokens.length, to + NEAR)];
  while (from > first && tokens.kind(from - 1) >= NAME) from--;
  while (to < end && tokens.kind(to) >= NAME) to++;
  const names = tokens.slice(from, to).filter(isName);
  return [...new Set(names.map(({ text }) => text))];
}

/** Whether the line of a comment has a `)` that is no token. */
function isBehindSign({ text: { bytes } }: PythonFile, comment: number): boolean {
  for (let i = comment - 1; i >= 0 && bytes[i] !== 10 && bytes[i] !== 13; i--)
    if (bytes[i] === op.PAREN_CLOSE) return true;
  return false;
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
