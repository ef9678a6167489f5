import { addTo } from '../../kernel/group-by.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { readUnits, type Unit } from '../code/units.ts';

/**
 * Which texts of a file may come to code that imports what it is told: those beside it, in what shares a name of the
 * module with it over however many steps, in statements that run on import, and those that are kept or given back.
 */
export function mayReach(
  file: PythonFile,
  isTold: (token: CodeToken) => boolean,
): (text: CodeToken) => boolean {
  const reached = unitsReached(file, isTold);
  return text => {
    const unit = readUnits(file).find(({ start, end }) => start <= text.start && text.start < end);
    if (unit === undefined || unit.content.kind === 'other' || reached.has(unit)) return true;
    return isKept(file, text.start);
  };
}

/** The statements at the top that such code stands in, and all that share a name of the module with it. */
export function unitsReached(file: PythonFile, isTold: (token: CodeToken) => boolean): ReadonlySet<Unit> {
  return connected(readUnits(file), unit => unit.tokens.some(isTold), file);
}

/** All units that share names of the module, or of members of its classes, with one of the first ones. */
function connected(
  units: readonly Unit[],
  isFirst: (unit: Unit) => boolean,
  { module }: PythonFile,
): ReadonlySet<Unit> {
  const { definitions } = module.index;
  const own = new Set<string>();
  for (const { parent, name } of definitions)
    if (parent === -1) own.add(name);
    else if (definitions[parent]?.kind === 'class') own.add(`.${name}`);
  const byName = new Map<string, Unit[]>();
  const namesOf = new Map<Unit, ReadonlySet<string>>();
  for (const unit of units) {
    const names = new Set<string>();
    const { from, to, file } = unit;
    for (let i = from; i < to; i++) {
      const text = file.tokens.text(i);
      if (own.has(text)) names.add(text);
      if (own.has(`.${text}`)) names.add(`.${text}`);
    }
    namesOf.set(unit, names);
    for (const name of names) addTo(byName, name, unit);
  }
  const found = new Set<Unit>();
  const waiting = units.filter(isFirst);
  for (let unit = waiting.pop(); unit !== undefined; unit = waiting.pop()) {
    if (found.has(unit)) continue;
    found.add(unit);
    for (const name of namesOf.get(unit) ?? []) {
      waiting.push(...(byName.get(name) ?? []));
      byName.delete(name);
    }
  }
  return found;
}

/** Assigned, returned, put into something, or part of what a class or a module has: not merely given to a call. */
function isKept({ module, tokens }: PythonFile, start: number): boolean {
  const at = tokens.firstFrom(start);
  let from = at;
  while (from > 0 && tokens.kind(from - 1) >= NAME) from--;
  const first = tokens.word(from);
  if (first === word.RETURN || first === word.YIELD) return true;
  let depth = 0;
  for (let i = from; i < at; i++) {
    const sign = tokens.op(i);
    if (op.opens(sign)) depth++;
    else if (op.closes(sign)) depth--;
    const isAssigned = depth === 0 && /^[^=!<>]?=$|^..=$/.test(tokens.text(i));
    if (isAssigned || sign === op.WALRUS || (sign === op.PAREN_OPEN && KEEPING.test(tokens.text(i - 1))))
      return true;
  }
  return module.index.definitions.some(
    ({ kind, start: begin, end }) =>
      (kind === 'constant' || kind === 'variable' || kind === 'attribute') && begin <= start && start < end,
  );
}

/** Methods that put what they are given into something. */
const KEEPING = /^(?:append\w*|add\w*|extend|insert|update|set\w*|put\w*|push|register\w*|send|__\w+__)$/;
