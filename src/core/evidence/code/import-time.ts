import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';
import { isFunction } from './definitions-by-kind.ts';
import { withMangled } from './private-names.ts';
import type { PythonFile } from './python-file.ts';
import { isFormatted } from './string-literal.ts';
import type { Chosen, CodeTokens } from './token-columns.ts';
import type { Unit } from './units.ts';
import { namesUsedOf } from './used-names.ts';

/** The tokens of a statement that run when the module is imported: no function's body. */
export const importTimeTokens = (unit: Unit, file: PythonFile): readonly CodeToken[] =>
  file.tokens.chosen(importTimeChosen(unit, file));

/** The same by their indices. */
export function importTimeChosen(unit: Unit, file: PythonFile): Chosen {
  const bodies = file.once(bodiesOf);
  let next = firstFrom(bodies, unit.start);
  let until = -1;
  const { tokens } = file;
  const kept: number[] = [];
  // Blocks of a body end behind its last token.
  let open = 0;
  for (let i = unit.from; i < unit.to; i++) {
    const start = tokens.start(i);
    for (let body = bodies[next]; body !== undefined && body.start <= start; body = bodies[++next])
      until = Math.max(until, body.end);
    const kind = tokens.kind(i);
    if (start < until) open += kind === INDENT ? 1 : kind === DEDENT ? -1 : 0;
    else if (open > 0 && kind === DEDENT) open--;
    else kept.push(i);
  }
  return kept;
}

/** The names that these tokens look up. */
export function namesOnImport(unit: Unit, file: PythonFile): ReadonlySet<string> {
  const known = file.once(newNames);
  const names = known.get(unit) ?? withMangled(namesUsedOf(file.tokens, importTimeChosen(unit, file)), file);
  known.set(unit, names);
  return names;
}

const newNames = () => new Map<Unit, ReadonlySet<string>>();

/**
 * The names that these tokens may call, or give to something that calls them. A name that is only an annotation or a
 * base, or that stands in a plain text, is none of them.
 */
export const namesRunOnImport = (unit: Unit, file: PythonFile): ReadonlySet<string> =>
  namesUsedOf(file.tokens, runOnImport(unit, file));

/** The indices of these tokens. */
export function runOnImport(unit: Unit, file: PythonFile): Chosen {
  const { tokens } = file;
  const chosen = importTimeChosen(unit, file);
  const named = namedAlone(new Among(tokens, chosen));
  return chosen.filter(
    (at, i) => !named.has(i) && (tokens.kind(at) !== STRING || isFormatted(tokens.text(at))),
  );
}

/** What is asked of chosen tokens by their places among these, without making them: 0 before the first, behind the last. */
class Among {
  readonly length: number;
  readonly #tokens: CodeTokens;
  readonly #chosen: Chosen;

  constructor(tokens: CodeTokens, chosen: Chosen) {
    this.length = chosen.length;
    this.#tokens = tokens;
    this.#chosen = chosen;
  }

  kind(i: number): number {
    return this.#tokens.kind(this.#at(i));
  }

  word(i: number): number {
    return this.#tokens.word(this.#at(i));
  }

  op(i: number): number {
    return this.#tokens.op(this.#at(i));
  }

  isName(i: number): boolean {
    return this.#tokens.isName(this.#at(i));
  }

  #at(i: number): number {
    return i < 0 ? -1 : (this.#chosen[i] ?? -1);
  }
}

/** Places of the names that are an annotation or a base, or a part of one, and are asked for nothing there. */
function namedAlone(among: Among): ReadonlySet<number> {
  const found = new Set<number>();
  // Whatever a type is a part of, none of its functions runs for that; what is between parentheses may be called.
  const addAlone = (from: number, to: number) => {
    let depth = 0;
    for (let i = from; i < to; i++) {
      if (among.op(i) === op.PAREN_OPEN) depth++;
      else if (among.op(i) === op.PAREN_CLOSE) depth--;
      else if (among.isName(i) && depth === 0 && among.op(i + 1) !== op.PAREN_OPEN) found.add(i);
    }
  };
  for (let i = 0; i < among.length; i++) {
    if (among.word(i) === word.DEF) i = readHeader(among, i, addAlone);
    else if (among.word(i) === word.CLASS_WORD) addBases(among, i, found);
    else if (among.op(i) === op.COLON && isTarget(among, i)) addAlone(i + 1, annotationEnd(among, i + 1));
  }
  return found;
}

/** The annotations of the `def` at `from`; gives the place of the colon that ends its header. */
function readHeader(among: Among, from: number, add: (from: number, to: number) => void): number {
  let depth = 0;
  let annotation = -1;
  let isDefault = false;
  for (let i = from + 1; i < among.length; i++) {
    const each = among.op(i);
    const isEnd = depth === 1 && (each === op.COMMA || each === op.ASSIGN || op.closes(each));
    if (annotation >= 0 && (isEnd || (depth === 0 && each === op.COLON))) {
      add(annotation, i);
      annotation = -1;
    }
    if (depth === 0 && each === op.COLON) return i;
    if (depth === 1 && each === op.ASSIGN) isDefault = true;
    else if (depth === 1 && each === op.COMMA) isDefault = false;
    else if (depth === 1 && each === op.COLON && !isDefault) annotation = i + 1;
    else if (depth === 0 && each === op.ARROW) annotation = i + 1;
    if (op.opens(each)) depth++;
    if (op.closes(each)) depth--;
  }
  return among.length;
}

/** Bases that are one name each. */
function addBases(among: Among, at: number, found: Set<number>): void {
  if (among.op(at + 2) !== op.PAREN_OPEN) return;
  for (let i = at + 3; i < among.length; i++) {
    const [before, each, next] = [among.op(i - 1), among.op(i), among.op(i + 1)];
    if (op.opens(each) || op.closes(each)) return;
    const isFirst = before === op.PAREN_OPEN || before === op.COMMA;
    if (among.isName(i) && isFirst && (next === op.COMMA || next === op.PAREN_CLOSE)) found.add(i);
  }
}

/** Whether the colon stands behind `name` or `name.name` that begin a line. */
function isTarget(among: Among, colon: number): boolean {
  let i = colon - 1;
  while (among.isName(i) && among.op(i - 1) === op.DOT) i -= 2;
  return among.isName(i) && among.kind(i - 1) < NAME;
}

function annotationEnd(among: Among, from: number): number {
  let depth = 0;
  for (let i = from; i < among.length; i++) {
    const each = among.op(i);
    if (op.opens(each)) depth++;
    if (op.closes(each)) depth--;
    if (depth === 0 && (among.kind(i) < NAME || each === op.ASSIGN)) return i;
  }
  return among.length;
}

interface Body {
  readonly start: number;
  readonly end: number;
}

/** The bodies of all functions and methods, in order. */
function bodiesOf(file: PythonFile): readonly Body[] {
  return file.module.index.definitions
    .filter(isFunction)
    .map(({ body, end }) => ({ start: body, end }))
    .sort((a, b) => a.start - b.start);
}

/** Whether the byte is in the body of a function, which does not run when the module is imported. */
export function isInFunction(file: PythonFile, offset: number): boolean {
  const bodies = file.once(outermostBodiesOf);
  const last = bodies[firstFrom(bodies, offset + 1) - 1];
  return last !== undefined && offset < last.end;
}

/** Those that are in no other one. */
function outermostBodiesOf(file: PythonFile): readonly Body[] {
  let end = 0;
  return file.once(bodiesOf).filter(body => {
    if (body.start < end) return false;
    end = body.end;
    return true;
  });
}

/** Index of the first one that does not begin before the byte, of such that are in order. */
export function firstFrom(bodies: readonly Pick<Body, 'start'>[], start: number): number {
  let low = 0;
  let high = bodies.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bodies[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** `from __future__ import annotations`: then no annotation is evaluated. */
export const hasLazyAnnotations = ({ module }: PythonFile): boolean =>
  module.index.imports.some(
    each => each.module === '__future__' && each.names.some(({ name }) => name === 'annotations'),
  );
