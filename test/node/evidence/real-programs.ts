import { execFileSync } from 'node:child_process';
import path from 'node:path';
import {
  CHANGES,
  definedBy,
  LIBRARY,
  LOUD,
  type Modules,
  type Mutant,
  PACKAGE,
  toProgram,
} from './programs.ts';

/** Modules of the standard library that do nothing but make functions and classes: they are imported and called. */
const NAMES = [
  'bisect',
  'calendar',
  'colorsys',
  'copy',
  'difflib',
  'fnmatch',
  'fractions',
  'graphlib',
  'heapq',
  'html.entities',
  'keyword',
  'operator',
  'quopri',
  'reprlib',
  'shlex',
  'statistics',
  'string',
  'textwrap',
];

let read: Readonly<Record<string, readonly string[]>> | undefined;

/** Their statements, as the Python at hand has them. */
function readModules(): Readonly<Record<string, readonly string[]>> {
  const script = path.join(import.meta.dirname, 'split_modules.py');
  read ??= JSON.parse(execFileSync('python3', [script, ...NAMES], { encoding: 'utf8' }));
  return read as Readonly<Record<string, readonly string[]>>;
}

/** Mutants of real modules: each is `a.py`, and another module uses something of it. */
export function* realMutants(random: () => number): Generator<Mutant> {
  const sources = Object.values(readModules());
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const changes = Object.entries(CHANGES);
  for (;;) {
    const statements = pick(sources);
    const names = statements.map(definedBy).filter(name => name !== undefined);
    const name = names.length === 0 ? 'f' : pick(names);
    const main = pick([
      [`from a import ${name}`, `def go(*x):\n    return ${name}(*x)`],
      ['import a', `def go(*x):\n    return a.${name}(*x)`],
      ['from a import *'],
    ]);
    const program = (): Modules => ({
      'lib.py': [...LIBRARY],
      'loud.py': [...LOUD],
      ...Object.fromEntries(Object.entries(PACKAGE).map(([each, list]) => [each, [...list]])),
      'a.py': [...statements],
      'main.py': [...main],
    });
    const [modules, copy] = [program(), program()];
    const done: string[] = [];
    for (let i = random() < 0.7 ? 1 : 2; i > 0; i--) {
      const [change, apply] = pick(changes);
      if (apply(copy, random)) done.push(change);
    }
    const [before, after] = [toProgram(modules), toProgram(copy)];
    if (done.length === 0 || JSON.stringify(after) === JSON.stringify(before)) continue;
    yield { change: done.join(' + '), before, after };
  }
}
