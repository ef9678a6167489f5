import type { SymbolRef } from '../../python/index/symbol-table.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

const DEFINED: ReadonlySet<string> = new Set(['class', 'function', 'method', 'property']);

/** Whether a function or class stands at the top of its module, or inside of a function. */
export function checkPlaced(look: Lookup, { symbol, place, at, is }: ClaimOf<'placed'>): Truth {
  const all = look.definitionsIn(symbol, place).filter(({ definition: { role } }) => role !== 'overload');
  if (all.length === 0) return truth('absent', `${symbol} was not found`);
  const where = all.map(whereOf);
  const [first] = where;
  if (first === undefined || where.some(each => each !== first))
    return truth('unknown', `${symbol} is defined in several places`);
  const places = all.slice(0, 5).map(({ module, definition }) => look.place(module, definition.line));
  return truth(
    (first === at) === (is === 'there') ? 'true' : 'false',
    `${symbol} stands in a ${first}`,
    places,
  );
}

function whereOf({ module, definition: { parent } }: SymbolRef): 'module' | 'function' | 'class' {
  if (parent === -1) return 'module';
  return module.index.definitions[parent]?.kind === 'class' ? 'class' : 'function';
}

/** Whether one definition comes behind another of the same class or module. */
export function checkFollows(look: Lookup, { symbol, place, other, isDirect }: ClaimOf<'follows'>): Truth {
  const isMeant = ({ definition: { role } }: SymbolRef) => role === 'plain' || role === 'getter';
  const firsts = look.definitionsIn(other, place).filter(isMeant);
  const pairs = look
    .definitionsIn(symbol, place)
    .filter(isMeant)
    .flatMap(b =>
      firsts
        .filter(
          a => a.module === b.module && a.definition.parent === b.definition.parent && a.index !== b.index,
        )
        .map(a => [a, b] as const),
    );
  const [pair, ...more] = pairs;
  if (pair === undefined) return truth('absent', `${symbol} and ${other} are not in one class or module`);
  if (more.length > 0) return truth('unknown', `${symbol} and ${other} are defined in several places`);
  const [a, b] = pair;
  const places = [look.place(b.module, b.definition.line)];
  const isBehind = a.definition.start < b.definition.start;
  if (!isBehind) return truth('false', `${symbol} is in front of ${other}`, places);
  if (!isDirect) return truth('true', `${symbol} is behind ${other}`, places);
  const between = b.module.index.definitions.some(
    each =>
      each.parent === b.definition.parent &&
      DEFINED.has(each.kind) &&
      each.start > a.definition.start &&
      each.start < b.definition.start,
  );
  return truth(between ? 'false' : 'true', `${symbol} is behind ${other}`, places);
}
