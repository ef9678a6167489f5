import { isClassLike } from '../code/dotted-names.ts';
import { type FoundWords, type FreeForm, freeForm, perhapsParameter, type Said } from './free-form.ts';
import {
  ADVERB,
  ARGUMENT,
  anyName,
  code,
  FORMERLY,
  GONE,
  INSTEAD,
  PARAMETER_PLACE,
  placed,
  SIGNATURE,
  type,
  value,
} from './free-parts.ts';

const P = anyName('p');
const F = placed('f');
const PLACE = PARAMETER_PLACE;
const LIST = SIGNATURE;
const ONE = `the parameter ${code('p')} of (?<f>§\\d+(?: in §\\d+)?)`;
const ONLY = '(?:plain |simple |bare |just |only |merely |simply |a |an )*';
const BEHIND =
  '(?<near>right |directly |immediately |just )?(?<how>before|after|behind|in front of|ahead of) (?:the )?';
const IN_LIST = `(?: in (?:the|its) ${LIST}(?: of §\\d+)?)?`;

const side = (found: FoundWords): string =>
  `${found.has('near') ? 'right ' : ''}${/before|front|ahead/.test(found.word('how')) ? 'before' : 'after'}`;
const about = (found: FoundWords): string => `the parameter ${found.word('p')} of ${found.word('f')}`;

/** What is said of a parameter, once it is known which one. */
export const SAID_OF_PARAMETERS: readonly FreeForm[] = [
  // Types.
  freeForm(
    `${ONE} (?:is (?<adverb>now |still )?(?:typed|annotated|declared|type-hinted|hinted)|(?<adverb2>now |still )?(?:has|carries) (?:the |an? )?(?:type|annotation|type annotation|type hint))(?: as| with| to be| of)? ${ONLY}${type('t')}(?: only| alone)?(?<same>,? as before| now)?`,
    found => [
      `${about(found)} is ${found.word('adverb') || found.word('adverb2')}annotated as ${found.word('t')}${found.word('same')}`,
    ],
  ),
  freeForm(
    `${ONE} (?:is (?:now )?(?:typed|annotated|declared)(?: as| with)? ${type('t')}(?:,? where it (?:used to be|was)| \\(${FORMERLY}|, ${FORMERLY}):? ${type('u')}\\)?|is now (?:typed|annotated|declared)(?: as| with)? ${type('new')} ${INSTEAD} ${type('past')}|(?:changed|switched) (?:its )?(?:type|annotation) from ${type('old')} to ${type('now')})`,
    found => [
      `the type of ${found.word('p')} of ${found.word('f')} changed from ${found.word('u') || found.word('past') || found.word('old')} to ${found.word('t') || found.word('new') || found.word('now')}`,
    ],
  ),
  freeForm(
    `(?:the )?(?:type|annotation|type annotation|type hint) of (?:the )?(?:${ARGUMENT} )?${P}(?: ${ARGUMENT})? (?:of|in|on) ${F} (?:is|was) (?<adverb>now |still )?${ONLY}${type('t')}`,
    found => [
      perhapsParameter(
        `the parameter ${found.name('p')} of ${found.word('f')} is ${found.word('adverb')}annotated as ${found.word('t')}`,
      ),
    ],
  ),
  freeForm(
    `${F} (?<adverb>now |still )?(?:annotates|types|declares) (?:the |its )?(?:${ARGUMENT} )?${P}(?: ${ARGUMENT})? (?:as|with|to be) ${ONLY}${type('t')}(?<same>,? as before)?`,
    found =>
      isClassLike(found.text('f'))
        ? undefined
        : [
            perhapsParameter(
              `the parameter ${found.name('p')} of ${found.word('f')} is ${found.word('adverb')}annotated as ${found.word('t')}${found.word('same')}`,
            ),
          ],
  ),
  // Defaults.
  freeForm(
    `${ONE} (?<adverb>now |still )?(?:defaults to|has (?:a |the )?default(?: value)?(?: of)?:?|has its default set to|is (?:set )?by default|default is|default:) ${value('v')}(?: by default)?(?<same>,? as before)?`,
    found => [
      `the default of ${found.word('p')} in ${found.word('f')} is ${found.word('adverb')}${found.word('v')}${found.word('same')}`,
    ],
  ),
  freeForm(
    `${ONE} (?:(?:now )?(?:defaults to|has (?:a |the )?default(?: value)?(?: of)?) ${value('v')}(?:,? where it (?:used to be|was|used to default to)| \\(${FORMERLY}|, ${FORMERLY}):?|now (?:defaults to|has (?:a |the )?default(?: value)?(?: of)?) ${value('u')} ${INSTEAD}) ${value('w')}\\)?`,
    found => [
      `the default of ${found.word('p')} in ${found.word('f')} changed from ${found.word('w')} to ${found.word('v') || found.word('u')}`,
    ],
  ),
  freeForm(
    `(?:the )?(?:default|default value) (?:of|for) (?:the )?(?:${ARGUMENT} )?${P}(?: ${ARGUMENT})? (?:of|in|on) ${F} (?<rest>.*)`,
    found => defaultOf(found),
  ),
  freeForm(`(?:the )?${P}(?: ${ARGUMENT}'s)? default(?: value)? (?:of|in|on|for) ${F} (?<rest>.*)`, found =>
    defaultOf(found),
  ),
  freeForm(`${F}'s? ${P}(?: ${ARGUMENT}'?s?)? default(?: value)? (?<rest>.*)`, found => defaultOf(found)),
  freeForm(
    `(?:in|for) ${F},? the default(?: value)? (?:of|for) (?:the )?(?:${ARGUMENT} )?${P}(?: ${ARGUMENT})? (?<rest>.*)`,
    found => defaultOf(found),
  ),
  freeForm(`${F}: (?:the )?default(?: value)? (?:of|for) ${P} (?<rest>.*)`, found => defaultOf(found)),
  freeForm(`${F}: ${P} default(?: value)?:? (?<rest>.*)`, found => defaultOf(found)),
  freeForm(
    `the default of ${code('p')} in (?<f>§\\d+(?: in §\\d+)?) (?:changed |went |switched |flipped |is )?(?:from )?${value('w')} -> ${value('v')}`,
    found => [
      `the default of ${found.word('p')} in ${found.word('f')} changed from ${found.word('w')} to ${found.word('v')}`,
    ],
  ),
  freeForm(
    `the default of ${code('p')} in (?<f>§\\d+(?: in §\\d+)?) (?:is (?:now )?${value('v')}(?: \\(${FORMERLY}|, ${FORMERLY}):?|is now ${value('u')} ${INSTEAD}) ${value('w')}\\)?`,
    found => [
      `the default of ${found.word('p')} in ${found.word('f')} changed from ${found.word('w')} to ${found.word('v') || found.word('u')}`,
    ],
  ),
  freeForm(`${ONE} (?:no longer has|lost|lost its|has lost its) (?:a |any )?default(?: value)?`, found => [
    `the ${found.word('p')} parameter of ${found.word('f')} lost its default`,
    `the parameter ${found.word('p')} of ${found.word('f')} is optional before the change`,
  ]),
  freeForm(`${ONE} (?<adverb>now |still )?has no default(?: value)?`, found => [
    `${about(found)} is ${found.word('adverb')}required`,
  ]),
  // How it is given.
  freeForm(
    `${ONE} (?:is (?<adverb>now |still )?(?:an? )?(?<how>mandatory|needed)|(?:must|has to|can only|may only) be (?:passed|given|supplied) (?:by|as a) (?<key>keyword)(?: argument)?|can only be (?:passed|given) (?<pos>positionally|by position))`,
    found => [
      `${about(found)} is ${found.word('adverb')}${found.has('how') ? 'required' : found.has('key') ? 'keyword-only' : 'positional-only'}`,
    ],
  ),
  // Where it stands.
  freeForm(
    `${ONE} ${ADVERB}(?:comes|sits|stands|appears|is|is listed|is placed|is positioned|goes) ${BEHIND}${anyName('q')}(?: ${ARGUMENT})?${IN_LIST}`,
    found => (found.has('adverb') ? undefined : [`${about(found)} comes ${side(found)} ${found.name('q')}`]),
  ),
  freeForm(
    `${ONE} (?<near>directly |immediately )?precedes (?:the )?${anyName('q')}(?: ${ARGUMENT})?${IN_LIST}`,
    found => [`${about(found)} comes ${found.has('near') ? 'right ' : ''}before ${found.name('q')}`],
  ),
  freeForm(
    `${ONE} (?:directly|immediately) follows (?:the )?${anyName('q')}(?: ${ARGUMENT})?${IN_LIST}`,
    found => [`${about(found)} comes right after ${found.name('q')}`],
  ),
  freeForm(
    `${ONE} (?:is|comes|stands|sits|goes) (?<adverb>now |still )?(?:the |its )?(?:very )?(?<at>${PLACE})(?: one| ${ARGUMENT})?${IN_LIST}`,
    found => [`${about(found)} is ${found.word('adverb')}the ${found.word('at')} one`],
  ),
  // What happens to it.
  freeForm(`${ONE} (?:${GONE})(?: from (?:the|its) ${LIST})?`, found => [
    `the parameter ${found.word('p')} was removed from ${found.word('f')}`,
  ]),
  freeForm(`${ONE} (?:was|is) (?:newly )?(?:added|introduced|new)`, found => [
    `${found.word('f')} gained a new parameter ${found.word('p')}`,
  ]),
  freeForm(
    `${ONE} (?:still exists|is still there|is still present|was kept|is kept|survives|remains|stays)`,
    found => [`${found.word('f')} still takes ${found.word('p')}`],
  ),
  freeForm(
    `${ONE} (?:was renamed (?:from §\\d+ )?(?:to|into|as)|became|becomes|become|is now (?:called|named|spelled)|turned into) (?:the |a )?(?:(?<given>keyword-only|positional-only) )?(?:${ARGUMENT} )?${anyName('q')}(?: ${ARGUMENT})?`,
    found => [
      `the parameter ${found.word('p')} of ${found.word('f')} was renamed to ${found.name('q')}`,
      ...(found.has('given')
        ? [`the parameter ${found.name('q')} of ${found.word('f')} is ${found.word('given')}`]
        : []),
    ],
  ),
  // Two things at once.
  freeForm(
    `(?<one>the parameter §\\d+ of §\\d+(?: in §\\d+)?) (?<first>.+?),? (?:with|and) (?:a |the |its )?default(?: value)?(?: of| is)?:? ${value('v')}`,
    found => [
      `${found.word('one')} ${found.word('first')}`,
      `${found.word('one')} defaults to ${found.word('v')}`,
    ],
  ),
  freeForm(
    `(?<one>the parameter §\\d+ of §\\d+(?: in §\\d+)?) (?<first>.+?)(?:, | \\()default(?:s to|ing to| is| of)? ${value('v')}\\)?`,
    found => [
      `${found.word('one')} ${found.word('first')}`,
      `${found.word('one')} defaults to ${found.word('v')}`,
    ],
  ),
  freeForm(
    `(?<one>the parameter §\\d+ of §\\d+(?: in §\\d+)?) (?<first>.+?),? and (?:(?:it|that|which) )?(?<second>(?:now |still )?(?:is|was|has|defaults|comes|stands|sits) .+)`,
    found => [`${found.word('one')} ${found.word('first')}`, `${found.word('one')} ${found.word('second')}`],
  ),
];

/** What is said of a default. */
function defaultOf(found: FoundWords): readonly Said[] | undefined {
  const rest = found.word('rest');
  if (
    !/^(?:is|was|changed|went|flipped|switched|became|remains|stays|now|still|raised|lowered|from|§\d+ ->|true ->|false ->|none ->|-?\d+ ->)(?= |$|>)/.test(
      rest,
    )
  )
    return undefined;
  const [p, f] = [found.name('p'), found.word('f')];
  const plain = rest
    .replace(/^(?:now|still) is /, word => `is ${word.slice(0, -3)}`)
    .replace(/^(?:remains|stays) /, 'is still ')
    .replace(/^became /, 'changed to ');
  return [{ words: `the default of ${p} in ${f} ${plain}` }];
}
