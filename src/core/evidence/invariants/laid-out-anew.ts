import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE } from '../../python/lexer/token-kinds.ts';
import { readComments } from '../code/comments.ts';
import { askingImports, readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';

/**
 * Whether two versions differ by a renaming and by what formatters make of it: lines that are wrapped or aligned in
 * another way, and imports that are sorted again.
 */
export const areLaidOutAnew = (
  before: PythonFile,
  after: PythonFile,
  renamed: (text: string) => string,
): boolean => contentOf(before, renamed) === contentOf(after, renamed);

function contentOf(file: PythonFile, renamed: (text: string) => string): string {
  const { tokens } = file;
  const isInImport = askingImports(file);
  const imports = readImports(file).map(({ text }) => renamed(text));
  const said: string[] = [];
  let isImport = false;
  for (let i = 0; i < tokens.length; i++) {
    const [kind, sign] = [tokens.kind(i), tokens.op(i)];
    if (kind >= NAME && isInImport(tokens.start(i))) {
      isImport = true;
      continue;
    }
    // The end of the line of an import.
    if (isImport && kind === NEWLINE) {
      isImport = false;
      continue;
    }
    const isLayout =
      sign === op.PAREN_OPEN || sign === op.PAREN_CLOSE || (sign === op.COMMA && op.closes(tokens.op(i + 1)));
    if (!isLayout) said.push(kind < NAME ? `\n${kind}` : renamed(tokens.text(i)));
  }
  const comments = readComments(file).map(({ text }) => renamed(text));
  return [...said, ...imports.sort(), ...comments].join('\u0000');
}
