import { addTo } from '../../kernel/group-by.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isName } from './code-tokens.ts';
import { lastOf } from './dotted-names.ts';
import { isInImport } from './import-entries.ts';
import type { Importers } from './importers.ts';
import type { PythonFile } from './python-file.ts';
import type { TwoVersions } from './two-versions.ts';

/** A place where the name is, in the version after the change. */
export interface Use {
  readonly file: PythonFile;
  /** Index of the name's token. */
  readonly at: number;
}

/** Where the name is on its own, import statements aside. */
export function namesIn(file: PythonFile, name: string): readonly Use[] {
  return placesOf(file, name).flatMap(at => {
    const token = file.tokens.get(at);
    if (token === undefined || file.tokens.op(at - 1) === op.DOT) return [];
    return isInImport(file.module, token.start) ? [] : [{ file, at }];
  });
}

/** Where the name is anywhere in the file, as indices of tokens. */
export function placesOf(file: PythonFile, name: string): readonly number[] {
  // Whether a file has the word is found sooner than all places of all its names.
  return file.mentionsName(name) ? (file.once(readPlaces).get(name) ?? []) : [];
}

/** Where it is asked for as an attribute: the name behind a dot. */
export const attributesOf = (file: PythonFile, name: string): readonly number[] =>
  file.mentionsName(name) ? (file.once(readAttributes).get(name) ?? []) : [];

function readAttributes({ tokens }: PythonFile): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (let i = 0; i < tokens.length; i++)
    if (tokens.op(i - 1) === op.DOT && tokens.isName(i)) addTo(places, tokens.text(i), i);
  return places;
}

function readPlaces(file: PythonFile): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.isName(i)) addTo(places, tokens.text(i), i);
  }
  return places;
}

/** The calls of a method that are on these lines. */
export function membersAt(file: PythonFile, lines: readonly number[], name: string): readonly Use[] {
  const member = lastOf(name);
  const wanted = new Set(lines);
  return placesOf(file, member).flatMap(at => {
    if (file.tokens.op(at + 1) !== op.PAREN_OPEN || file.tokens.op(at - 1) !== op.DOT) return [];
    return wanted.has(file.lineOf(file.tokens.start(at))) ? [{ file, at }] : [];
  });
}

/** Where `a.b.name` is; the use is the last name. */
export function pathsIn(file: PythonFile, path: readonly string[]): readonly Use[] {
  // The last is the rarest: its module is mentioned by many.
  const last = path.at(-1) ?? '';
  return placesOf(file, last).flatMap(at => {
    const { tokens } = file;
    const i = at - 2 * (path.length - 1);
    const token = tokens.get(i);
    if (token?.text !== path[0] || token === undefined || !isName(token) || tokens.op(i - 1) === op.DOT)
      return [];
    for (let j = 1; j < path.length; j++) {
      const [dot, name] = [tokens.get(i + 2 * j - 1), tokens.get(i + 2 * j)];
      if (dot?.op !== op.DOT || name?.text !== path[j]) return [];
    }
    return [{ file, at }];
  });
}

/** `def name`, `name = …`, `as name`, `for name`, a parameter: the name means something else around here. */
export function isBinding({ file, at }: Use): boolean {
  const [before, after] = [file.tokens.get(at - 1), file.tokens.get(at + 1)];
  const isDefined = before?.word === word.DEF || before?.word === word.CLASS_WORD || before?.word === word.AS;
  return (
    isDefined ||
    before?.word === word.FOR ||
    before?.word === word.GLOBAL ||
    after?.op === op.ASSIGN ||
    after?.op === op.WALRUS ||
    after?.word === word.IN
  );
}

/** Whether a file other than its own uses the name of the module, by import or as `module.name`. */
export async function findUses(
  versions: TwoVersions,
  after: PythonFile,
  name: string,
  importers: Importers,
): Promise<boolean> {
  for (const { module, bound, brings } of importers.reach(after.module, name)) {
    if (brings.kind === 'name') return true;
    const file = await versions.open(module, 'after');
    if (file !== undefined && pathsIn(file, [...bound.split('.'), name]).length > 0) return true;
  }
  return false;
}
