import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import type { BlockLine } from './blocks.ts';
import type { PythonFile } from './python-file.ts';

/** A dotted path from a token on. */
export function pathAt({ tokens }: PythonFile, from: number): CalledPath {
  const names: string[] = [];
  let end = from;
  while (tokens.isName(end)) {
    names.push(tokens.text(end));
    if (tokens.op(end + 1) !== op.DOT) return { names, from, end: end + 1 };
    end += 2;
  }
  return { names, from, end };
}

export interface CalledPath {
  readonly names: readonly string[];
  readonly from: number;
  readonly end: number;
}

/** What a statement calls that is nothing but a call, or keeps what that gives: `y = f()`, `await f()`. */
export function calledAlone(file: PythonFile, { from, to }: BlockLine): readonly string[] | undefined {
  const { tokens } = file;
  const value = tokens.isName(from) && tokens.op(from + 1) === op.ASSIGN ? from + 2 : from;
  const names: string[] = [];
  // `a.b(1).c(2)` calls `c` in the end.
  for (let i = tokens.word(value) === word.AWAIT ? value + 1 : value; tokens.isName(i); ) {
    const path = pathAt(file, i);
    names.push(...path.names);
    if (tokens.op(path.end) !== op.PAREN_OPEN) return undefined;
    const close = tokens.closing(path.end);
    if (close === to - 1) return names;
    if (tokens.op(close + 1) !== op.DOT) return undefined;
    i = close + 2;
  }
  return undefined;
}

/** What statements below a line call that are nothing but a call. */
export function callsBelow(file: PythonFile, line: BlockLine): readonly (readonly string[])[] {
  if (line.below === undefined) return [];
  return line.below.flatMap(each => {
    const called = each.below === undefined ? calledAlone(file, each) : undefined;
    return called === undefined ? callsBelow(file, each) : [called];
  });
}

/** Everything that is called between two offsets. */
export function callsBetween(file: PythonFile, start: number, end: number): readonly (readonly string[])[] {
  const { tokens } = file;
  const found: (readonly string[])[] = [];
  for (let i = tokens.firstFrom(start); i < tokens.length && tokens.start(i) < end; i++) {
    if (!tokens.isName(i) || tokens.op(i - 1) === op.DOT) continue;
    const path = pathAt(file, i);
    if (tokens.op(path.end) === op.PAREN_OPEN) found.push(path.names);
  }
  return found;
}
