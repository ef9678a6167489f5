import { addTo } from '../../kernel/group-by.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, indicesOfRange } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { readUnits, type Unit } from '../code/units.ts';

/** A statement at the top of a module, a method, or all of a class but its methods. */
export interface Part {
  readonly file: PythonFile;
  /** Indices of its tokens: from one to before another one, by turns. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
  readonly start: number;
  /** Runs on import, and defines nothing. */
  readonly isStatement: boolean;
}

/** Equal keys are equal code. */
export const keyOfPart = ({ file, ranges }: Part): string =>
  ranges.map(([from, to]) => file.tokens.key(from, to)).join('\u0001');

/**
 * Which texts of a file may come to code that imports what it is told: those beside it, in what shares a name of the
 * module with it over however many steps, in statements that run on import, and those that are kept or given back.
 */
export function mayReach(
  file: PythonFile,
  isTold: (token: CodeToken) => boolean,
): (text: CodeToken) => boolean {
  const reached = partsReached(file, isTold);
  return text => {
    const at = file.tokens.indexOf(text);
    const part = file
      .once(readParts)
      .find(({ ranges }) => ranges.some(([from, to]) => from <= at && at < to));
    if (part === undefined || part.isStatement || reached.has(part)) return true;
    return isKept(file, text.start);
  };
}

/** What such code stands in, and all that shares a name of the module with it. */
export function partsReached(file: PythonFile, isTold: (token: CodeToken) => boolean): ReadonlySet<Part> {
  return connected(
    file.once(readParts),
    ({ ranges }) => ranges.some(([from, to]) => file.tokens.slice(from, to).some(isTold)),
    file,
  );
}

function readParts(file: PythonFile): readonly Part[] {
  return readUnits(file).flatMap(unit => {
    const isClass = unit.content.kind === 'definition' && unit.content.definition.kind === 'class';
    return isClass ? partsOfClass(unit) : [partOf(unit, [[unit.from, unit.to]])];
  });
}

const partOf = ({ file, content }: Unit, ranges: Part['ranges']): Part => ({
  file,
  ranges,
  start: file.tokens.start(ranges[0]?.[0] ?? 0),
  isStatement: content.kind === 'other',
});

/** Methods that Python itself calls belong to the class. */
function partsOfClass(unit: Unit): readonly Part[] {
  const { file, content, from, to } = unit;
  const own = content.kind === 'definition' ? content.index : -1;
  const methods: Part[] = [];
  const rest: (readonly [number, number])[] = [];
  let next = from;
  for (const { kind, name, parent, start, end } of file.module.index.definitions) {
    if (parent !== own || (kind !== 'method' && kind !== 'property') || /^__\w+__$/.test(name)) continue;
    const { from: first, to: last } = indicesOfRange(file.tokens, start, end);
    if (first < next) continue;
    rest.push([next, first]);
    methods.push(partOf(unit, [[first, last]]));
    next = last;
  }
  return [partOf(unit, [...rest, [next, to]]), ...methods];
}

/** All parts that share names of the module, or of members of its classes, with one of the first ones. */
function connected(
  parts: readonly Part[],
  isFirst: (part: Part) => boolean,
  { module, tokens }: PythonFile,
): ReadonlySet<Part> {
  const { definitions } = module.index;
  const own = new Set<string>();
  for (const { parent, name } of definitions)
    if (parent === -1) own.add(name);
    else if (definitions[parent]?.kind === 'class') own.add(`.${name}`);
  const byName = new Map<string, Part[]>();
  const namesOf = new Map<Part, ReadonlySet<string>>();
  for (const part of parts) {
    const names = new Set<string>();
    for (const [from, to] of part.ranges)
      for (let i = from; i < to; i++) {
        const text = tokens.text(i);
        if (own.has(text)) names.add(text);
        if (own.has(`.${text}`)) names.add(`.${text}`);
      }
    namesOf.set(part, names);
    for (const name of names) addTo(byName, name, part);
  }
  const found = new Set<Part>();
  const waiting = parts.filter(isFirst);
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    if (found.has(part)) continue;
    found.add(part);
    for (const name of namesOf.get(part) ?? []) {
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
