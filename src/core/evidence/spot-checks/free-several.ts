import { type FoundWords, type FreeForm, freeForm, unsure } from './free-form.ts';
import { AND, code, GONE } from './free-parts.ts';

/** Verbs as they are said of several, and of one. */
const OF_ONE: Readonly<Record<string, string>> = {
  are: 'is',
  were: 'was',
  have: 'has',
  take: 'takes',
  accept: 'accepts',
  require: 'requires',
  return: 'returns',
  raise: 'raises',
  call: 'calls',
  import: 'imports',
  subclass: 'subclasses',
  extend: 'extends',
  derive: 'derives',
  inherit: 'inherits',
  default: 'defaults',
  define: 'defines',
  exist: 'exists',
  live: 'lives',
  gained: 'gained',
  got: 'got',
  lost: 'lost',
  disappeared: 'disappeared',
  moved: 'moved',
  keep: 'keeps',
};
const VERB = `(?<verb>${Object.keys(OF_ONE).join('|')})`;
const REFERENCES = '(?:references?|mentions?|uses?|usages?|traces?|occurrences?)';

/** What is said of two things, or two things that are said of one. */
export const SAID_OF_SEVERAL: readonly FreeForm[] = [
  freeForm(
    `(?:${code('x')} and ${code('y')} (?<adverb>now |still |no longer )?both|both ${code('a')} and ${code('b')}(?<adverb2> now| still| no longer)?) ${VERB}(?<rest>(?: .+)?)`,
    found => each(found),
  ),
  freeForm(`${code('x')} and ${code('y')} ${VERB} (?:both|each|all) (?<rest>.+)`, found =>
    found.has('rest') ? each(found, ` ${found.word('rest')}`) : undefined,
  ),
  // A parameter at the end.
  freeForm(
    `(?<f>§\\d+(?: in §\\d+)?) (?:now )?(?:takes|gained|got|has|accepts|received) an? (?:extra|additional|new|further) (?:(?:parameter|argument) ${code('p')}|${code('q')} (?:parameter|argument))(?: at the (?:very )?end| as (?:its|the) (?:very )?last (?:one|parameter|argument)| in last position)(?: of (?:its|the) (?:signature|parameter list))?`,
    found => {
      const p = found.word('p') || found.word('q');
      const name = found.add(/^\*{0,2}\w+/.exec(found.text('p') || found.text('q'))?.[0] ?? '');
      return [
        `${found.word('f')} gained a new parameter ${p}`,
        `the parameter ${name} of ${found.word('f')} is the last one`,
      ];
    },
  ),
  // It, as the first part names it.
  freeForm(
    `${code('x')} (?<first>(?:is (?:now |still )?annotated|returns|takes|is new|was added|now returns|now takes)(?: .+?)?),? and ${code('g')} (?<verb>(?:now |still )?(?:calls|uses)) it`,
    found => [
      `${found.word('x')} ${found.word('first')}`,
      `${found.word('g')} ${found.word('verb').replace('uses', 'calls')} ${found.word('x')}`,
    ],
  ),
  freeForm(
    `(?<first>(?:the )?(?:[a-z-]+ ){0,2}${code('x')}(?: (?:of|in|on|from) §\\d+)?(?: (?:class|function|method|attribute|constant))? (?:${GONE})(?: from §\\d+)?)${AND} (?:there (?:is|are) )?(?:no (?:more |remaining )?${REFERENCES} to (?:it|the old name|that name)|nothing (?:references|mentions|uses|refers to|imports|calls) it)(?<left>(?: (?:left|remains?|anywhere|survives?|is left|are left|exists?|any more|still)){0,4})(?<pkg> (?:in|inside|of) (?:[a-z_]+|§\\d+))?`,
    found => {
      const none = `no references to ${found.word('x')} any more`;
      // Elsewhere than in that package there may be some.
      return [found.word('first'), found.has('pkg') ? unsure(none) : none];
    },
  ),
  // A name in front of a colon is what both parts are about.
  freeForm(`(?<about>§\\d+): (?<first>[^;]+); (?<second>[^;]+)`, found => [
    `${found.word('about')}: ${found.word('first')}`,
    `${found.word('about')}: ${found.word('second').replace(/^(?:and|but) /, '')}`,
  ]),
  freeForm(`(?:in |inside |within )?(?<file>§\\d+)(?::|,) (?<rest>.+)`, found =>
    found.isPath('file') ? [{ words: found.word('rest'), file: found.text('file') }] : undefined,
  ),
  freeForm(
    `(?:the )?(?<x>§\\d+) (?:class attribute|class variable|class constant|module constant|module-level constant|module variable|module-level variable|instance attribute|instance variable) (?<rest>(?:is|was|has|changed|went|now|still|defaults|no longer) .+)`,
    found => [`${found.word('x')} ${found.word('rest')}`],
  ),
];

function each(found: FoundWords, rest = found.word('rest')): readonly string[] | undefined {
  const items = [found.word('x') || found.word('a'), found.word('y') || found.word('b')];
  const adverb = found.word('adverb') || found.word('adverb2').trim();
  // That not both are so is something else.
  if (/\b(?:not|never|neither|each other|same|different|together|respectively)\b/.test(rest))
    return undefined;
  const verb = OF_ONE[found.word('verb')] ?? '';
  const isLate = /^(?:is|was|has)$/.test(verb) && adverb !== '';
  const said = isLate ? `${verb} ${adverb.trim()}` : `${adverb === '' ? '' : `${adverb.trim()} `}${verb}`;
  return items.map(item => `${item} ${said}${rest.replace(/^ their /, ' its ')}`);
}
