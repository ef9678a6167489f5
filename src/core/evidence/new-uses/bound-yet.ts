import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { isInFunction } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import { bindingsOf } from '../proofs/bindings.ts';
import { isBoundOnAllWays } from './bound-on-all-ways.ts';
import { howBound } from './how-bound.ts';
import type { Roots } from './roots.ts';
import { runsOnImport, type Statement } from './statements.ts';

const NESTING: ReadonlySet<number> = new Set([word.FOR, word.LAMBDA]);
/** Where a name is looked up. */
interface Lookup {
  readonly file: PythonFile;
  readonly roots: Roots;
  readonly statement: Statement;
}

/** Why the name may not be bound yet, or no longer, where it is looked up. */
export function whyNotBoundYet(
  { file, roots, statement }: Lookup,
  name: string,
  start: number,
): string | undefined {
  const owner = roots.ownerOf(statement.scope, name);
  const isBoundAbove = (each: { readonly start: number }) => each.start <= start;
  const { definitions } = file.module.index;
  if (owner < 0) {
    const events = runsOnImport(statement.scope, definitions) ? bindingsOf(file.module).get(name) : undefined;
    return events !== undefined && !events.some(isBoundAbove) ? `${name} is bound below` : undefined;
  }
  const bindings = roots.bindingsOf(owner, name);
  const { isCaught, isParameter } = howBound(bindings);
  const isInBlock = statement.guards.some(guard => guard.includes('except'));
  if (!isInBlock && isCaught) return `${name} is there only inside of its except`;
  const isOfClass = !isFunction(definitions[owner]);
  // What a class binds is not seen in what is nested in it.
  if (isOfClass && statement.tokens.some(({ word: each }, i) => i > 0 && NESTING.has(each)))
    return `${name} may not be bound there`;
  const isBound =
    owner !== statement.scope
      ? isParameter || isBoundAround(definitions, owner, statement.scope, bindings)
      : isOfClass && !isInFunction(file, start)
        ? bindings.some(isBoundAbove)
        : isBoundOnAllWays(file, { scope: owner, name, use: statement, isParameter });
  return isBound ? undefined : `${name} may not be bound there`;
}

/** Something binds it above the inner function, which may be called as soon as it is there. */
function isBoundAround(
  definitions: readonly Definition[],
  owner: number,
  scope: number,
  bindings: readonly { readonly start: number }[],
): boolean {
  let inner = scope;
  while (inner >= 0 && definitions[inner]?.parent !== owner) inner = definitions[inner]?.parent ?? -1;
  const start = definitions[inner]?.start ?? 0;
  return bindings.some(each => each.start <= start);
}
