import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import type { PythonFile } from './python-file.ts';
import type { Chosen } from './token-columns.ts';

/** Without the brackets of `class A(object)` and `class A()`, which say the same as none; `object` is Python's own. */
export function withoutBareBases(file: PythonFile, chosen: Chosen): Chosen {
  const { tokens } = file;
  if (!chosen.some(i => tokens.word(i) === word.CLASS_WORD)) return chosen;
  const dropped = new Set<number>();
  for (const i of chosen) {
    if (tokens.word(i) !== word.CLASS_WORD || tokens.op(i + 2) !== op.PAREN_OPEN) continue;
    const isObject = tokens.text(i + 3) === 'object' && !file.once(bindsObject);
    const close = isObject ? i + 4 : i + 3;
    if (tokens.op(close) === op.PAREN_CLOSE) for (let at = i + 2; at <= close; at++) dropped.add(at);
  }
  return dropped.size === 0 ? chosen : chosen.filter(i => !dropped.has(i));
}

/** Whether anything in the file may give the name to something else. */
function bindsObject({ module: { index } }: PythonFile): boolean {
  const { definitions, imports, otherNames } = index;
  return (
    definitions.some(({ name }) => name === 'object') ||
    otherNames.includes('object') ||
    imports.some(({ names }) => names.some(({ name, alias }) => name === '*' || (alias ?? name) === 'object'))
  );
}
