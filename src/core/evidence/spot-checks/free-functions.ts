import { lastOf } from '../code/dotted-names.ts';
import { type FoundWords, type FreeForm, freeForm, perhapsParameter, unsure } from './free-form.ts';
import {
  AND,
  ARGUMENT,
  anyName,
  code,
  GONE,
  INSTEAD,
  isBuiltinType,
  PARAMETER_PLACE,
  placed,
  value,
} from './free-parts.ts';

const F = placed('f');
const PLACE = PARAMETER_PLACE;
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
