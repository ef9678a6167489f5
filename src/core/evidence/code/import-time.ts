import type { CodeToken } from './code-tokens.ts';
import type { PythonFile } from './python-file.ts';
import type { Chosen } from './token-columns.ts';
import type { Unit } from './units.ts';
import { namesUsedOf } from './used-names.ts';

/** The tokens of a statement that run when the module is imported: no function's body. */
export const importTimeTokens = (unit: Unit, file: PythonFile): readonly CodeToken[] =>
  importTimeChosen(unit, file).flatMap(i => file.tokens.get(i) ?? []);

/** The same by their indices. */
export function importTimeChosen(unit: Unit, file: PythonFile): Chosen {
  const bodies = file.once(bodiesOf);
  let next = firstFrom(bodies, unit.start);
  let until = -1;
  const { tokens } = file;
  const kept: number[] = [];
  for (let i = unit.from; i < unit.to; i++) {
    const start = tokens.start(i);
    for (let body = bodies[next]; body !== undefined && body.start <= start; body = bodies[++next])
      until = Math.max(until, body.end);
    if (start >= until) kept.push(i);
  }
  return kept;
}

/** The names that these tokens look up. */
export function namesOnImport(unit: Unit, file: PythonFile): ReadonlySet<string> {
  const known = file.once(newNames);
  const names = known.get(unit) ?? namesUsedOf(file.tokens, importTimeChosen(unit, file));
  known.set(unit, names);
  return names;
}

const newNames = () => new Map<Unit, ReadonlySet<string>>();

interface Body {
  readonly start: number;
  readonly end: number;
}

/** The bodies of all functions and methods, in order. */
function bodiesOf(file: PythonFile): readonly Body[] {
  return file.module.index.definitions
    .filter(({ kind }) => kind === 'function' || kind === 'method' || kind === 'property')
    .map(({ body, end }) => ({ start: body, end }))
    .sort((a, b) => a.start - b.start);
}

function firstFrom(bodies: readonly Body[], start: number): number {
  let low = 0;
  let high = bodies.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((bodies[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
