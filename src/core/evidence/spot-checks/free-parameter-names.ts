import { isClassLike } from '../code/dotted-names.ts';
import {
  type FoundWords,
  type FreeForm,
  freeForm,
  perhapsParameter,
  type Said,
  unsure,
} from './free-form.ts';
import { ADVERB, ARGUMENT, anyName, PARAMETER_PLACE, placed, SIGNATURE, value } from './free-parts.ts';

const P = anyName('p');
const F = placed('f');
const PLACE = PARAMETER_PLACE;
const LIST = SIGNATURE;
const OF = '(?:of|in|on|for|to)';
const KINDS =
  '(?<adj>(?:(?:new|newly added|old|former|existing|additional|extra|optional|required|mandatory|keyword-only|positional-only) )*)';
/** What goes on behind the name of a parameter. */
const REST =
  '(?<rest>(?:(?:now|still|no longer|already) )?(?:is|was|has|had|comes|sits|stands|appears|precedes|follows|goes|defaults|default|became|becomes|become|exists|disappeared|vanished|lost|went|changed|flipped|switched|keeps|kept|remains|stays|carries|directly|immediately|gone|survives|takes|accepts|can|must)(?= |$).*)';
/** This can be said of nothing but a parameter. */
const OF_PARAMETERS =
  '(?<rest>(?:(?:now|still) )?(?:defaults to|has (?:a |the )?default(?: value)?(?: of)?|is (?:now |still )?(?:keyword-only|positional-only)) .*|is (?:now |still )?(?:keyword-only|positional-only)|can (?:also |only )?be (?:passed|given|supplied) .+|must be (?:passed|given|supplied) by keyword|(?:comes|sits|stands|appears|is|is listed|is placed) (?:right |directly |immediately |just )?(?:before|after|behind|in front of|ahead of) .* in (?:the|its) (?:signature|parameter list|argument list|list of parameters)(?: of §\\d+)?)';
/** In a function only a parameter is required. */
const KINDED =
  '(?<rest>is (?:now |still )?(?:an? )?(?:required|mandatory|optional)(?: parameter| argument)?)';
/** Of these an attribute or a local name may have been meant. */
const PERHAPS = '(?<rest>is (?:now |still )?(?:annotated|typed|declared|type-hinted) .*)';

/** What is said of a parameter, with what the words in front of its name say beside it. */
function ofParameter(found: FoundWords, rest = found.word('rest'), group = 'p'): readonly Said[] {
  const [p, f] = [found.name(group), found.word('f')];
  const kinds = found.word('adj').trim().split(' ');
  const isOld = /^(?:old|former|existing)$/.test(kinds.find(each => /old|former|existing/.test(each)) ?? '');
  const isOfPast = / was | becomes? | became | removed|renamed| gone| no longer /.test(` ${rest} `);
  // What is called old, and is spoken of as it is, may be another one.
  if (isOld && !isOfPast) return [];
  return [
    { words: `the parameter ${p} of ${f} ${rest}` },
    ...(kinds.includes('new') ||
    kinds.includes('newly') ||
    kinds.includes('additional') ||
    kinds.includes('extra')
      ? [unsure(`${f} gained a new parameter ${p}`)]
      : []),
    ...kinds.flatMap(kind =>
      /^(?:optional|required|mandatory|keyword-only|positional-only)$/.test(kind)
        ? [unsure(`the parameter ${p} of ${f} is ${kind === 'mandatory' ? 'required' : kind}`)]
        : [],
    ),
  ];
}

const unlessSame = (said: readonly Said[], from: string): readonly Said[] | undefined =>
  said.length === 0 || (said.length === 1 && said[0]?.words === from) ? undefined : said;

/** A parameter and its function, in whatever order they are named. */
export const NAMED_PARAMETERS: readonly FreeForm[] = [
  freeForm(`(?:the )?${KINDS}${P} ${ARGUMENT} ${OF} ${F} ${REST}`, found => ofParameter(found)),
  freeForm(`(?<whole>(?:the )?${KINDS}${ARGUMENT} (?:named |called )?${P} ${OF} ${F} ${REST})`, found =>
    unlessSame(ofParameter(found), found.word('whole')),
  ),
  freeForm(`${F}'s? ${KINDS}${P} ${ARGUMENT} ${REST}`, found => ofParameter(found)),
  freeForm(`${F}'s? ${KINDS}${ARGUMENT} (?:named |called )?${P} ${REST}`, found => ofParameter(found)),
  freeForm(
    `(?:in|for|on) (?:the signature of )?${F},? (?:the )?${KINDS}${ARGUMENT} (?:named |called )?${P} ${REST}`,
    found => ofParameter(found),
  ),
  freeForm(`(?:in|for|on) (?:the signature of )?${F},? (?:the )?${KINDS}${P} ${ARGUMENT} ${REST}`, found =>
    ofParameter(found),
  ),
  freeForm(`${F}: (?:the )?${KINDS}(?:${P} ${ARGUMENT}|${ARGUMENT} ${anyName('q')}) ${REST}`, found =>
    ofParameter(found, found.word('rest'), found.has('p') ? 'p' : 'q'),
  ),
  freeForm(`${F}: (?:the )?(?:${ARGUMENT} )?${P} ${OF_PARAMETERS}`, found => ofParameter(found)),
  freeForm(`(?:in|for|on) (?:the signature of )?${F},? ${P} ${OF_PARAMETERS}`, found => ofParameter(found)),
  freeForm(`${P} (?:in|of) ${F} ${OF_PARAMETERS}`, found => ofParameter(found)),
  freeForm(`${F}'s? ${P} ${OF_PARAMETERS}`, found => ofParameter(found)),
  ...[`${P} (?:in|of) ${F} ${PERHAPS}`, `${F}'s? ${P} ${PERHAPS}`, `(?:in|for) ${F},? ${P} ${PERHAPS}`].map(
    words =>
      freeForm(words, found =>
        isClassLike(found.text('f'))
          ? undefined
          : [
              perhapsParameter(
                `the parameter ${found.name('p')} of ${found.word('f')} ${found.word('rest')}`,
              ),
            ],
      ),
  ),
  freeForm(
    `${P} ${ADVERB}(?<verb>comes|sits|stands|appears|is listed|is placed|is) (?<how>(?:right |directly |immediately |just )?(?:before|after|behind|in front of|ahead of)) ${anyName('q')} in (?:the )?(?:${LIST}) of ${F}`,
    found => [
      `the parameter ${found.name('p')} of ${found.word('f')} comes ${found.word('how')} ${found.name('q')}`,
    ],
  ),
  freeForm(
    `${F} (?:now )?(?:lists|puts|has|takes|places) ${P} (?<how>(?:right |directly |immediately |just )?(?:before|after|behind|in front of|ahead of)) ${anyName('q')}(?: in (?:its|the) ${LIST})?`,
    found => [
      `the parameter ${found.name('p')} of ${found.word('f')} comes ${found.word('how')} ${found.name('q')}`,
    ],
  ),
  freeForm(
    `${P} (?:(?<adverb>now |still )?(?:has (?:a |the )?default(?: value)?(?: of)?|defaults to)) ${value('v')} (?:in|for|of) ${F}`,
    found => [
      `the default of ${found.name('p')} in ${found.word('f')} is ${found.word('adverb')}${found.word('v')}`,
    ],
  ),
  freeForm(
    `(?:the |an? )?(?:new )?(?:${ARGUMENT} )?${P}(?: ${ARGUMENT})? was (?<deed>added to|removed from|dropped from|deleted from) (?:the )?${LIST} of ${F}`,
    found =>
      found.word('deed') === 'added to'
        ? [`${found.word('f')} gained a new parameter ${found.name('p')}`]
        : [`the parameter ${found.name('p')} was removed from ${found.word('f')}`],
  ),
  freeForm(
    `(?:the )?(?:${ARGUMENT} )?${P} is (?<adverb>now |still )?(?:the |its )(?<at>${PLACE}) ${ARGUMENT} (?:of|in) ${F}`,
    found => [
      `the parameter ${found.name('p')} of ${found.word('f')} is ${found.word('adverb')}the ${found.word('at')} one`,
    ],
  ),
  freeForm(`${P} (?:of|in) ${F} ${KINDED}`, found => ofParameter(found)),
  freeForm(`(?:in|for|on) ${F},? ${P} ${KINDED}`, found => ofParameter(found)),
  freeForm(`${F}'s? ${P} ${KINDED}`, found => ofParameter(found)),
  // `f's a and b are keyword-only`
  freeForm(
    `${F}'s? ${anyName('p')}(?: ${ARGUMENT}s?)? and ${anyName('q')}(?: ${ARGUMENT}s?)? (?:both )?are (?:both )?(?<rest>(?:now |still )?(?:keyword-only|positional-only|required|optional|annotated .*|typed .*))`,
    found => eachOfTwo(found, `is ${found.word('rest')}`),
  ),
  freeForm(
    `(?:the )?${ARGUMENT}s ${anyName('p')} and ${anyName('q')} (?:of|in) ${F} (?:both )?(?:are (?:both )?(?<rest>(?:now |still )?(?:keyword-only|positional-only|required|optional|annotated .*|typed .*)|gone)|(?:both )?(?<verb>default) (?<to>to .*)|(?<was>were|are) (?<deed>removed|dropped|added|new))`,
    found =>
      eachOfTwo(
        found,
        found.has('to')
          ? `defaults ${found.word('to')}`
          : found.has('deed')
            ? `was ${found.word('deed').replace('new', 'added')}`
            : `is ${found.word('rest')}`,
      ),
  ),
  freeForm(
    `${F}'s? ${anyName('p')} and ${anyName('q')}(?: ${ARGUMENT}s)? (?:both )?default (?<to>to .*)`,
    found => eachOfTwo(found, `defaults ${found.word('to')}`),
  ),
  freeForm(
    `${F}'s? ${anyName('p')} and ${anyName('q')}(?: ${ARGUMENT}s)? are (?<rest>(?:now |still )?(?:keyword-only|positional-only)) and (?:both )?default (?<to>to .*)`,
    found => [
      ...eachOfTwo(found, `is ${found.word('rest')}`),
      ...eachOfTwo(found, `defaults ${found.word('to')}`),
    ],
  ),
];

const eachOfTwo = (found: FoundWords, rest: string): readonly Said[] =>
  [found.name('p'), found.name('q')].map(each => ({
    words: `the parameter ${each} of ${found.word('f')} ${rest}`,
  }));
