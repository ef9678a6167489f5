import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { type BlockLine, type BlockStep, stepsTo } from '../code/blocks.ts';
import type { PythonFile } from '../code/python-file.ts';
import { placesOf } from '../code/uses.ts';

/** Exceptions that no use of what is gone, or is called differently, raises. */
const OTHER_EXCEPTIONS =
  /^(?:KeyboardInterrupt|SystemExit|GeneratorExit|StopIteration|OSError|IOError|FileNotFoundError|PermissionError|TimeoutError|ConnectionError|ValueError|UnicodeDecodeError|KeyError|IndexError|LookupError|ArithmeticError|ZeroDivisionError|RuntimeError|NotImplementedError|AssertionError)$/;

/** Whether all calls of that name in the file stand below a `try` that may catch what cannot work; there is one. */
export function isOnlyTried(file: PythonFile, name: string): boolean {
  const { tokens } = file;
  const calls = placesOf(file, name).filter(
    at => tokens.op(at + 1) === op.PAREN_OPEN && tokens.word(at - 1) !== word.DEF,
  );
  return calls.length > 0 && calls.every(at => stepsTo(file, at).some(step => isCaught(file, step, at)));
}

function isCaught({ tokens }: PythonFile, { block, index }: BlockStep, at: number): boolean {
  const header = block[index];
  if (header === undefined || at < header.to || tokens.word(header.from) !== word.TRY) return false;
  for (let i = index + 1; tokens.word(block[i]?.from ?? -1) === word.EXCEPT; i++) {
    const { from, to } = block[i] as BlockLine;
    const said = tokens.slice(from + 1, to);
    const as = said.findIndex(token => token.word === word.AS);
    const names = said.slice(0, as < 0 ? said.length : as).filter(({ kind }) => kind === NAME);
    if (names.length === 0 || names.some(({ text }) => !OTHER_EXCEPTIONS.test(text))) return true;
  }
  return false;
}
