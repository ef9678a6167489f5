import type { SymbolRef } from '../../python/index/symbol-table.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { assignedOf, basesOf } from '../../python/query/header.ts';
import { readDecorators } from '../code/api-surface.ts';
import { isName } from '../code/code-tokens.ts';
import { ImportResolver } from '../code/resolve-import.ts';
import type { Sort } from './claim-kinds.ts';
import { hasWord, isSameText, upTo } from './code-text.ts';
import { checksOf, type FoundDefinition, isTruth, placesOf } from './found-definition.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** The one definition of that name which is always there, or why there is none to look at. */
async function findOne(
  look: Lookup,
  symbol: string,
  place: string | undefined,
  isWanted: (ref: SymbolRef) => boolean = () => true,
): Promise<FoundDefinition | Truth> {
  const refs = look
    .definitionsIn(symbol, place)
    .filter(ref => isWanted(ref) && ref.definition.role !== 'overload' && ref.definition.role !== 'setter');
  const [ref, ...others] = refs;
  if (ref === undefined) return truth('absent', `${symbol} was not found`);
  if (others.length > 0) return truth('unknown', `${symbol} is defined in several places`);
  if (ref.definition.placement !== 'always')
    return truth('unknown', `${symbol} is defined under a condition`);
  const file = await look.open(ref.module);
  return file === undefined ? truth('unknown', `${ref.module.path} cannot be read`) : { ref, file };
}

const isClass = ({ definition }: SymbolRef): boolean => definition.kind === 'class';
const lastOf = (dotted: string): string => dotted.split('.').at(-1) ?? dotted;

const ofDefinition = checksOf(findOne);

/** Bases as the header names them; one that is named otherwise may still be meant. */
export async function checkBases(
  look: Lookup,
  { symbol, place, names, exact, is }: ClaimOf<'bases'>,
): Promise<Truth> {
  const found = await findOne(look, symbol, place, isClass);
  if (isTruth(found)) return found;
  const bases = basesOf(found.ref.definition, found.file.text).filter(base => !base.includes('='));
  const plain = bases.map(base => lastOf(upTo(base, '[')));
  const reason = bases.length === 0 ? `${symbol} names no base` : `its bases are ${bases.join(', ')}`;
  const places = placesOf(look, found);
  const missing = names.filter(name => !plain.includes(lastOf(name)));
  if (is === 'absent') {
    if (missing.length < names.length) return truth('false', reason, places);
    return truth((await mayInherit(look, bases, names)) ? 'unknown' : 'true', reason, places);
  }
  if (missing.length > 0)
    return truth((await mayInherit(look, bases, missing)) ? 'unknown' : 'false', reason, places);
  return truth(exact && plain.length !== names.length ? 'false' : 'true', reason, places);
}

/** Whether a base of a base may be it: every one of them must be a class of the workspace that is read. */
async function mayInherit(
  look: Lookup,
  bases: readonly string[],
  wanted: readonly string[],
  seen: readonly string[] = [],
): Promise<boolean> {
  for (const base of bases) {
    if (base === 'object' || base === 'Exception') continue;
    const name = lastOf(upTo(base, '['));
    if (wanted.some(each => lastOf(each) === name)) return true;
    if (seen.includes(name)) continue;
    const found = await findOne(look, name, undefined, isClass);
    if (isTruth(found)) return true;
    const own = basesOf(found.ref.definition, found.file.text);
    if (await mayInherit(look, own, wanted, [...seen, name])) return true;
  }
  return false;
}

export const checkSort = ofDefinition<ClaimOf<'sort'>>((found, { sort, is }, look) => {
  const sorts = sortsOf(found);
  const places = placesOf(look, found);
  const reason = `it is ${[...sorts].join(', ')}`;
  if (sorts.has('decorated') && sort !== 'class' && !sorts.has(sort)) return truth('unknown', reason, places);
  // Methods are called functions as well, and properties attributes.
  const isLoose =
    (sort === 'function' && sorts.has('method')) ||
    (sort === 'property' && sorts.has('constant')) ||
    (sort === 'constant' && sorts.has('property'));
  if (isLoose) return truth('unknown', reason, places);
  return truth(sorts.has(sort) === (is === 'there') ? 'true' : 'false', reason, places);
});

function sortsOf({ ref: { definition }, file }: FoundDefinition): ReadonlySet<Sort | 'decorated'> {
  const { kind, start, head } = definition;
  const sorts = new Set<Sort | 'decorated'>();
  if (kind === 'class') return new Set(['class']);
  if (kind === 'constant' || kind === 'variable' || kind === 'attribute') return new Set(['constant']);
  const names = readDecorators(file.range(start, head)).map(
    decorator => decorator.filter(isName).at(-1)?.text ?? '',
  );
  if (file.range(head, definition.body)[0]?.text === 'async') sorts.add('async');
  for (const name of names) {
    if (/^(?:cached_)?property$|^abstractproperty$|^setter$|^getter$/.test(name)) sorts.add('property');
    else if (name === 'staticmethod' || name === 'classmethod') sorts.add(name);
    else sorts.add('decorated');
  }
  if (kind === 'property') sorts.add('property');
  if (!sorts.has('property')) sorts.add(definition.parent === -1 ? 'function' : 'method');
  return sorts;
}

export const checkDecorator = ofDefinition<ClaimOf<'decorator'>>((found, { name }, look) => {
  const { definition } = found.ref;
  const written = readDecorators(found.file.range(definition.start, definition.head)).map(decorator =>
    decorator.map(({ text }) => text).join(''),
  );
  const places = placesOf(look, found);
  const reason =
    written.length === 0
      ? 'it has no decorator'
      : `it is decorated with ${written.map(each => `@${each}`).join(', ')}`;
  if (name === null) return truth(written.length === 0 ? 'true' : 'false', reason, places);
  const nameOf = (decorator: string) => lastOf(upTo(decorator, '('));
  return truth(written.some(each => nameOf(each) === nameOf(name)) ? 'true' : 'false', reason, places);
});

export const checkValue = ofDefinition<ClaimOf<'value'>>((found, { symbol, value, is }, look) => {
  const { definition } = found.ref;
  const places = placesOf(look, found);
  if (definition.kind !== 'constant' && definition.kind !== 'variable' && definition.kind !== 'attribute')
    return truth('unknown', `${symbol} is no value`, places);
  const { value: actual } = assignedOf(definition, found.file.text);
  if (actual === undefined) return truth('unknown', `${symbol} is given no value`, places);
  const reason = `it is ${actual}`;
  const same = isSameText(actual, value);
  if (same === undefined) return truth('unknown', reason, places);
  return truth(same === (is === 'there') ? 'true' : 'false', reason, places);
});

export const checkDocstring = ofDefinition<ClaimOf<'docstring'>>((found, { text }, look) => {
  const { definition } = found.ref;
  const body = found.file.range(definition.body, definition.end);
  const first = body.find(
    ({ kind, text: each }) => kind === STRING || !['\n', '{indent}', ':'].includes(each),
  );
  const places = placesOf(look, found);
  if (first?.kind !== STRING) return truth('false', 'it has no docstring', places);
  const squeeze = (each: string) => each.replace(/\s+/g, ' ').toLowerCase();
  const isThere = squeeze(first.text).includes(squeeze(text));
  return truth(
    isThere ? 'true' : 'false',
    isThere ? 'the docstring says so' : `the docstring does not say "${text}"`,
    places,
  );
});

export async function checkLines(look: Lookup, { place, count }: ClaimOf<'lines'>): Promise<Truth> {
  const module = look.oneModule(place);
  if (module === undefined) return truth('absent', `${place} is not one Python file`);
  const { lineCount } = module.index;
  return truth(
    lineCount === count ? 'true' : Math.abs(lineCount - count) === 1 ? 'unknown' : 'false',
    `it has ${lineCount} lines`,
    [look.place(module, 1)],
  );
}

export async function checkFile(look: Lookup, { place, is }: ClaimOf<'file'>): Promise<Truth> {
  const modules = look.modulesAt(place);
  const [module] = modules;
  const isSkipped = look.version.snapshot.skipped.some(({ file }) => file.endsWith(place));
  if (modules.length > 1 || isSkipped || !/\.pyi?$/.test(place))
    return truth('unknown', `${place} is not one Python file`);
  if (module === undefined) return truth(is === 'absent' ? 'true' : 'false', `there is no file ${place}`);
  return truth(is === 'there' ? 'true' : 'false', `${module.path} is there`, [look.place(module, 1)]);
}

/** Whether a name stands as a name; in strings and comments it may be meant or not. */
export async function checkMention(
  look: Lookup,
  { name, place, butIn, is }: ClaimOf<'mention'>,
): Promise<Truth> {
  const { snapshot } = look.version;
  const kept = butIn === undefined ? [] : look.modulesAt(butIn);
  const asked = place === undefined ? [...snapshot.modules.values()] : look.modulesAt(place);
  if (asked.length === 0 || (butIn !== undefined && kept.length === 0))
    return truth('absent', `${place ?? butIn} was not found`);
  if (place !== undefined && asked.length > 1) return truth('unknown', `${place} is not one Python file`);
  const last = lastOf(name);
  let asText: ReturnType<Lookup['place']> | undefined;
  for (const module of asked) {
    if (kept.includes(module)) continue;
    const file = await look.open(module);
    if (file === undefined) return truth('unknown', `${module.path} cannot be read`);
    if (!file.mentions(last) || !hasWord(file.text.text(0, file.source.length), last)) continue;
    const use = file.tokens.find(token => token.text === last && isName(token));
    if (use !== undefined) {
      const found = [look.place(module, file.lineOf(use.start))];
      return truth(is === 'there' ? 'true' : 'false', `${last} stands in ${module.path}`, found);
    }
    asText ??= look.place(module, 1);
  }
  if (asText !== undefined) return truth('unknown', `${last} stands in ${asText.file} as text`, [asText]);
  if (place === undefined && snapshot.skipped.length > 0)
    return truth('unknown', 'some files cannot be read');
  return truth(
    is === 'absent' ? 'true' : 'false',
    `${last} stands nowhere${place === undefined ? '' : ` in ${place}`}`,
  );
}

export function checkOffers(look: Lookup, { module: name, names, is }: ClaimOf<'offers'>): Truth {
  const module = look.oneModule(name);
  if (module === undefined) return truth('absent', `${name} is not one module of the workspace`);
  const resolver = new ImportResolver(look.version);
  const places = [look.place(module, 1)];
  const results = names.map(each => resolver.offers(module, each).kind);
  const missing = names.filter((_, i) => results[i] === 'no_name');
  if (results.includes('unknown'))
    return truth('unknown', `what ${module.path} offers is decided when it runs`, places);
  if (is === 'absent')
    return truth(
      missing.length === names.length ? 'true' : 'false',
      `${module.path} has ${missing.length === 0 ? names.join(', ') : `no ${missing.join(', ')}`}`,
      places,
    );
  if (missing.length > 0) return truth('false', `${module.path} has no ${missing.join(', ')}`, places);
  return truth('true', `${names.join(', ')} can be imported from ${module.path}`, places);
}
