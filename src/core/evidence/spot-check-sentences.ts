/** When a sentence is true: before the change, after it, or at either time. */
export type When = 'before' | 'after' | 'either';

/** What a spot check claims, as far as its words are clearly understood. */
export type SpotCheckClaim = { readonly when: When } & (
  | {
      readonly kind: 'exists';
      readonly symbol: string;
      readonly is: 'there' | 'absent';
      /** An imported name exists in a file, but is not defined in it. */
      readonly says: 'exists' | 'defined';
      /** What the sentence calls it: `function`, `class` …; `undefined` when it could be anything. */
      readonly what: string | undefined;
      readonly place: string | undefined;
      /** `defined once`. */
      readonly times: number | undefined;
    }
  | { readonly kind: 'signature'; readonly symbol: string; readonly signature: string }
  | { readonly kind: 'returns'; readonly symbol: string; readonly result: string }
  | {
      readonly kind: 'exports';
      readonly module: string;
      readonly names: readonly string[];
      readonly only: boolean;
    }
  | { readonly kind: 'same_exports'; readonly module: string; readonly count: number | undefined }
  | { readonly kind: 'members'; readonly owner: string; readonly names: readonly string[] }
  | { readonly kind: 'scope'; readonly path: string; readonly only: boolean }
  | { readonly kind: 'in_scope' }
  | { readonly kind: 'occurs'; readonly symbol: string; readonly count: number; readonly place: string }
  | {
      readonly kind: 'callers';
      readonly symbol: string;
      readonly count: number;
      readonly outside: string | undefined;
    }
  | {
      readonly kind: 'imports';
      readonly place: string;
      readonly is: 'there' | 'absent';
      readonly name: string;
      readonly from: string | undefined;
    }
);

export type ReadSentence =
  | { readonly kind: 'understood'; readonly claim: SpotCheckClaim }
  /** Only what comes first is understood; the sentence says more. */
  | { readonly kind: 'in_part'; readonly claim: SpotCheckClaim; readonly rest: string }
  | { readonly kind: 'not_understood' };

const QUOTE = `['"\`‘’“”]?`;
const SYMBOL = `${QUOTE}([A-Za-z_][\\w.]*?)(\\(\\))?${QUOTE}`;
const PLACE = `(?:the )?(?:file |module |package |class )?${QUOTE}([\\w./-]*[\\w/])${QUOTE}`;
const WHAT =
  '(?:(?:the |a )?(?:(?:public|private|new|old|helper|imported) )?(symbol|function|method|class|constant|variable|attribute|property|name|definition|helper|field|type|dataclass|enum|fixture|test) )?';
const TIME = '(?: (before|after) the (?:change|edit|move|rename|commands)| (now|currently))?';
const COUNT = '(exactly |only )?(once|twice|one|two|three|four|five|six|seven|eight|nine|ten|no|zero|\\d+)';
const LIST_ITEM = `${QUOTE}[A-Za-z_]\\w*(?:\\(\\))?${QUOTE}`;
const LIST = `(${LIST_ITEM}(?:(?:,| and|, and| &) ${LIST_ITEM})*)`;
const ADVERBS = '(?:(still|now|already|currently|also) )?';

const pattern = (source: string) => new RegExp(`^${source}$`, 'i');

type Reader = (match: RegExpExecArray) => SpotCheckClaim | undefined;

const READERS: readonly (readonly [RegExp, Reader])[] = [
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
      isName(symbol, what, call)
        ? {
            kind: 'exists',
            symbol,
            is: 'absent',
            says: saysOf(how),
            what: what?.toLowerCase(),
            place,
            times: undefined,
            when: /no longer|removed|gone/i.test(how ?? '') ? 'after' : whenOf(time ?? now),
          }
        : undefined,
  ],
  [
    pattern(`(?:the )?signature of ${WHAT}${SYMBOL} (?:is|matches) ${QUOTE}((?:async )?(?:def )?\\w*\\(.*)`),
    ([, , symbol = '', , signature = '']) => ({
      kind: 'signature',
      symbol,
      signature: unquote(signature),
      when: 'either',
    }),
  ],
  [
    pattern(
      `${WHAT}${SYMBOL}(?: has (?:the )?signature|'s signature is) ${QUOTE}((?:async )?(?:def )?\\w*\\(.*)`,
    ),
    ([, , symbol = '', , signature = '']) => ({
      kind: 'signature',
      symbol,
      signature: unquote(signature),
      when: 'either',
    }),
  ],
  [
    pattern(
      `${WHAT}${SYMBOL} (?:(now|still) )?returns ${QUOTE}([\\w.]+(?:\\[[^'"]*\\])?(?: \\| [\\w.]+(?:\\[[^'"]*\\])?)*)${QUOTE}`,
    ),
    ([, what, symbol, call, adverb, result = '']) =>
      isName(symbol, what, call) ? { kind: 'returns', symbol, result, when: whenOf(adverb) } : undefined,
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
      `(?:class |enum |dataclass )?${SYMBOL} ${ADVERBS}has (?:the )?(?:members?|methods?|fields?|attributes?|properties|values?) ${LIST}${TIME}`,
    ),
    ([, owner = '', , adverb, list = '', time, now]) => ({
      kind: 'members',
      owner,
      names: namesOf(list),
      when: whenOf(time ?? now ?? adverb),
    }),
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
    pattern(`${WHAT}${SYMBOL} has ${COUNT} (?:callers?|call sites?)(?: outside (?:of )?${PLACE})?${TIME}`),
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
    ([, place = '', how = '', name = '', , from, , time, now]) =>
      /[./_]/.test(place)
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

/** Reads one spot check, without its `verified:`. */
export function readSentence(text: string): ReadSentence {
  const sentence = tidy(text);
  const whole = readClaim(sentence);
  if (whole !== undefined) return { kind: 'understood', claim: whole };
  for (const separator of SEPARATORS) {
    for (const match of sentence.matchAll(separator)) {
      const claim = readClaim(sentence.slice(0, match.index).replace(/,$/, ''));
      if (claim !== undefined)
        return { kind: 'in_part', claim, rest: sentence.slice(match.index + match[0].length) };
    }
  }
  return { kind: 'not_understood' };
}

/** Behind these a sentence says something more; what stood before must be true all the same. */
const SEPARATORS = [/; /g, / and /g, /, (?:so|which|where) /g];

function readClaim(sentence: string): SpotCheckClaim | undefined {
  for (const [expression, read] of READERS) {
    const match = expression.exec(sentence);
    const claim = match === null ? undefined : read(match);
    if (claim !== undefined) return claim;
  }
  return undefined;
}

const tidy = (text: string): string => text.trim().replace(/\s+/g, ' ').replace(/[.!]$/, '');

const saysOf = (how: string | undefined): 'exists' | 'defined' =>
  /defined|declared/i.test(how ?? '') ? 'defined' : 'exists';

/** An ordinary word is no name of the code, unless the sentence says so. */
function isName(
  symbol: string | undefined,
  what: string | undefined,
  call: string | undefined,
): symbol is string {
  if (symbol === undefined || symbol.endsWith('.')) return false;
  return what !== undefined || call !== undefined || /[._]|[a-z][A-Z]|[A-Z]{2}/.test(symbol);
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function numberOf(word: string): number | undefined {
  const lower = word.toLowerCase();
  if (/^\d{1,6}$/.test(lower)) return Number(lower);
  if (lower === 'zero') return 0;
  if (lower === 'once') return 1;
  if (lower === 'twice') return 2;
  const at = NUMBERS.indexOf(lower);
  return at < 0 ? undefined : at;
}

function whenOf(word: string | undefined): When {
  switch (word?.toLowerCase()) {
    case 'before':
    case 'currently':
    case 'already':
      return 'before';
    case 'after':
    case 'now':
    case 'still':
      return 'after';
    default:
      return 'either';
  }
}

const namesOf = (list: string): readonly string[] =>
  list.match(/[A-Za-z_]\w*/g)?.filter(word => word !== 'and') ?? [];

const unquote = (text: string): string => text.replace(/['"`’”]$/, '').replace(/:$/, '');
