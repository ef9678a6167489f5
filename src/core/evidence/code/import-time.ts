import type { CodeToken } from './code-tokens.ts';
import type { PythonFile } from './python-file.ts';
import type { Unit } from './units.ts';
import { namesUsed } from './used-names.ts';

/** The tokens of a statement that run when the module is imported: no function's body. */
export function importTimeTokens(unit: Unit, file: PythonFile): readonly CodeToken[] {
  const bodies = file.once(bodiesOf);
  let next = firstFrom(bodies, unit.start);
  let until = -1;
  const { tokens } = file;
  const kept: CodeToken[] = [];
  for (let i = unit.from; i < unit.to; i++) {
    const start = tokens.start(i);
    for (let body = bodies[next]; body !== undefined && body.start <= start; body = bodies[++next])
      until = Math.max(until, body.end);
    const token = start >= until ? tokens.get(i) : undefined;
    if (token !== undefined) kept.push(token);
  }
  return kept;
}

/** The names that these tokens look up. */
export function namesOnImport(unit: Unit, file: PythonFile): ReadonlySet<string> {
  const known = file.once(newNames);
  const names = known.get(unit) ?? namesUsed(importTimeTokens(unit, file));
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
