import { byteAt } from '../../kernel/at.ts';
import { cut, LONGEST } from '../code/api-surface.ts';
import { lastOf } from '../code/dotted-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Use } from '../code/uses.ts';

export const className = (member: string): string => member.slice(0, member.indexOf('.'));

/** No more of it is copied than is shown: very many uses may stand on one line. */
export function lineAt(file: PythonFile, offset: number): string {
  const { source } = file;
  const { start, end } = lineAround(source, offset);
  let from = start;
  while (from < end && (source[from] === SPACE || source[from] === TAB)) from++;
  let to = Math.min(end, from + MOST_BYTES);
  // Not in the middle of a letter.
  while (to < end && (byteAt(source, to) & 0xc0) === 0x80) to++;
  return cut(file.copy(from, to).trim());
}

/** Of a line that is cut: a letter takes four bytes at most. */
const MOST_BYTES = 4 * (LONGEST + 1);
const [SPACE, TAB] = [0x20, 0x09];

function wholeLineAt(file: PythonFile, offset: number): string {
  const { start, end } = lineAround(file.source, offset);
  return file.copy(start, end).trim();
}

function lineAround(source: Uint8Array, offset: number) {
  const start = offset === 0 ? 0 : source.lastIndexOf(NEW_LINE, offset - 1) + 1;
  const end = source.indexOf(NEW_LINE, offset);
  return { start, end: end < 0 ? source.length : end };
}

/** Whether the file had such a line before, so that nobody adapted it. */
export const hadLine = (before: PythonFile, file: PythonFile, offset: number): boolean =>
  before.once(linesIn).has(wholeLineAt(file, offset));

const linesIn = (file: PythonFile): ReadonlySet<string> =>
  new Set(
    file
      .copy(0, file.source.length)
      .split('\n')
      .map(line => line.trim()),
  );

const NEW_LINE = 0x0a;

/** Several such calls on one line, or one on the class itself: which object it is given is not read. */
export function isAmbiguous(use: Use, uses: readonly Use[], owner: string): boolean {
  const { file, at } = use;
  const line = ({ at: each }: Use) => file.lineOf(file.tokens.start(each));
  const last = lastOf(owner);
  const object = file.tokens.get(at - 2)?.text;
  const isOnClass = object === last || object === 'cls';
  return isOnClass || uses.some(other => other.at !== at && line(other) === line(use));
}
