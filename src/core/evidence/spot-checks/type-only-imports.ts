import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NEWLINE } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { readImports } from '../code/import-entries.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** Whether every import that brings the name stands below `if TYPE_CHECKING:`. */
export async function checkImportsForTypes(
  look: Lookup,
  { place, name }: ClaimOf<'imports_for_types'>,
): Promise<Truth> {
  const module = look.oneModule(place);
  const file = module === undefined ? undefined : await look.open(module);
  if (module === undefined || file === undefined) return truth('absent', `${place} is not one Python file`);
  const entries = readImports(file).filter(({ bound, target }) => bound === name || target === name);
  const [first] = entries;
  if (first === undefined) return truth('unknown', `no import of ${place} brings ${name}`);
  const places = entries.map(({ statement }) => look.place(module, statement.line));
  const areForTypes = entries.map(({ statement }) =>
    isForTypes(conditionAround(file.range(0, statement.start))),
  );
  const reason = `it says "${first.text}"${areForTypes[0] === true ? ' below "if TYPE_CHECKING:"' : ''}`;
  if (areForTypes.every(each => each)) return truth('true', reason, places);
  const isFalse = entries.some(
    ({ statement }) => statement.placement === 'always' && statement.parent === -1,
  );
  return truth(isFalse ? 'false' : 'unknown', reason, places);
}

/** `if TYPE_CHECKING`, `if t.TYPE_CHECKING`. */
const isForTypes = (header: readonly string[]): boolean =>
  /^if (?:\w+ \. )?TYPE_CHECKING :$/.test(header.join(' '));

/** The header of the block that goes on behind these tokens; nothing at the top of a file. */
function conditionAround(tokens: readonly CodeToken[]): readonly string[] {
  let depth = 0;
  for (let i = tokens.length - 1; i >= 0; i--) {
    const { kind } = tokens[i] ?? { kind: NEWLINE };
    if (kind === DEDENT) depth++;
    if (kind !== INDENT || depth-- > 0) continue;
    const isBefore = (token: CodeToken | undefined) =>
      token === undefined || [NEWLINE, INDENT, DEDENT].includes(token.kind);
    const end = tokens[i - 1]?.kind === NEWLINE ? i - 1 : i;
    let start = end;
    while (!isBefore(tokens[start - 1])) start--;
    return tokens.slice(start, end).map(({ text }) => text);
  }
  // `if TYPE_CHECKING: import a`
  const line = tokens.slice(tokens.findLastIndex(({ kind }) => [NEWLINE, INDENT, DEDENT].includes(kind)) + 1);
  return line.at(-1)?.op === op.COLON ? line.map(({ text }) => text) : [];
}
