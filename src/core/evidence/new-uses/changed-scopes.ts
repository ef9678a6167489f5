import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { lastAssign } from '../code/brackets.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { isFunction, scopesIn } from '../code/definitions-by-kind.ts';
import { isInFunction } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import { annotationAt } from './statement-names.ts';
import { readStatements, runsOnImport, type Statement, scopeName } from './statements.ts';

/** A function, or a class in one, on one side of the change. */
export interface ScopePart {
  readonly file: PythonFile;
  readonly scope: number;
  readonly definition: Definition;
  readonly statements: readonly Statement[];
}

const partOf = (file: PythonFile, scope: number): ScopePart => ({
  file,
  scope,
  definition: at(file.module.index.definitions, scope),
  statements: readStatements(file).inScope.get(scope) ?? [],
});

/** The same function on both sides, or a class in one. */
export interface ChangedScope {
  readonly name: string;
  readonly known: ScopePart;
  readonly now: ScopePart;
  /** What stands between the statements that are the same at the start and at the end, on each side. */
  readonly gone: readonly Statement[];
  readonly fresh: readonly Statement[];
}

/** Functions, and classes that are in functions, that are there before and after; also those that are as before. */
export function* changedScopes(before: PythonFile | undefined, after: PythonFile): Generator<ChangedScope> {
  // Statements need not be read for a module of constants.
  if (before === undefined || scopesIn(after.module.index).length === 0) return;
  const old = scopesOf(before);
  for (const [key, scope] of scopesOf(after)) {
    const was = old.get(key);
    if (was === undefined) continue;
    const [known, now] = [partOf(before, was), partOf(after, scope)];
    const name = scopeName(after, scope);
    yield { name, known, now, ...withoutEnds(known.statements, now.statements) };
  }
}

/** Whether a function does anything else than before, as far as its own statements say it. */
export function hasOtherBody(before: PythonFile | undefined, after: PythonFile): boolean {
  for (const { known, now } of changedScopes(before, after)) if (bodyOf(known) !== bodyOf(now)) return true;
  return false;
}

/** Without docstrings and annotations of local names. */
const bodyOf = ({ statements }: ScopePart): string =>
  statements
    .filter(({ tokens }) => tokens.length !== 1 || tokens[0]?.kind !== STRING)
    .map(({ tokens, guards }) => {
      const colon = annotationAt(tokens);
      const rest = colon < 0 ? tokens : [...tokens.slice(0, colon), ...tokens.slice(valueAt(tokens, colon))];
      return [codeKey(rest), ...guards].join('\u0001');
    })
    .join('\u0002');

function valueAt(tokens: readonly CodeToken[], colon: number): number {
  const assign = lastAssign(tokens);
  return assign > colon ? assign : tokens.length;
}

/** What stands directly at the top of a module, or in a class there, on both sides. */
export function* changedTops(
  before: PythonFile | undefined,
  after: PythonFile,
): Generator<Pick<ChangedScope, 'gone' | 'fresh'> & { readonly old: readonly Statement[] }> {
  if (before === undefined) return;
  const now = new Map(topsOf(after));
  for (const [name, old] of topsOf(before)) yield { old, ...withoutEnds(old, now.get(name) ?? []) };
}

function* topsOf(file: PythonFile): Generator<readonly [string, readonly Statement[]]> {
  const { definitions } = file.module.index;
  for (const [scope, statements] of readStatements(file).inScope)
    if (scope < 0 || (!isFunction(definitions[scope]) && runsOnImport(scope, definitions)))
      yield [scopeName(file, scope), statements];
}

/** Functions, and classes that are in functions. Of several of one name, as those of a property, the last one is the first. */
function scopesOf(file: PythonFile): ReadonlyMap<string, number> {
  const { definitions } = file.module.index;
  const byName = new Map<string, number[]>();
  for (const scope of readStatements(file).inScope.keys()) {
    const definition = definitions[scope];
    if (definition === undefined || !(isFunction(definition) || isInFunction(file, definition.start)))
      continue;
    addTo(byName, scopeName(file, scope), scope);
  }
  const found = new Map<string, number>();
  for (const [name, scopes] of byName)
    for (const [i, scope] of scopes.toReversed().entries()) found.set(`${name} ${i}`, scope);
  return found;
}

/** What stands between the statements that are the same at the start and at the end. */
function withoutEnds(old: readonly Statement[], now: readonly Statement[]) {
  const isSame = (i: number, j: number) => at(old, i).isSame(at(now, j));
  const least = Math.min(old.length, now.length);
  let from = 0;
  while (from < least && isSame(from, from)) from++;
  let behind = 0;
  while (behind < least - from && isSame(old.length - 1 - behind, now.length - 1 - behind)) behind++;
  return { gone: old.slice(from, old.length - behind), fresh: now.slice(from, now.length - behind) };
}
