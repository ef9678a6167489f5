import * as word from '../../python/lexer/keywords.ts';
import { boundInLine, linesOf } from '../facts/bound-names.ts';
import { isTruth } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** Whether a function binds a name itself; that of a member, of an argument, or of what stands inside is none of its own. */
export async function checkLocal(look: Lookup, { symbol, place, name }: ClaimOf<'local'>): Promise<Truth> {
  const found = await findFunction(look, symbol, place);
  if (isTruth(found)) return found;
  const { tokens, module } = found.file;
  const { body, end } = found.ref.definition;
  const inner = module.index.definitions.filter(
    each => each.start >= body && each.end <= end && /^(?:class|function|method|property)$/.test(each.kind),
  );
  const isInside = (start: number) => inner.some(each => each.start <= start && start < each.end);
  const lines = linesOf(tokens).filter(line => {
    const start = tokens.start(line.from);
    return start >= body && start < end && !isInside(start) && boundInLine(line).includes(name);
  });
  const isBound = lines.some(
    ({ from, to }) => !tokens.slice(from, to).some(each => each.word === word.LAMBDA),
  );
  const isShared = lines.some(({ from }) => [word.GLOBAL, word.NONLOCAL].includes(tokens.word(from)));
  const isSo = isBound && !isShared;
  return truth(isSo ? 'true' : 'unknown', `${symbol} ${isSo ? 'has' : 'does not bind'} ${name} itself`);
}
