import * as word from '../../python/lexer/keywords.ts';
import { isName } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { readStatements, type Statement, scopeName } from './statements.ts';

const EXITS: ReadonlySet<number> = new Set([word.RETURN, word.RAISE, word.CONTINUE, word.BREAK]);
const NONE: ReadonlySet<string> = new Set();

/**
 * By function: the names that an early exit asked about before (`if m is None: return`, `assert m`), where that exit is
 * gone. What stands below it was not reached with everything that reaches it now.
 */
export function lostExits(before: PythonFile, after: PythonFile): (scope: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return scope => {
    const found =
      known.get(scope) ?? namesLost(before.once(exitsOf).get(scope), after.once(exitsOf).get(scope));
    known.set(scope, found);
    return found;
  };
}

type Exits = ReadonlyMap<string, Statement>;

function namesLost(old: Exits | undefined, now: Exits | undefined): ReadonlySet<string> {
  const lost = [...(old ?? [])].flatMap(([text, statement]) => (now?.has(text) === true ? [] : statement));
  if (lost.length === 0) return NONE;
  return new Set(
    lost.flatMap(({ tokens }) =>
      tokens.flatMap(token => (isName(token) && token.text !== 'self' ? token.text : [])),
    ),
  );
}

/** So many exits above a use are looked at: the nearest ones. */
const MOST_ABOVE = 20;

/** The early exits above a statement that ask about one of the names, by their texts. */
export function exitsAbove(
  file: PythonFile,
  { scope, start }: Statement,
  namesOf: () => ReadonlySet<string>,
): readonly string[] {
  const found: string[] = [];
  const all = file.once(exitsOf).get(scopeName(file, scope));
  if (all === undefined) return found;
  const names = namesOf();
  for (const [text, exit] of all)
    if (
      exit.start < start &&
      exit.tokens.some(token => isName(token) && token.text !== 'self' && names.has(token.text))
    )
      found.push(text);
  return found.slice(-MOST_ABOVE);
}

/** Whether such an exit stands above a statement. */
export function isExitAbove(file: PythonFile, { scope, start }: Statement, text: string): boolean {
  const exit = file.once(exitsOf).get(scopeName(file, scope))?.get(text);
  return exit !== undefined && exit.start < start;
}

/** By function: the conditions of its early exits. */
function exitsOf(file: PythonFile): ReadonlyMap<string, Exits> {
  const found = new Map<string, Map<string, Statement>>();
  for (const [scope, statements] of readStatements(file).inScope)
    for (const [i, statement] of statements.entries()) {
      if (!leaves(statements, i)) continue;
      const name = scopeName(file, scope);
      const known = found.get(name) ?? new Map<string, Statement>();
      found.set(name, known);
      // The first of equal ones.
      if (!known.has(statement.text)) known.set(statement.text, statement);
    }
  return found;
}

/** An assertion, or an `if` whose block ends by leaving. */
function leaves(statements: readonly Statement[], at: number): boolean {
  const statement = statements[at];
  if (statement?.firstWord === word.ASSERT) return true;
  if (statement?.firstWord !== word.IF) return false;
  const depth = statement.guards.length;
  let last: Statement | undefined;
  for (let i = at + 1; (statements[i]?.guards.length ?? 0) > depth; i++)
    if (statements[i]?.guards.length === depth + 1) last = statements[i];
  return last === undefined
    ? statement.tokens.some(token => EXITS.has(token.word))
    : EXITS.has(last.firstWord);
}
