import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { lastOf } from '../code/dotted-names.ts';
import { namesBoundBy } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { readUnits, type Unit } from '../code/units.ts';
import type { Line } from './compare-lines.ts';

/** What stands for a block that would be empty: it comes and goes with what is named. */
export const isFiller = (text: string): boolean => FILLERS.has(text.trim());

/** `class A: pass` has the header of a class that is not empty. */
export function withoutFiller(line: Line): Line {
  const text = line.text.trimEnd();
  const filler = [...FILLERS].find(each => text.endsWith(each)) ?? '';
  const header = text.slice(0, text.length - filler.length).trimEnd();
  const isHeader = filler !== '' && header.endsWith(':') && header.trimStart().startsWith('class ');
  return isHeader ? { ...line, text: header } : line;
}

const FILLERS: ReadonlySet<string> = new Set(['pass', '...']);

/** The numbers of lines that surround imports and do nothing but that: `if TYPE_CHECKING:`, `try:`, comments right above. */
export function linesAroundImports(file: PythonFile, lines: readonly string[]): ReadonlySet<number> {
  const found = new Set<number>();
  const imports = file.module.index.imports.filter(({ parent }) => parent === -1);
  for (const { start } of imports)
    for (let line = file.lineOf(start) - 1; lines[line - 1]?.trimStart().startsWith('#'); line--)
      found.add(line);
  let next = 0;
  for (const unit of readUnits(file)) {
    const first = next;
    while ((imports[next]?.start ?? unit.end) < unit.end) next++;
    if (unit.content.kind !== 'other' || next === first) continue;
    const inside = imports.slice(first, next);
    const bound = new Set(inside.flatMap(namesBoundBy));
    for (let line = file.lineOf(unit.start); line <= file.lineOf(unit.end - 1); line++)
      if (goesWithImports(lines[line - 1]?.trim() ?? '', bound)) found.add(line);
  }
  return found;
}

/** A header, what stands for an empty block, or `name = None` of a name that is imported. */
function goesWithImports(text: string, bound: ReadonlySet<string>): boolean {
  const [first = ''] = text.split(/\W/, 1);
  if (FILLERS.has(text) || (HEADERS.has(first) && text.endsWith(':'))) return true;
  return bound.has(first) && text.slice(first.length).trimStart() === '= None';
}

const HEADERS: ReadonlySet<string> = new Set(['if', 'elif', 'else', 'try', 'except', 'finally']);

/** The lines of `__all__`, and what it has besides these names. */
export function exportsBeside(file: PythonFile, names: readonly string[]) {
  const last = new Set(names.map(lastOf));
  const units = readUnits(file).filter(({ content }) => content.kind === 'exports');
  const lines = new Set<number>();
  for (const { start, end } of units)
    for (let line = file.lineOf(start); line <= file.lineOf(end - 1); line++) lines.add(line);
  return { lines, others: units.map(unit => othersIn(unit, last)).join('\n') };
}

const othersIn = ({ tokens }: Unit, last: ReadonlySet<string>): string =>
  tokens
    .filter(
      ({ kind, text, op: sign }) => sign !== op.COMMA && !(kind === STRING && last.has(contentOf(text))),
    )
    .map(({ text }) => text)
    .join(' ');
