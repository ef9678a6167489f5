import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import { placesOf } from '../code/uses.ts';

/** An expression, from its first token to its last one: a module that only running tells, or the names of one. */
interface Told {
  readonly from: number;
  readonly end: number;
  readonly is: 'module' | 'names';
}

/**
 * Whether the file sets names in whatever module a class or a caller tells it:
 * `sys.modules[cls.__module__].__dict__.update(…)`, `sys._getframe(1).f_globals[n] = …`.
 */
export function setsToldModules(file: PythonFile): boolean {
  const waiting = [...toldModules(file), ...namesOfFrames(file)];
  const followed = new Set<string>();
  for (let told = waiting.pop(); told !== undefined; told = waiting.pop()) {
    if (isSet(file, told)) return true;
    const names = namesOf(file, told);
    if (names !== undefined) waiting.push(names);
    const bound = boundTo(file, told);
    if (bound === undefined || followed.has(bound)) continue;
    followed.add(bound);
    for (const at of placesOf(file, bound)) waiting.push({ from: at, end: at, is: told.is });
  }
  return false;
}

const IMPORTING = ['import_module', 'getmodule'];
const TELLING = ['modules', ...IMPORTING];

/** `sys.modules[name]`, `sys.modules.get(name)`, `import_module(name)`, `inspect.getmodule(frame)`. */
function toldModules(file: PythonFile): readonly Told[] {
  if (!TELLING.some(name => file.mentions(name))) return [];
  const { tokens } = file;
  const found: Told[] = [];
  const add = (at: number, open: number) => {
    if (tokens.kind(open + 1) !== STRING)
      found.push({ from: rootOf(tokens, at), end: tokens.closing(open), is: 'module' });
  };
  const isImported = readImports(file).some(({ target }) => target === 'sys.modules');
  for (const at of placesOf(file, 'modules')) {
    if (tokens.text(rootOf(tokens, at)) !== 'sys' && !isImported) continue;
    if (tokens.op(at + 1) === op.BRACKET_OPEN) add(at, at + 1);
    if (tokens.text(at + 2) === 'get' && tokens.op(at + 3) === op.PAREN_OPEN) add(at, at + 3);
  }
  for (const name of IMPORTING)
    for (const at of placesOf(file, name)) if (tokens.op(at + 1) === op.PAREN_OPEN) add(at, at + 1);
  return found;
}

/** What a frame or a function finds at the top of its module. */
const namesOfFrames = (file: PythonFile): readonly Told[] =>
  ['f_globals', '__globals__'].flatMap(name =>
    placesOf(file, name).map(at => ({ from: at, end: at, is: 'names' as const })),
  );

/** `module.__dict__`, `vars(module)` */
function namesOf({ tokens }: PythonFile, { from, end, is }: Told): Told | undefined {
  if (is === 'names') return undefined;
  if (tokens.op(end + 1) === op.DOT && tokens.text(end + 2) === '__dict__')
    return { from, end: end + 2, is: 'names' };
  const isInVars = tokens.op(from - 1) === op.PAREN_OPEN && tokens.text(from - 2) === 'vars';
  return isInVars ? { from: from - 2, end: end + 1, is: 'names' } : undefined;
}

/** The variable that a statement keeps it in. */
function boundTo({ tokens }: PythonFile, { from, end }: Told): string | undefined {
  if (tokens.kind(end + 1) >= NAME) return undefined;
  let first = from;
  // Of `sys._getframe(1).f_globals` the end is known.
  while (tokens.kind(first - 1) >= NAME && tokens.op(first - 1) !== op.ASSIGN) first--;
  return tokens.op(first - 1) === op.ASSIGN && tokens.isName(first - 2) ? tokens.text(first - 2) : undefined;
}

function isSet({ tokens }: PythonFile, { from, end, is }: Told): boolean {
  const isFirst = tokens.op(from - 1) === op.PAREN_OPEN;
  if (is === 'module') return isFirst && tokens.text(from - 2) === 'setattr';
  const next = tokens.op(end + 1);
  if (next === op.BRACKET_OPEN) return tokens.op(tokens.closing(end + 1) + 1) === op.ASSIGN;
  if (next === op.DOT) return /^(?:update|setdefault|__setitem__)$/.test(tokens.text(end + 2));
  return op.isAugmented(next);
}

function rootOf(tokens: CodeTokens, at: number): number {
  let root = at;
  while (tokens.op(root - 1) === op.DOT && tokens.isName(root - 2)) root -= 2;
  return root;
}
