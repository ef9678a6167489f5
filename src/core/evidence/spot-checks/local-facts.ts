import { boundInLine, linesOf } from '../facts/bound-names.ts';
import { isTruth } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** Whether a function binds a name; the name of a member or of an argument is none of its own. */
export async function checkLocal(look: Lookup, { symbol, place, name }: ClaimOf<'local'>): Promise<Truth> {
  const found = await findFunction(look, symbol, place);
  if (isTruth(found)) return found;
  const { body, end } = found.ref.definition;
  const isBound = linesOf(found.file.tokens).some(line => {
    const start = found.file.tokens.start(line.from);
    return start >= body && start < end && boundInLine(line).includes(name);
  });
  return truth(isBound ? 'true' : 'unknown', `${symbol} ${isBound ? 'has' : 'does not bind'} ${name}`);
}
