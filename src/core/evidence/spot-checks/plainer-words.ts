import type { Code } from './sentence-form.ts';

type Add = (text: string) => string;

/** One way of saying it for several that say nothing else. They are tried one after another. */
const PLAINER: readonly (readonly [RegExp, string])[] = [
  [/\b(is|are|was|were|has|have|had|does|do|did)n't\b/g, '$1 not'],
  [/\bcan(?:'t| not)\b/g, 'cannot'],
  [/\bit's (?=[a-z])/g, 'it is '],
  [/ any(?:more| longer)\b/g, ' any more'],
  [/ (?:has|have) been (?=[a-z]{2,20}(?:ed|en|wn|pt|ft)\b)/g, ' was '],
  [/ got (?=(?:renamed|removed|dropped|replaced|moved|deleted|added)\b)/g, ' was '],
  [/ (?:has|have) (?=(?:gained|lost|gone|become|moved|disappeared|vanished)\b)/g, ' '],
  [/ (?:the )?module constant(?= §)/g, ' the module-level constant'],
  [/^(?:the )?module constant(?= §)/, 'the module-level constant'],
  [/ (?:as well|too)$/, ''],
  [/→|=>|⇒|➔|⟶/g, '->'],
  // Wherever it is said to be.
  [
    / (?:anywhere )?(?:else )?(?:in|inside|within|across|throughout) (?:the |this )?(?:whole |entire |rest of the )?(?:package|code ?base|project|library|repository|repo|workspace|source tree|sources?|code)(?= |,|;|$)/,
    ' anywhere',
  ],
  [/ (is|are|was|were) not ((?:[^\s;,]+ ){1,8})any more$/, ' $1 no longer $2'],
  [/ (?:does|do) not ((?:still )?)([a-z]{2,20}[a-rt-z])((?: [^\s;,]+){0,12}) any more$/, ' no longer $2s$3'],
  [/ no longer haves /, ' no longer has '],
  [
    / (?:takes|accepts) nothing (?:but|except|besides|other than|apart from) self(?=$| )/,
    ' has no parameters besides self',
  ],
  [
    /,? (?:exactly |just )?(?:the same as|same as|as it was|like|just like) before$|(?<= (?:is|defaults to) [^,]{1,40}),? (?:unchanged|as it was)$/,
    ' as before',
  ],
  [
    /^(?:the )?(?:implementation|body) of (?=§\d+(?: in §\d+)? (?:now |still |no longer )?(?:calls|uses|passes|raises|invokes) )/,
    '',
  ],
  [
    / (defaults to|default(?: value)? of|default|is|to|from) (?:the )?(?:constant|string|text|literal|number|integer|value) (?=§\d+|-?\d|none|true|false)/g,
    ' $1 ',
  ],
];

/** Values that are said in words, and numbers that are written with marks between their digits. */
/** `echo's first parameter`: a function that is written as a plain word. */
const OWNER =
  /^(?!(?:it|that|there|what|here|let|he|she|who|one|today|now|python|the)\b)[a-z]\w{1,40}(?='s (?:(?:§\d+|[a-z-]{1,20}) ){0,2}(?:parameters?|arguments?|return|signature|default|argument order|parameter order|docstring)\b|: (?:the )?(?:new )?(?:parameter|argument|default|signature|return)\b)/;

const VALUES: readonly (readonly [RegExp, string | undefined])[] = [
  [/(?<= )an? (?:single )?(?:space|blank)(?: character)?(?=$|[ ,;)])/g, '" "'],
  [/(?<= )an? empty (?:dict|dictionary|mapping)(?=$|[ ,;)])/g, '{}'],
  [/(?<= )an? empty list(?=$|[ ,;)])/g, '[]'],
  [/(?<= )an? empty tuple(?=$|[ ,;)])/g, '()'],
  [/(?<= )an? empty string(?=$|[ ,;)])/g, '""'],
  [/(?<![\w§.])-?\d{1,20}(?:_\d{1,20}){1,9}(?![\w.])/g, undefined],
  [/(?<![\w§.,])\d{1,3}(?:,\d{3}){1,5}(?![\w,])/g, ''],
];

/** All that is put together or read here. */
export const PLAINER_PATTERNS: readonly RegExp[] = [
  OWNER,
  ...[...PLAINER, ...VALUES].map(([expression]) => expression),
];

/** The same sentence in fewer ways of saying it; code may be added. */
export function inPlainerWords(words: string, codes: Code[]): string {
  const add: Add = text => `§${codes.push({ text, quote: undefined }) - 1}`;
  let plain = words;
  for (const [expression, other] of PLAINER) plain = plain.replace(expression, other);
  for (const [expression, text] of VALUES)
    plain = plain.replace(expression, found =>
      add(text === '' ? found.replaceAll(',', '') : (text ?? found)),
    );
  plain = plain.replace(OWNER, found => `§${codes.push({ text: found, quote: undefined }) - 1}`);
  return plain.replace(/ {2,}/g, ' ').trim();
}
