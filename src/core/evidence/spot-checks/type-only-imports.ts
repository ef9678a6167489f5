import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NEWLINE } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
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
  const all = readImports(file);
  const entries = all.filter(({ bound, target }) => bound === name || target === name);
  const [first] = entries;
  if (first === undefined) return truth('unknown', `no import of ${place} brings ${name}`);
  const places = entries.map(({ statement }) => look.place(module, statement.line));
  const isForTypes = ({ statement }: ImportEntry) => isTypeCheck(headerAround(file, statement.start));
  const reason = `it says "${first.text}"${isForTypes(first) ? ' below "if TYPE_CHECKING:"' : ''}`;
  const others = entries.filter(entry => !isForTypes(entry));
  // Under another name, as a part of a module or with a star it may be brought as well.
  const last = lastOf(name);
  const mayBring = ({ bound, target }: ImportEntry) =>
    bound === '*' || `.${target}.`.includes(`.${last}.`) || target.startsWith(`${name}.`);
  const isSure = all.every(entry => !mayBring(entry) || isForTypes(entry));
  if (others.length === 0) return truth(isSure && isTypings(file) ? 'true' : 'unknown', reason, places);
  const isFalse = others.some(({ statement }) => statement.placement === 'always' && statement.parent === -1);
  return truth(isFalse ? 'false' : 'unknown', reason, places);
}

/** `if TYPE_CHECKING`, `if t.TYPE_CHECKING`. */
const isTypeCheck = (header: readonly string[]): boolean =>
  /^if (?:\w+ \. )?TYPE_CHECKING :$/.test(header.join(' '));

/** The file takes the name from `typing`, and gives it to nothing itself. */
function isTypings(file: PythonFile): boolean {
  const { definitions, otherNames } = file.module.index;
  const isFrom = readImports(file).some(
    ({ target, bound }) =>
      /^typing(?:_extensions)?$/.test(target) ||
      (/^typing(?:_extensions)?\.TYPE_CHECKING$/.test(target) && bound === 'TYPE_CHECKING'),
  );
  return (
    isFrom &&
    !otherNames.includes('TYPE_CHECKING') &&
    !definitions.some(({ name }) => name === 'TYPE_CHECKING')
  );
}

/** The header of the block that a statement stands in. */
function headerAround(file: PythonFile, start: number): readonly string[] {
  // Where a block ends, its end stands where the next statement begins.
  const isBefore = (token: CodeToken) => token.start < start || BLOCKS.includes(token.kind);
  return conditionAround(file.range(0, start + 1).filter(isBefore));
}

const BLOCKS: readonly number[] = [INDENT, DEDENT];

/** The header of the block that goes on behind these tokens; nothing at the top of a file. */
function conditionAround(tokens: readonly CodeToken[]): readonly string[] {
  let depth = 0;
  for (let i = tokens.length - 1; i >= 0; i--) {
    const { kind } = tokens[i] ?? { kind: NEWLINE };
    if (kind === DEDENT) depth++;
    if (kind !== INDENT || depth-- > 0) continue;
    const before = tokens.slice(0, tokens[i - 1]?.kind === NEWLINE ? i - 1 : i);
    return before.slice(before.findLastIndex(isLayout) + 1).map(({ text }) => text);
  }
  // `if TYPE_CHECKING: import a`
  const line = tokens.slice(tokens.findLastIndex(isLayout) + 1);
  return line.at(-1)?.op === op.COLON ? line.map(({ text }) => text) : [];
}
