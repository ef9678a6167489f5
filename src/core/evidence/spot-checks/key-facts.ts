import { basesOf } from '../../python/query/header.ts';
import { readDecorators } from '../code/api-surface.ts';
import { isName, isSameCode } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { isSameText, tokensOf, upTo, withoutLines } from './code-text.ts';
import { findOne } from './definition-facts.ts';
import { isTruth, placesOf } from './found-definition.ts';
import type { Lookup } from './lookup.ts';
import type { ClaimOf, Truth } from './truth.ts';
import { truth } from './truth.ts';
import { findWritten, isPlainText, thingOf } from './written-values.ts';

/** What a mapping that is written out has under a key. */
export async function checkItem(
  look: Lookup,
  { symbol, place, key, value, is }: ClaimOf<'item'>,
): Promise<Truth> {
  const written = await findWritten(look, symbol, place);
  if (isTruth(written)) return written;
  const { entries, text, isKeyed, places } = written;
  const keys = entries.map(thingOf);
  const areTexts = keys.every(
    (each, i) => each.length === 1 && isPlainText(each[0]) && (entries[i]?.length ?? 0) > 2,
  );
  if (!isKeyed || !areTexts) return truth('unknown', `${symbol} is no mapping with plain keys`, places);
  const wanted = withoutLines(tokensOf(JSON.stringify(key)));
  const [at, ...others] = keys.flatMap((each, i) => (isSameCode(each, wanted) ? [i] : []));
  if (at === undefined)
    return truth(is === 'absent' ? 'true' : 'false', `${symbol} has no key ${key}`, places);
  if (others.length > 0) return truth('unknown', `${symbol} has the key ${key} twice`, places);
  if (is === 'absent') return truth('false', `${symbol} has the key ${key}`, places);
  if (value === undefined) return truth('true', `${symbol} has the key ${key}`, places);
  const given = entries[at]?.slice(2) ?? [];
  const [first, last] = [given[0], given.at(-1)];
  // Tokens count bytes.
  if (first === undefined || last === undefined || !/^[\x20-\x7e\s]*$/.test(text))
    return truth('unknown', `what ${key} is cannot be read`, places);
  const actual = text.slice(first.start, last.end);
  const same = isSameText(actual, value);
  return truth(same === undefined ? 'unknown' : same ? 'true' : 'false', `${key} is ${actual}`, places);
}

/** Whether a property can be set, or deleted. */
export async function checkAccessor(
  look: Lookup,
  { symbol, place, accessor, is }: ClaimOf<'accessor'>,
): Promise<Truth> {
  const found = await findOne(look, symbol, place, ({ definition: { kind } }) => kind === 'property');
  if (isTruth(found)) return found;
  const { ref, file } = found;
  const places = placesOf(look, found);
  const decorators = readDecorators(file.range(ref.definition.start, ref.definition.head)).map(
    each => each.filter(isName).at(-1)?.text ?? '',
  );
  // What is kept once it is made can be set, and what another decorator makes may be.
  if (decorators.join() !== 'property' || found.isOwnerOpen)
    return truth('unknown', `${symbol} is no plain property`, places);
  const accessors = look
    .definitionsIn(symbol, place)
    .filter(
      ({ module, definition: { role, parent } }) =>
        module === ref.module && parent === ref.definition.parent && role === accessor,
    );
  if (accessors.some(({ definition: { placement } }) => placement !== 'always'))
    return truth('unknown', `${symbol} has a ${accessor} under a condition`, places);
  const hasIt = accessors.length > 0;
  return truth(
    hasIt === (is === 'there') ? 'true' : 'false',
    `${symbol} has ${hasIt ? 'a' : 'no'} ${accessor}`,
    places,
  );
}

const ONLY_TYPED = /^(?:(?:typing|typing_extensions|t|te|_t)\.)?TypedDict$/;

/** How many keys a class declares that says what a mapping has. */
export async function checkKeyCount(
  look: Lookup,
  { symbol, place, count }: ClaimOf<'key_count'>,
): Promise<Truth> {
  const found = await findOne(look, symbol, place, ({ definition: { kind } }) => kind === 'class');
  if (isTruth(found)) return found;
  const { ref, file } = found;
  const places = placesOf(look, found);
  const bases = basesOf(ref.definition, file.text).filter(each => !/^\w+\s*=[^=]/.test(each));
  const own = ref.module.index.definitions.filter(({ parent }) => parent === ref.index);
  const isClear =
    bases.length === 1 &&
    bases.every(each => ONLY_TYPED.test(upTo(each, '[')) && lastOf(each) === 'TypedDict') &&
    own.every(({ kind, placement }) => kind === 'attribute' && placement === 'always') &&
    new Set(own.map(({ name }) => name)).size === own.length;
  if (!isClear) return truth('unknown', `what keys ${symbol} has is not written in it alone`, places);
  return truth(own.length === count ? 'true' : 'false', `it declares ${own.length} keys`, places);
}
