import { NAME } from '../../python/lexer/token-kinds.ts';
import { placeOfFile } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type ChangedModule, isPython } from '../code/two-versions.ts';
import { type Facts, undecided, type Verdict } from './facts.ts';
import type { Witness } from './witness.ts';

/** One line of a file, from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** Lines without how they end; `\f` ends none. */
export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);

/** The lines that are wanted, without empty ones that mean nothing. */
export function keptLines(
  file: PythonFile,
  lines: readonly string[],
  isWanted: (number: number) => boolean = () => true,
): readonly Line[] {
  const inText = linesInTexts(file);
  return lines.flatMap((text, at) => {
    const number = at + 1;
    return isWanted(number) && (text.trim() !== '' || inText.has(number)) ? [{ number, text }] : [];
  });
}

/** Lines inside of texts of several lines: an empty one means something there. */
function linesInTexts(file: PythonFile): ReadonlySet<number> {
  const found = new Set<number>();
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) < NAME) continue; // the end of a line or block
    const [first, last] = [file.lineOf(tokens.start(i)), file.lineOf(tokens.end(i))];
    for (let line = first; line < last; line++) found.add(line + 1);
  }
  return found;
}

/** The first line that is not the same in both; `undefined`: all are. */
export function firstDifference(
  file: string,
  before: readonly Line[],
  after: readonly Line[],
): Pick<Witness, 'place' | 'before' | 'after'> | undefined {
  const most = Math.max(before.length, after.length);
  for (let i = 0; i < most; i++) {
    const [old, now] = [before[i], after[i]];
    if (old?.text === now?.text) continue;
    const place = now
      ? ({ file, line: now.number, side: 'after' } as const)
      : ({ file, line: old?.number ?? 1, side: 'before' } as const);
    return { place, before: old?.text.trim(), after: now?.text.trim() };
  }
  return undefined;
}

/** What differs in a file of the same lines: how they end, and whether an empty file is there. */
export function otherwise({ path, change, before, after }: ChangedModule): readonly Verdict[] {
  const at = (side: 'before' | 'after') => [{ file: path, line: 1, side }];
  if (change === 'created') return [undecided(`${path} is created`, at('after'))];
  if (change === 'deleted') return [undecided(`${path} is deleted`, at('before'))];
  const [old, now] = [before, after].map(file => lineEnds(file?.source));
  return old === now ? [] : [undecided(`lines of ${path} end in another way`, at('after'))];
}

const [LINE_FEED, RETURN] = [10, 13];

function lineEnds(source: Uint8Array | undefined): string {
  const found = new Set<string>();
  for (const [i, byte] of (source ?? []).entries()) {
    if (byte === RETURN) found.add(source?.[i + 1] === LINE_FEED ? 'both' : 'return');
    else if (byte === LINE_FEED && source?.[i - 1] !== RETURN) found.add('feed');
  }
  return [...found].sort().join(' ');
}

/** The same lines, at other places. */
export function isReordered(before: readonly Line[], after: readonly Line[]): boolean {
  if (before.length !== after.length) return false;
  const sorted = (lines: readonly Line[]) => lines.map(({ text }) => text).sort();
  const [old, now] = [sorted(before), sorted(after)];
  return old.every((text, i) => text === now[i]);
}

/** Changed files without Python: no line of them belongs to a definition. */
export const changesBesidePython = ({ files }: Facts): Witness[] =>
  files
    .filter(({ path }) => !isPython(path))
    .map(file => ({ reason: `${file.path} is changed`, place: placeOfFile(file) }));
