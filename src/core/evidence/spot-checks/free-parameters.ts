import { isClassLike, lastOf } from '../code/dotted-names.ts';
import {
  type FoundWords,
  type FreeForm,
  freeForm,
  perhapsParameter,
  type Said,
  unsure,
} from './free-form.ts';
import {
  ADVERB,
  AND,
  ARGUMENT,
  anyName,
  code,
  FORMERLY,
  GONE,
  INSTEAD,
  isBuiltinType,
  placed,
  type,
  value,
} from './free-parts.ts';

const P = anyName('p');
const F = placed('f');
const OF = '(?:of|in|on|for|to)';
const KINDS =
  '(?<adj>(?:(?:new|newly added|old|former|existing|additional|extra|optional|required|mandatory|keyword-only|positional-only) )*)';
const PLACE = '(?:first|second|third|fourth|fifth|last|final)';
const LIST =
  '(?:signature|parameter list|argument list|list of parameters|list of arguments|parameters|arguments)';
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

const NAMES = '(?<list>(?:§\\d+|[a-z_]\\w*)(?:(?:,? and |, )(?:§\\d+|[a-z_]\\w*)){1,11})';

/** The names of a list, each as code. */
function names(found: FoundWords, group = 'list'): readonly string[] {
  return found
    .word(group)
    .split(/,? and |, /)
    .map(each => (each.startsWith('§') ? each : found.add(each)));
}

const and = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** What is said of a function and what it takes. */
export const SAID_OF_FUNCTIONS: readonly FreeForm[] = [
  // All of them.
  freeForm(
    `(?:all|every|each)(?: of)? (?:(?:the|its|other) )*(?:${ARGUMENT}s? (?:of|in) ${placed('f')}|${placed('g')}'s? ${ARGUMENT}s?)(?<self>,? (?:other than|besides|apart from|aside from|except|except for|excluding|but|after|not counting|beyond) (?:self|cls))? (?:is|are) (?:now )?keyword-only`,
    found => [
      `all parameters of ${found.word('f') || found.word('g')}${found.has('self') ? ' besides self' : ''} are keyword-only`,
    ],
  ),
  freeForm(
    `(?:apart from|besides|except for|other than|aside from) (?:self|cls),? (?:all|every) (?:the )?${ARGUMENT}s? (?:of|in) ${placed('f')} (?:is|are) keyword-only`,
    found => [`all parameters of ${found.word('f')} besides self are keyword-only`],
  ),
  freeForm(
    `(?:(?:the )?(?:parameters|arguments|parameter order|argument order|order of (?:the )?(?:parameters|arguments)) (?:of|in) ${F}|${placed('g')}: (?:the )?(?:parameter order|argument order|order of parameters|order)|${placed('h')}'s? (?:parameter order|argument order)) is (?<adverb>now |still )?(?<sig>§\\d+)`,
    found => inOrder(found, found.word('f') || found.word('g') || found.word('h')),
  ),
  freeForm(
    `${F} (?<adverb>now |still )?(?:takes|accepts|has|expects) (?:the (?:parameters|arguments) )?${NAMES},? in (?:exactly )?(?:that|this) (?:exact )?order`,
    found => {
      const items = names(found);
      return [
        `${found.word('f')} ${found.word('adverb')}takes ${and(items)}`,
        unsure(`${found.word('f')} takes only ${and(items)}`),
        ...items
          .slice(1)
          .map((each, i) => `the parameter ${items[i]} of ${found.word('f')} comes before ${each}`),
      ];
    },
  ),
  freeForm(
    `${F} (?:names|calls) its (?:two |three |four |five )?(?:parameters|arguments) ${NAMES}`,
    found => [`${found.word('f')} takes only ${and(names(found))}`],
  ),
  freeForm(
    `${F} now (?:names|calls) its (?:two |three |four |five )?(?:parameters|arguments) ${NAMES}(?:,? (?:${INSTEAD})(?: using| just)? (?<old>§\\d+))`,
    found => [
      `${found.word('f')} takes only ${and(names(found))}`,
      ...(found.has('old')
        ? [
            `${found.word('f')} takes ${found.word('old')} before the change`,
            unsure(`${found.word('f')} does not take ${found.word('old')}`),
          ]
        : []),
    ],
  ),
  freeForm(
    `${F} (?:now )?has neither an? ${anyName('p')} nor an? ${anyName('q')} ${ARGUMENT}(?<more> any more)?`,
    found =>
      ['p', 'q'].map(each =>
        found.has('more')
          ? `the parameter ${found.name(each)} was removed from ${found.word('f')}`
          : `${found.word('f')} does not take the parameter ${found.name(each)}`,
      ),
  ),
  freeForm(
    `(?:all|every one|each) of ${placed('f')}'s? ${ARGUMENT}s(?<self>,? (?:other than|besides|apart from|aside from|except|except for|excluding|but|after) (?:self|cls))? (?:is|are) (?:now )?keyword-only`,
    found => [
      `all parameters of ${found.word('f')}${found.has('self') ? ' besides self' : ''} are keyword-only`,
    ],
  ),
  freeForm(
    `(?:${placed('f')}'s? ${ARGUMENT}s|the ${ARGUMENT}s of ${placed('g')}) are (?:now )?all keyword-only`,
    found => [`all parameters of ${found.word('f') || found.word('g')} are keyword-only`],
  ),
  freeForm(
    `${F} (?:now )?(?:got|gained|has gained|received|grew|acquired) (?:an? |the )?(?:new |extra |additional )?(?:${anyName('p')} ${ARGUMENT}|${ARGUMENT} ${anyName('q')})`,
    found => [
      `${found.word('f')} gained a new parameter ${found.has('p') ? found.name('p') : found.name('q')}`,
    ],
  ),
  freeForm(
    `an? (?:new |extra |additional )?(?:${anyName('p')} ${ARGUMENT}|${ARGUMENT} ${anyName('q')}) was (?:added|introduced) (?:to|in|on) ${F}`,
    found => [
      `${found.word('f')} gained a new parameter ${found.has('p') ? found.name('p') : found.name('q')}`,
    ],
  ),
  freeForm(
    `${F} (?:now )?has no (?:${anyName('p')} ${ARGUMENT}|${ARGUMENT} (?:named |called )?${anyName('q')})`,
    found => [
      `${found.word('f')} does not take the parameter ${found.has('p') ? found.name('p') : found.name('q')}`,
    ],
  ),
  freeForm(
    `(?:the )?(?:signature|parameter list) of ${F} (?:did not change|has not changed|is the same|stays the same|is as before)(?: as before)?`,
    found => [`${found.word('f')} keeps its signature`],
  ),
  freeForm(
    `${F}(?:'s? signature (?:did not change|has not changed|is unchanged|is the same|stays the same|was not changed)| is unchanged in its signature)(?: as before)?`,
    found => [`${found.word('f')} keeps its signature`],
  ),
  freeForm(
    `${F} (?<adverb>now |still )?(?:defaults|sets) (?:its |the )?(?:${ARGUMENT} )?${anyName('p')}(?: ${ARGUMENT})? to ${value('v')}`,
    found => [
      perhapsParameter(
        `the default of ${found.name('p')} in ${found.word('f')} is ${found.word('adverb')}${found.word('v')}`,
      ),
    ],
  ),
  freeForm(
    `(?<first>(?:the )?${ARGUMENT} §\\d+ of ${F} (?:${GONE}))${AND} so (?:was|is|did|has) (?:the )?${code('q')}`,
    found => [found.word('first'), `the parameter ${found.word('q')} was removed from ${found.word('f')}`],
  ),
  freeForm(
    `(?:${F}'s? (?:parameters|arguments)|(?:the )?(?:parameters|arguments) (?:of|in) ${placed('g')}) are ${NAMES}(?<order>,? in (?:that|this|exactly this|exactly that) order)?`,
    found => {
      const f = found.word('f') || found.word('g');
      return [
        `${f} takes only ${and(names(found))}`,
        ...(found.has('order') ? [`the parameters of ${f} are ${and(names(found))} in this order`] : []),
      ];
    },
  ),
  freeForm(
    `${F} (?<adverb>now |still )?defaults (?:both )?(?:its |the )?${anyName('p')} and ${anyName('q')} to ${value('v')}`,
    found =>
      ['p', 'q'].map(each =>
        perhapsParameter(
          `the default of ${found.name(each)} in ${found.word('f')} is ${found.word('adverb')}${found.word('v')}`,
        ),
      ),
  ),
  freeForm(
    `the parameter ${code('p')} of (?<f>§\\d+(?: in §\\d+)?) can (?:also |only )?be (?:passed|given|supplied) (?:positionally|by position)`,
    found =>
      / only /.test(found.all) ? undefined : [`${found.word('f')} accepts ${found.word('p')} positionally`],
  ),
  freeForm(
    `the parameter ${code('p')} of (?<f>§\\d+(?: in §\\d+)?) can (?:also |only )?be (?:passed|given|supplied) (?:by keyword|as a keyword argument)`,
    found =>
      / only /.test(found.all) ? undefined : [`${found.word('f')} accepts ${found.word('p')} by keyword`],
  ),
  // Results.
  freeForm(
    `(?:${F}: (?:the )?(?:return type|return annotation)|${placed('g')}'s? return (?:type|annotation)|(?:the )?return (?:type|annotation) of ${placed('h')}) (?:changed |went |switched |was changed |is )?(?:from )?${type('t')} (?:->|to) ${type('u')}`,
    found => [
      `the return type of ${found.word('f') || found.word('g') || found.word('h')} changed from ${found.word('t')} to ${found.word('u')}`,
    ],
  ),
  freeForm(
    `${F} (?:is (?:now )?annotated (?:to return|as returning)|is (?:now )?declared to return) ${type('u')}(?: \\(${FORMERLY}|, ${FORMERLY}| ${FORMERLY}):? ${type('t')}\\)?`,
    found => [`the return type of ${found.word('f')} changed from ${found.word('t')} to ${found.word('u')}`],
  ),
  // Decorators.
  freeForm(
    `${F} (?:lost|dropped|no longer has|no longer carries|no longer uses) (?:its |the )?(?:(?<d>§\\d+) decorator|decorator (?<e>§\\d+))`,
    found => [
      `${found.word('f')} is no longer decorated with ${found.word('d') || found.word('e')}`,
      `${found.word('f')} is decorated with ${found.word('d') || found.word('e')} before the change`,
    ],
  ),
  freeForm(
    `${F} (?:gained|got|now has|now carries|now uses) (?:an? |the )?(?:new )?(?:(?<d>§\\d+) decorator|decorator (?<e>§\\d+))`,
    found => [`${found.word('f')} is now decorated with ${found.word('d') || found.word('e')}`],
  ),
  freeForm(
    `(?:${F}: decorator|${placed('g')}'s? decorator|the decorator of ${placed('h')}) (?:changed |went )?(?:from )?(?<d>§\\d+) (?:->|to) (?<e>§\\d+)`,
    found => {
      const f = found.word('f') || found.word('g') || found.word('h');
      return [
        `${f} is no longer decorated with ${found.word('d')}`,
        `${f} is decorated with ${found.word('d')} before the change`,
        `${f} is now decorated with ${found.word('e')}`,
      ];
    },
  ),
  freeForm(
    `${F} is (?:now )?decorated with (?<e>§\\d+)(?: \\(${FORMERLY}|, ${FORMERLY}| ${FORMERLY}|, not| and no longer with):? (?:with )?(?<d>§\\d+)\\)?`,
    found => [
      `${found.word('f')} is decorated with ${found.word('e')}`,
      `${found.word('f')} is not decorated with ${found.word('d')}`,
      ...(/, not /.test(found.all)
        ? []
        : [`${found.word('f')} is decorated with ${found.word('d')} before the change`]),
    ],
  ),
  // Its one, or some that are counted.
  freeForm(
    `(?:${F}'s? |the (?=${PLACE} ${ARGUMENT} of))(?<at>${PLACE}) ${ARGUMENT}(?: of ${placed('g')})?(?:,? (?:after|besides|not counting|excluding) (?:self|cls),?)? is (?<adverb>now |still )?(?:called |named )?${anyName('p')}(?:,? and (?:it )?(?<rest>(?:is|has|defaults) .+)|(?:,| with| \\()(?: a| the| its)? ?default(?:s to|ing to| of)? ${value('v')}\\)?)?`,
    found => {
      const f = found.word('f') || found.word('g');
      if (f === '' || (found.has('f') && found.has('g'))) return undefined;
      return [
        `the parameter ${found.name('p')} of ${f} is ${found.word('adverb')}the ${found.word('at')} one`,
        ...(found.has('rest') ? [`the parameter ${found.name('p')} of ${f} ${found.word('rest')}`] : []),
        ...(found.has('v')
          ? [`the parameter ${found.name('p')} of ${f} defaults to ${found.word('v')}`]
          : []),
      ];
    },
  ),
  freeForm(
    `(?:${F}'s? |the (?=(?:${PLACE} )?${ARGUMENT} of))(?:(?<at>${PLACE}|only|sole) )?${ARGUMENT}(?: of ${placed('g')})? (?:was renamed|changed its name|went|is renamed) from ${anyName('p')} (?:to|into) ${anyName('q')}`,
    found => {
      const f = found.word('f') || found.word('g');
      if (f === '' || (found.has('f') && found.has('g'))) return undefined;
      const at = found.word('at');
      return [
        `the parameter ${found.name('p')} of ${f} was renamed to ${found.name('q')}`,
        ...(/^(?:only|sole)$/.test(at)
          ? [`${f} takes only ${found.name('q')}`]
          : at === ''
            ? []
            : [`the parameter ${found.name('p')} of ${f} is the ${at} one before the change`]),
      ];
    },
  ),
  freeForm(
    `${F}'s? (?:new|extra|additional|added) ${ARGUMENT} is (?:called |named )?${anyName('p')}(?:,? and (?:it )?(?<rest>(?:is|has|defaults) .+))?`,
    found => [
      `${found.word('f')} gained a new parameter ${found.name('p')}`,
      ...(found.has('rest')
        ? [`the parameter ${found.name('p')} of ${found.word('f')} ${found.word('rest')}`]
        : []),
    ],
  ),
  // What comes and what goes.
  freeForm(
    `${F}: ${anyName('p')} (?:was |is )?(?:removed|dropped|gone|deleted)${AND} ${anyName('q')} (?:was |is )?(?:added|new|introduced)`,
    found => (isOfFunction(found) ? [gone(found, 'p'), come(found, 'q')] : undefined),
  ),
  freeForm(
    `${F}: ${anyName('p')} (?:was |is )?(?:added|new|introduced)${AND} ${anyName('q')} (?:was |is )?(?:removed|dropped|gone|deleted)`,
    found => (isOfFunction(found) ? [come(found, 'p'), gone(found, 'q')] : undefined),
  ),
  freeForm(`${F}: ${anyName('p')} (?:was |is )?(?:removed|dropped|gone|deleted)`, found =>
    isOfFunction(found) ? [gone(found, 'p')] : undefined,
  ),
  freeForm(
    `${F}: (?:new ${ARGUMENT} ${anyName('p')}|${anyName('q')} (?:was |is )?(?:added|new|introduced))`,
    found => (isOfFunction(found) ? [come(found, found.has('p') ? 'p' : 'q')] : undefined),
  ),
  freeForm(
    `${F}: (?:(?:the )?${ARGUMENT} )?${anyName('p')} (?:->|(?:was |is )?renamed (?:to|into)|is now called) ${anyName('q')}`,
    found =>
      isOfFunction(found) && !isBuiltinType(found.text('p')) && !isBuiltinType(found.text('q'))
        ? [`the parameter ${found.name('p')} of ${found.word('f')} was renamed to ${found.name('q')}`]
        : undefined,
  ),
  freeForm(
    `${F} (?:now )?(?:takes|accepts|has|expects|requires) ${code('p')},? where it (?:used to take|took|had|used to have|accepted|used to accept|expected) ${code('q')}`,
    found => [`${found.word('f')} now takes ${found.word('p')} instead of ${found.word('q')}`],
  ),
  freeForm(
    `${anyName('p')} (?:is (?<adverb>now |still )?|(?<stays>remains ))(?:an? )?${ARGUMENT} of ${placed('f')}(?: and (?:of )?${placed('g')})?(?:,? (?:with )?(?:the |a )?default(?:s to|ing to| of)? ${value('v')})?`,
    found => {
      const p = found.name('p');
      const owners = [found.word('f'), found.word('g')].filter(each => each !== '');
      return owners.flatMap(each => [
        `${each} ${found.has('stays') ? 'still ' : found.word('adverb')}takes the parameter ${p}`,
        ...(found.has('v') ? [`the default of ${p} in ${each} is ${found.word('v')}`] : []),
      ]);
    },
  ),
  freeForm(`${anyName('p')} is (?<not>no longer|not) (?:an? )?${ARGUMENT} of ${placed('f')}`, found => [
    found.word('not') === 'not'
      ? `${found.word('f')} does not take the parameter ${found.name('p')}`
      : `the parameter ${found.name('p')} was removed from ${found.word('f')}`,
  ]),
  // All of its own names, in any number of ways to give the rest.
  freeForm(
    `${F} (?<adverb>now |still )?takes ${code('p')} for (?:any|the|all) (?:remaining|other|extra|additional|further) (?:keyword )?(?:arguments|parameters)`,
    found =>
      /^\*/.test(found.text('p'))
        ? [`${found.word('f')} ${found.word('adverb')}takes ${found.word('p')}`]
        : undefined,
  ),
  freeForm(
    `${F} (?:gained|got|has|received|takes) a new (?:keyword|optional|positional|keyword-only|positional-only) (?:${ARGUMENT})`,
    found => [`${found.word('f')} gained a new parameter`],
  ),
  freeForm(
    `${F} keeps its (?:old|previous|former|original|existing) signature,? without (?:an? )?${anyName('p')}`,
    found => [
      `${found.word('f')} keeps its signature`,
      `${found.word('f')} does not take the parameter ${found.name('p')}`,
    ],
  ),
  freeForm(
    `${F} (?:keeps|has|retains) (?:its|the) (?:old|previous|former|original|existing|same) signature(?: as before)?`,
    found => [`${found.word('f')} keeps its signature`],
  ),
  freeForm(
    `(?:several|some|a few|multiple|two) ${ARGUMENT}s (?:of|in) ${placed('f')} (?:were|are) renamed(?:,|:)? (?:for example |for instance |such as |namely |among them |including )?${anyName('p')} (?:->|to) ${anyName('q')}(?: and |, )${anyName('r')} (?:->|to) ${anyName('s')}`,
    found => [
      `the parameter ${found.name('p')} of ${found.word('f')} was renamed to ${found.name('q')}`,
      `the parameter ${found.name('r')} of ${found.word('f')} was renamed to ${found.name('s')}`,
    ],
  ),
];

/** Of a file or a class it may be something else that comes and goes. */
const isOfFunction = (found: FoundWords): boolean =>
  !found.isPath('f') && /^_*[a-z]/.test(lastOf(found.text('f').replace(/\(\)$/, '')));

const gone = (found: FoundWords, group: string): string =>
  `the parameter ${found.name(group)} was removed from ${found.word('f')}`;
const come = (found: FoundWords, group: string): string =>
  `${found.word('f')} gained a new parameter ${found.name(group)}`;

function inOrder(found: FoundWords, f: string): readonly string[] | undefined {
  const inside = /^\(([\w*,\s]+)\)$/.exec(found.text('sig'))?.[1];
  const items = inside
    ?.split(',')
    .map(each => each.trim())
    .filter(each => !/^(?:\*|\/|)$/.test(each));
  if (items === undefined || items.length === 0) return undefined;
  const signs = items.map(each => found.add(each));
  return [`the parameters of ${f} are ${found.word('adverb')}${and(signs)} in this order`];
}
