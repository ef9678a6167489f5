import { type Found, NO_NAMES } from './grammar.ts';
import { type Detail, GIVEN_AS, isParameterName } from './parameter-claims.ts';
import { Scan } from './scan.ts';

/** A parameter as a sentence describes it. */
export interface SaidParameter {
  /** `name`, `*args`, `name: int = 1`. */
  readonly text: string;
  readonly detail: Detail;
}

export interface SaidParameters {
  readonly items: readonly SaidParameter[];
  /** These and no others. */
  readonly isExact: boolean;
  readonly isNew: boolean;
  /** So many are said to be listed. */
  readonly count: number | undefined;
  /** A word says that they are parameters. */
  readonly isSaid: boolean;
  /** `now`, `any more` … at the end. */
  readonly time: string | undefined;
}

const NOUN =
  /(?:keyword arguments?|keywords?|parameters?|arguments?|flags?|options?|params?|args?|kwargs?)(?= |,|:|$)/y;
const LEAD = /(?:(only|exactly|just) )?(?:(the|a|an|its|another|one|two|three|four|five|six|\d) )?/y;
const ADJECTIVE =
  /(new|additional|extra|further|first|second|third|fourth|fifth|last|optional|required|mandatory|keyword-only|positional-only|positional|keyword|single|named)(?= ) /y;
const CALLED = /(?:named |called |namely |:|,)/y;
const CODE = /§(\d+)/y;
const WORD = /[a-z_]\w*/y;
const SPACE = / /y;
const NEXT = /(?:, plus |, and |, as well as | as well as | plus | and |, )(?:(?:also|both|a|an|the|its) )*/y;
const VALUE = '(§\\d+|true|false|none|the empty string|an empty string|-?\\d+(?:\\.\\d+)?)';
const DEFAULT = new RegExp(
  `,? (?:\\(|- |– )?(?:(?:and )?(?:(?:that|which|it) )?(?:still |now )?(?:defaults|defaulting|is set|set|equal) to|(?:that|which) is(?= (?:§\\d+|true|false|none) by default)|with (?:a |the )?default(?: value)?(?: of)?|whose default(?: value)? is|=|default(?: is|:| of)?|(?:and|with) default) ${VALUE}(?: by default)?\\)?`,
  'y',
);
const TYPE = '(§\\d+|str|bytes|int|float|bool|dict|list|tuple|set|none)';
const ANNOTATION = new RegExp(
  `,? (?:(?:that is |which is )?(?:now |still )?(?:annotated|typed|declared)(?: as| with| to be)?(?: plain)?|of type|as|that is|with (?:the )?annotation|an?) ${TYPE}(?= |,|$)`,
  'y',
);
const TO_DEFAULT = new RegExp(` to ${VALUE}`, 'y');
const IS_LAST =
  /, the last (?:two |three |four )?(?:of them |one |ones )?(?:being |is |are )?(?:optional|keyword-only)/;
const LAST =
  /, the last (two |three |four )?(?:of them |one |ones )?(?:being |is |are )?(optional|keyword-only)/y;
const AND_DEFAULT = new RegExp(` and ${VALUE} by default`, 'y');
const ORDER =
  /,? (?:(?:that |which )?comes? |placed )?(right |directly |immediately )?(after|behind|following|before) (?:the )?§(\d+)/y;
const POSITION =
  / as (?:its |the |a |an )?(last|final|first|second|third|fourth|fifth|keyword-only|positional-only|optional|required)( positional)?(?: (?:parameter|argument|keyword))?/y;
const GIVEN = / \(?(keyword-only|positional-only|optional|required)\)?(?=$|,| and)/y;
const TOGETHER = new RegExp(
  `, (?:both|all|each)(?: of (?:which|them))? (?:defaulting to|with (?:a )?default(?: of)?|set to) ${VALUE}`,
  'y',
);
/** All that is put together of the above. */
export const PARAMETER_PATTERNS = [DEFAULT, TO_DEFAULT, ANNOTATION, AND_DEFAULT, TOGETHER];
const TIME = /,? (now|any ?more|as before|instead)$/y;
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six'];

/** The parameters that the words behind a verb list; `undefined` where they say anything else. */
export function readParameterList(
  words: string,
  found: Found,
  mayBePlain = false,
): SaidParameters | undefined {
  const scan = new Scan(words);
  const arePlain = mayBePlain && IS_LAST.test(words);
  const [, only, first] = scan.take(LEAD) ?? [];
  const shared = adjectives(scan);
  let isSaid = scan.take(NOUN) !== undefined;
  const isHead = isSaid;
  if (isSaid) while (scan.take(SPACE) ?? scan.take(CALLED));
  else scan.take(CALLED);
  const items: { text: string; detail: Detail }[] = [];
  let isNew = shared.includes('new');
  do {
    const own = adjectives(scan);
    const hasNoun = scan.take(NOUN) !== undefined;
    if (hasNoun) while (scan.take(SPACE) ?? scan.take(CALLED));
    const text = nameAt(scan, found, isHead || hasNoun || arePlain);
    if (text === undefined) return undefined;
    const space =
      / (?=(?:keyword arguments?|keywords?|parameters?|arguments?|flags?|options?|params?|args?)(?: |,|$))/y;
    if (scan.take(space) !== undefined && scan.take(NOUN) !== undefined) isSaid = true;
    isSaid ||= hasNoun;
    const words = [...(isHead ? shared : items.length === 0 ? shared : []), ...own];
    isNew ||= words.includes('new');
    const detail = detailsAt(scan, found, items.at(-1)?.detail.value !== undefined);
    if (detail === undefined) return undefined;
    items.push({ text, detail: { ...fromAdjectives(words), ...detail } });
  } while (scan.take(NEXT) !== undefined);
  const [, together] = scan.take(TOGETHER) ?? [];
  const value = together === undefined ? undefined : writtenValue(together, found);
  if (together !== undefined && value === undefined) return undefined;
  const [, many = 'one ', kind] = scan.take(LAST) ?? [];
  if (kind !== undefined)
    for (const item of items.slice(-(NUMBERS.indexOf(many.trim()) + 1)))
      Object.assign(item.detail, kind === 'optional' ? { isOptional: true } : GIVEN_AS[kind]);
  const [, time] = scan.take(TIME) ?? [];
  if (!scan.isAtEnd) return undefined;
  const number = NUMBERS.indexOf(first ?? '') + 1 || Number(first) || undefined;
  const isCounted = number !== undefined && (number > 1 || isHead);
  if (isCounted && number !== items.length) return undefined;
  const isExact =
    only !== undefined || (isCounted && !isNew && isHead && !shared.some(each => each !== 'single'));
  return {
    items:
      value === undefined ? items : items.map(({ text, detail }) => ({ text, detail: { ...detail, value } })),
    isExact,
    isNew,
    count: isCounted || only !== undefined ? items.length : undefined,
    isSaid: isSaid || isHead || arePlain,
    time,
  };
}

function adjectives(scan: Scan): readonly string[] {
  const all: string[] = [];
  for (let each = scan.take(ADJECTIVE); each !== undefined; each = scan.take(ADJECTIVE))
    all.push(/^(?:additional|extra|further)$/.test(each[1] ?? '') ? 'new' : (each[1] ?? ''));
  return all;
}

function fromAdjectives(words: readonly string[]): Detail {
  const detail: Detail = {};
  for (const word of words)
    Object.assign(
      detail,
      word === 'optional' ? { isOptional: true } : word === 'last' ? { isLast: true } : GIVEN_AS[word],
    );
  return detail;
}

function nameAt(scan: Scan, found: Found, isSaid: boolean): string | undefined {
  const code = scan.take(CODE);
  if (code !== undefined) {
    const text = found.codes[Number(code[1])]?.text.trim();
    return text !== undefined && (isParameterName(text) || /^\*{1,2}\w+$/.test(text)) ? text : undefined;
  }
  const word = isSaid ? scan.take(WORD)?.[0] : undefined;
  return word === undefined || NO_NAMES.has(word) ? undefined : word;
}

/** What follows the name of one; `undefined` where it cannot be read. */
function detailsAt(scan: Scan, found: Found, isAlike: boolean): Detail | undefined {
  const detail: { -readonly [K in keyof Detail]: Detail[K] } = {};
  for (;;) {
    const value =
      scan.take(DEFAULT)?.[1] ??
      (isAlike ? scan.take(TO_DEFAULT)?.[1] : undefined) ??
      (detail.annotation === undefined ? undefined : scan.take(AND_DEFAULT)?.[1]);
    if (value !== undefined) {
      const read = writtenValue(value, found);
      if (read === undefined) return undefined;
      detail.value = read;
      continue;
    }
    const type = scan.take(ANNOTATION)?.[1];
    if (type !== undefined) {
      const text =
        type === 'none' ? 'None' : type.startsWith('§') ? found.codes[Number(type.slice(1))]?.text : type;
      if (text === undefined || !/^[\w"']/.test(text)) return undefined;
      detail.annotation = text;
      continue;
    }
    const order = scan.take(ORDER);
    if (order !== undefined) {
      const name = found.codes[Number(order[3])]?.text;
      if (order[1] === undefined && order[2] !== 'following') detail.isFar = true;
      if (order[2] === 'before') detail.inFrontOf = name;
      else detail.behind = name;
      continue;
    }
    const [, how, positional] = scan.take(POSITION) ?? scan.take(GIVEN) ?? [];
    if (how === undefined) return detail;
    // The last one of those that are given so need not be the last one.
    if (positional !== undefined && /^(?:last|final)$/.test(how)) return undefined;
    if (positional !== undefined) detail.given = 'by_position';
    if (how === 'last' || how === 'final') detail.isLast = true;
    else if (how === 'optional') detail.isOptional = true;
    else Object.assign(detail, GIVEN_AS[how]);
  }
}

/** A value as code; a name in backticks is one as well. */
function writtenValue(written: string, found: Found): string | undefined {
  const plain = {
    true: 'True',
    false: 'False',
    none: 'None',
    'the empty string': "''",
    'an empty string': "''",
  }[written];
  if (plain !== undefined) return plain;
  if (!written.startsWith('§')) return written;
  const code = found.codes[Number(written.slice(1))];
  if (code === undefined) return undefined;
  return found.valueOfCode(code);
}
