import { isTypeText } from '../claims/type-text.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import {
  ADVERBS,
  COUNT,
  isName,
  LIST,
  namesOf,
  numberOf,
  PLACE,
  QUOTE,
  SYMBOL,
  saysOf,
  TIME,
  unquote,
  WHAT,
  whenOf,
} from './spot-check-words.ts';

const pattern = (source: string) => new RegExp(`^${source}$`, 'i');

type Reader = (match: RegExpExecArray) => SpotCheckClaim | undefined;

/** A plain word must at least be the name of a module: `a.py imports lazily`. */
const isModuleName = (sentence: string, name: string, from: string | undefined): boolean =>
  from !== undefined ||
  !/^[a-z]+$/.test(name) ||
  STANDARD_LIBRARY.has(name) ||
  new RegExp(`['"\`‘“]${name}`).test(sentence);

const signatureClaim: Reader = ([, , symbol = '', , signature = '']) => ({
  kind: 'signature',
  symbol,
  signature: unquote(signature),
  isExact: true,
  when: 'either',
});

/** The sentences that are understood: the whole sentence, and what it claims. */
export const SENTENCES: readonly (readonly [RegExp, Reader])[] = [
  [
    pattern(
      `${WHAT}${SYMBOL} ${ADVERBS}(exists?|is ${ADVERBS}(?:defined|present|declared|available))(?: ${COUNT}(?: times?)?,?)?(?: in ${PLACE})?${TIME}`,
    ),
    ([, what, symbol, call, adverb, how, second, , times, place, time, now]) =>
      isName(symbol, what, call) && !(times !== undefined && numberOf(times) === undefined)
        ? {
            kind: 'exists',
            symbol,
            is: 'there',
            says: saysOf(how),
            what: what?.toLowerCase(),
            place,
            times: times === undefined ? undefined : numberOf(times),
            when: whenOf(time ?? now ?? adverb ?? second),
          }
        : undefined,
  ],
  [
    pattern(
      `${WHAT}${SYMBOL} (does not exist|doesn't exist|no longer exists|is not (?:defined|present|declared)|is no longer (?:defined|present|declared)|(?:is|was) (?:removed|gone))(?: (?:in|from|any ?more in) ${PLACE})?${TIME}`,
    ),
    ([, what, symbol, call, how, place, time, now]) =>
      isName(symbol, what, call) && !/no longer|removed|gone/i.test(how ?? '')
        ? {
            kind: 'exists',
            symbol,
            is: 'absent',
            says: saysOf(how),
            what: what?.toLowerCase(),
            place,
            times: undefined,
            mayInherit: true,
            when: whenOf(time ?? now),
          }
        : undefined,
  ],
  [
    pattern(`(?:the )?signature of ${WHAT}${SYMBOL} (?:is|matches) ${QUOTE}((?:async )?(?:def )?\\w*\\(.*)`),
    signatureClaim,
  ],
  [
    pattern(
      `${WHAT}${SYMBOL}(?: has (?:the )?signature|'s signature is) ${QUOTE}((?:async )?(?:def )?\\w*\\(.*)`,
    ),
    signatureClaim,
  ],
  [
    pattern(`${WHAT}${SYMBOL} (?:(now|still) )?returns ${QUOTE}([\\w.][^'"]*)${QUOTE}`),
    ([, what, symbol, call, adverb, said = '']) => {
      const result = unquote(said);
      return isName(symbol, what, call) && isTypeText(result)
        ? { kind: 'returns', symbol, result, when: adverb === undefined ? 'present' : whenOf(adverb) }
        : undefined;
    },
  ],
  [
    pattern(
      `(?:module |package )?${SYMBOL} ${ADVERBS}exports (?:the )?same (?:${COUNT} )?(?:names|symbols|functions|classes)(?: as before)?`,
    ),
    ([, module = '', , , , count]) => ({
      kind: 'same_exports',
      module,
      count: count === undefined ? undefined : numberOf(count),
      when: 'either',
    }),
  ],
  [
    pattern(`(?:module |package )${SYMBOL} ${ADVERBS}exports (only )?${LIST}${TIME}`),
    ([, module = '', , adverb, only, list = '', time, now]) => ({
      kind: 'exports',
      module,
      names: namesOf(list),
      only: only !== undefined,
      when: whenOf(time ?? now ?? adverb),
    }),
  ],
  [
    pattern(
      `(?:class |enum |dataclass )?${SYMBOL} ${ADVERBS}has (?:the )?(members?|methods?|fields?|attributes?|properties|values?) ${LIST}${TIME}`,
    ),
    ([, owner = '', , adverb, noun = '', list = '', time, now]) =>
      // Beside names in quotes a plain word may be none.
      /['"`‘“]/.test(list) && /(?:^|[ ,])\w+(?:$|[ ,])/.test(list.replaceAll(' and ', ', '))
        ? undefined
        : {
            kind: 'members',
            owner,
            names: namesOf(list),
            ...sortOf(noun),
            when: whenOf(time ?? now ?? adverb),
          },
  ],
  [
    pattern(`(?:the )?(?:step |step's |order's )?scope (?:is|covers) (only |limited to )?${PLACE}( only)?`),
    ([, before, path = '', after]) => ({
      kind: 'scope',
      path,
      only: before !== undefined || after !== undefined,
      when: 'either',
    }),
  ],
  [
    pattern(
      '(?:all )?(?:the )?(?:commands|changes|edits|touched files|files) (?:are|stay|is|remain) (?:all )?(?:in|within|inside) (?:the )?(?:step )?(?:scope|scope_allowlist)',
    ),
    () => ({ kind: 'in_scope', when: 'either' }),
  ],
  [
    pattern(`${WHAT}${SYMBOL} (?:occurs|appears) ${COUNT}(?: times?)? in ${PLACE}${TIME}`),
    ([, what, symbol, call, , times = '', place = '', time, now]) => {
      const count = numberOf(times);
      return isName(symbol, what, call) && count !== undefined
        ? { kind: 'occurs', symbol, count, place, when: whenOf(time ?? now) }
        : undefined;
    },
  ],
  [
    pattern(`${WHAT}${SYMBOL} has ${COUNT} (?:callers?)(?: outside (?:of )?${PLACE})?${TIME}`),
    ([, what, symbol, call, , times = '', outside, time, now]) => {
      const count = numberOf(times);
      return isName(symbol, what, call) && count !== undefined
        ? { kind: 'callers', symbol, count, outside, when: whenOf(time ?? now) }
        : undefined;
    },
  ],
  [
    pattern(`${WHAT}${SYMBOL} is (?:never called|not called)(?: outside (?:of )?${PLACE})?${TIME}`),
    ([, what, symbol, call, outside, time, now]) =>
      isName(symbol, what, call)
        ? { kind: 'callers', symbol, count: 0, outside, when: whenOf(time ?? now) }
        : undefined,
  ],
  [
    pattern(
      `(?:the )?(?:file |module )?${QUOTE}([\\w./-]+)${QUOTE} (still imports|imports|now imports|does not import|no longer imports|doesn't import) ${SYMBOL}(?: from ${SYMBOL})?${TIME}`,
    ),
    ([whole, place = '', how = '', name = '', , from, , time, now]) =>
      /[./_]/.test(place) && !/no longer/i.test(how) && isModuleName(whole, name, from)
        ? {
            kind: 'imports',
            place,
            is: /not|no longer|n't/i.test(how) ? 'absent' : 'there',
            name,
            from,
            when: /no longer|now|still/i.test(how) ? 'after' : whenOf(time ?? now),
          }
        : undefined,
  ],
];

function sortOf(noun: string): { readonly sort?: 'method' | 'property' | 'field' } {
  if (/^methods?$/i.test(noun)) return { sort: 'method' };
  if (/^properties$/i.test(noun)) return { sort: 'property' };
  return /^fields?$/i.test(noun) ? { sort: 'field' } : {};
}
