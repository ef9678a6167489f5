import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';

/** Names in front of a `[` with no text or number in it, which would be a key or index; each with how many values it has. */
export function readSubscripted({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  /** Of each bracket around, the name in front of it; empty where it is of no interest. */
  const around: { name: string; commas: number }[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const operator = tokens.op(i);
    const last = around.at(-1);
    if (op.opens(operator))
      around.push({ name: operator === op.BRACKET_OPEN ? nameBefore(tokens, i) : '', commas: 0 });
    else if (last !== undefined && (tokens.kind(i) === STRING || tokens.kind(i) === NUMBER)) last.name = '';
    else if (operator === op.COMMA && last !== undefined) last.commas++;
    else if (op.closes(operator) && last !== undefined) {
      around.pop();
      if (last.name !== '') found.add(`${last.name} ${last.commas + 1}`);
    }
  }
  return found;
}

/** `a.b` in front of the token; empty where none is there. */
function nameBefore(tokens: CodeTokens, index: number): string {
  const path: string[] = [];
  for (let at = index - 1; at >= 0 && tokens.isName(at); at -= 2) {
    path.unshift(tokens.text(at));
    if (at === 0 || tokens.op(at - 1) !== op.DOT) break;
  }
  return path.join('.');
}
