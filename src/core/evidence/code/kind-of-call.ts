import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import { codeKey } from './code-tokens.ts';
import type { PythonFile } from './python-file.ts';

/** The statements of a function. */
export const bodyKey = (file: PythonFile, { body, end }: Definition): string =>
  codeKey(file.range(body, end));

/** Whether a function, or one inside of it, is a generator. */
export const yields = (file: PythonFile, { body, end }: Definition): boolean =>
  file.range(body, end).some(token => token.word === word.YIELD);

/** What calling a function is, beside its parameters: its decorators, whether it is awaited, whether it yields. */
export function kindOfCall(file: PythonFile, definition: Definition): string {
  const header = file.range(definition.start, definition.body - 1);
  const name = header.findIndex(token => token.word === word.DEF);
  return `${codeKey(header.slice(0, name))}${yields(file, definition) ? '\u0001yields' : ''}`;
}
