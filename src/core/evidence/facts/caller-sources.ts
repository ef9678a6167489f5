import { cut } from '../code/api-surface.ts';
import { lastOf } from '../code/dotted-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Use } from '../code/uses.ts';

export const className = (member: string): string => member.slice(0, member.indexOf('.'));

export const lineAt = (file: PythonFile, offset: number): string => cut(wholeLineAt(file, offset));

function wholeLineAt(file: PythonFile, offset: number): string {
  const { source } = file;
  const start = source.lastIndexOf(NEW_LINE, offset - 1) + 1;
  const end = source.indexOf(NEW_LINE, offset);
  return file.copy(offset === 0 ? 0 : start, end < 0 ? source.length : end).trim();
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
