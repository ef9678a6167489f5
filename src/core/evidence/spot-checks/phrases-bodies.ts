import { isClassLike, lastOf } from '../code/dotted-names.ts';
import { isQuotedNumber } from './code-text.ts';
import { exists } from './existence-claims.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { all, subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, file: P, adverb: A, time: T, list: LIST, value: V, number: N } = part;
type Claims = readonly SpotCheckClaim[] | undefined;

const ALWAYS = '(?:(?:always|simply|just|merely|unconditionally) )?';
const RETURNS = '(?:returns?|gives back|hands back)';
const KIND = '(?:the (?:constant|literal|value|number|integer|string|boolean|sentinel|tuple|list) )?';
const GENERATOR = '(?:generator(?: function)?)';
const THINGS = '(?<noun>entries|entry|items?|elements?|members?|keys?|values?)';
const FOR_TYPES =
  '(?:only |solely )?(?:under|inside|in|within|behind|below|if|when) (?:an? |the )?(?:§\\d+ )?(?<guard>§\\d+)(?: (?:block|guard|branch|section|check))?';

/** Sentences about what functions give and in which order they call, and about values that are written out. */
export const BODY_PHRASES: readonly Phrase[] = [
  phrase(`${S} ${A}${ALWAYS}${RETURNS} ${KIND}${V}(?: always| unconditionally)?${T}`, found => {
    const value = found.value();
    // A type says what comes back, not which one.
    const isType = found.code('v') !== undefined && !/[\d('"[{]/.test(value ?? '') && !isAlways(found);
    return value === undefined || isType ? undefined : gives(found, value);
  }),
  phrase(`${S} ${A}${ALWAYS}${RETURNS} (?:self|itself|the instance(?: itself)?)${T}`, found =>
    gives(found, 'self'),
  ),
  phrase(`${S} is ${A}an? (?<async>async(?:hronous)? )?${GENERATOR}${T}`, found => {
    const subject = subjectOf(found);
    if (subject === undefined) return undefined;
    const { symbol, place, when } = subject;
    const isAsync = found.word('async') !== undefined;
    return all(
      subject,
      { kind: 'yields', symbol, place, is: 'there', isAsync, when },
      ...(isAsync ? [{ kind: 'sort', symbol, place, sort: 'async', is: 'there', when } as const] : []),
    );
  }),
  phrase(`${S} is (?:no longer|not) an? ${GENERATOR}${T}`, found => {
    const subject = subjectOf(found, 'after');
    if (subject === undefined) return undefined;
    const { symbol, place } = subject;
    const isChange = / no longer /.test(found.sentence);
    return all(
      subject,
      { kind: 'yields', symbol, place, is: 'absent', when: 'after' },
      ...(isChange ? [{ kind: 'yields', symbol, place, is: 'there', when: 'before' } as const] : []),
    );
  }),
  phrase(
    `${S} ${A}(?:calls|invokes) §(?<x>\\d+) (?<how>before|after|prior to|ahead of|and then|and only then) (?:(?:calling|it calls|invoking|calls) )?§(?<y>\\d+)${T}`,
    found => {
      const [one, other] = [found.name('x'), found.name('y')];
      const subject = subjectOf(found);
      if (subject === undefined || one === undefined || other === undefined) return undefined;
      const [first, second] = found.word('how') === 'after' ? [other, one] : [one, other];
      const { symbol: caller, place, when } = subject;
      return all(subject, { kind: 'calls_first', caller, place, first, second, when });
    },
  ),
  // Values that are written out.
  phrase(`${S} ${A}(?:has|contains|holds|lists|comprises) (?:exactly |only )?${N} ${THINGS}${T}`, found => {
    const count = found.count();
    return count === undefined ? undefined : entries(found, { count, names: [] });
  }),
  phrase(`${S} is ${A}empty(?: by default)?${T}`, found => entries(found, { count: 0, names: [] })),
  phrase(
    `${S} ${A}(?:has|contains|holds|lists) (?:only )?(?:a single|one|exactly one) ${THINGS}(?:,|:)? §(?<x>\\d+)${T}`,
    found => entries(found, { count: 1, names: [found.code('x')?.text ?? ''] }),
  ),
  phrase(`${S} ${A}(?:contains|holds|lists|includes|covers) ${LIST}${T}`, found => {
    const names = found.list(false);
    return names === undefined ? undefined : entries(found, { names });
  }),
  phrase(
    `${S} ${A}(?:consists of|comprises|is made up of|contains (?:only|exactly)|lists (?:only|exactly)) ${LIST}${T}`,
    found => {
      const names = found.list(false);
      return names === undefined ? undefined : entries(found, { names, count: names.length });
    },
    true,
  ),
  // What only a type checker reads.
  phrase(`${P} ${A}imports §(?<x>\\d+) ${FOR_TYPES}${T}`, forTypes),
  phrase(`§(?<x>\\d+) is ${A}(?:only )?imported ${FOR_TYPES} in ${P}${T}`, forTypes),
  phrase(`§(?<x>\\d+) is ${A}(?:only )?imported (?:in|by) ${P} ${FOR_TYPES}${T}`, forTypes),
  phrase(`${P} ${A}has a type-only import of §(?<x>\\d+)${T}`, found => typeOnly(found)),
  phrase(`${S} ${A}overrides (?:the )?(?:method |property )?§(?<x>\\d+)${T}`, found => {
    const [subject, name] = [subjectOf(found), found.name('x')];
    if (subject === undefined || name === undefined || name.includes('.')) return undefined;
    if (!isClassLike(subject.symbol)) return undefined;
    const { symbol, place, when } = subject;
    return all(subject, exists(`${symbol}.${name}`, place, 'there', when, 'defined'), {
      kind: 'overrides',
      symbol,
      place,
      name,
      when,
    });
  }),
];

const isAlways = (found: Found): boolean =>
  / (?:always|simply|just|merely|unconditionally)(?: |$)/.test(found.sentence);

function gives(found: Found, value: string): Claims {
  const subject = subjectOf(found);
  if (subject === undefined) return undefined;
  const { symbol, place, when } = subject;
  return all(subject, { kind: 'gives', symbol, place, value, when });
}

/** Only of what is named in capitals: a class has members, and a module names. */
function entries(
  found: Found,
  { count, names }: { readonly count?: number; readonly names: readonly string[] },
): Claims {
  const subject = subjectOf(found);
  if (subject === undefined || found.isPath('s') || names.includes('')) return undefined;
  if (found.codes.some(isQuotedNumber)) return undefined;
  const { symbol, place, when } = subject;
  const last = lastOf(symbol);
  const noun = (['key', 'member'] as const).find(each => found.word('noun')?.startsWith(each));
  if (last === '__all__' && symbol !== last && names.length === count && names.every(isWord))
    return all(subject, {
      kind: 'exports',
      module: symbol.slice(0, -'.__all__'.length),
      names,
      only: true,
      when,
    });
  if (!/^_*[A-Z][A-Z\d_]+$/.test(last)) return undefined;
  return all(
    subject,
    ...(count === undefined ? [] : [{ kind: 'entry_count', symbol, place, count, noun, when } as const]),
    ...names.map(text => ({ kind: 'value_has', symbol, place, text, is: 'there', when }) as const),
  );
}

const isWord = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);

const GUARD = /^(?:if )?(?:\w+\.)?TYPE_CHECKING:?$/;

function forTypes(found: Found): Claims {
  return GUARD.test(found.code('guard')?.text ?? '') ? typeOnly(found) : undefined;
}

function typeOnly(found: Found): Claims {
  const [place, name] = [found.place(), found.name('x')];
  if (!place || name === undefined) return undefined;
  return [{ kind: 'imports_for_types', place, name, when: found.when() }];
}
