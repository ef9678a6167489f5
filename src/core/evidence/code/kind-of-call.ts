import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import { codeKey } from './code-tokens.ts';
import type { PythonFile } from './python-file.ts';

/** What calling a function is, beside its parameters: its decorators, whether it is awaited, whether it yields. */
export function kindOfCall(file: PythonFile, { start, body, end }: Definition): string {
  const header = file.range(start, body - 1);
  const name = header.findIndex(token => token.word === word.DEF);
  const isYielding = file.range(body, end).some(token => token.word === word.YIELD);
  return `${codeKey(header.slice(0, name))}${isYielding ? '\u0001yields' : ''}`;
}
