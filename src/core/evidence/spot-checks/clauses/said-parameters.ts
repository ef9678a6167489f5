import { isClassLike } from '../../code/dotted-names.ts';
import { type Found, form, givenAs, type Sentences } from './form.ts';
import { say, sayIs } from './moods.ts';
import type { OwnParameter } from './parts.ts';

const nameOf = (found: Found, code: string): string => {
  const text = found.text(code);
  const [bare = ''] = /^\*{0,2}\w+/.exec(text) ?? [];
  return bare === text ? code : found.clause.add(bare);
};

/** What is said beside the name of a parameter: its type and its default, as it is written, and how it is given. */
function about(found: Found, of: string, each: OwnParameter): readonly string[] {
  const name = nameOf(found, each.name);
  const places = found
    .positions()
    .map(
      ({ side, isNext, other }) =>
        `${name} comes ${isNext ? 'directly ' : ''}${side} ${nameOf(found, other)} in ${of}`,
    );
  const more = found.has('withDefault')
    ? [`the default of ${nameOf(found, each.name)} in ${of} is ${found.word('withDefault')}`]
    : [];
  return [...givenAs(name, of, each.given), ...more, ...places];
}

/** What is written behind its name: `limit: int = 80`. */
function defaultIn(found: Found, code: string): string | undefined {
  const text = found.text(code);
  const equals = text.indexOf('=');
  return equals < 0 ? undefined : found.clause.add(text.slice(equals + 1).trim());
}

const perhaps = (said: Sentences | undefined): Sentences | undefined =>
  said?.map(each => ({ ...(typeof each === 'string' ? { words: each } : each), isPerhapsParameter: true }));

const isNew = (each: OwnParameter): boolean => each.given.includes('new');

function taken(found: Found): Sentences | undefined {
  const [of, mood, owned] = [found.word('fn'), found.mood(), found.owned()];
  if (mood === undefined || owned.length === 0) return undefined;
  const isFunction = !isClassLike(found.text(of.split(' ')[0] ?? '')) || found.has('surely');
  if (owned.some(each => !each.isCalled) && !(isFunction && found.has('surely'))) return undefined;
  return owned.flatMap(each => {
    if (isNew(each) && (mood === 'plain' || mood === 'now')) return added(found, of, each);
    if (mood === 'no longer') return [`the parameter ${nameOf(found, each.name)} of ${of} was removed`];
    const own = `the parameter ${each.name}`;
    return [say(of, mood, { third: `has ${own}`, base: `have ${own}` }), ...about(found, of, each)];
  });
}

const added = (found: Found, of: string, each: OwnParameter): readonly string[] => [
  `the parameter ${each.name} of ${of} was added`,
  ...about(found, of, each),
];

const defaultIs = (found: Found, name: string, of: string): Sentences | undefined => {
  const mood = found.mood();
  return mood === undefined ? undefined : [sayIs(`the default of ${name} in ${of}`, mood, found.word('v'))];
};
const CHANGED =
  '(changed|was changed|went|switched|moved|was raised|was lowered|was bumped|was increased|was reduced|goes|has changed|has been changed|was switched|flipped|was flipped|has gone|has been raised)';

/** Of what functions take. */
export const SAID_OF_PARAMETERS = [
  form('{fn} {m:take} {owns} {withDefault}? {position}? {end}', taken),
  form('{fn} <surely>(:)? {m:surelyTake} {owns} {withDefault}? {end}', found => taken(found)),
  form('{fn} : {owns} {withDefault}? {position}?', found =>
    found.owned().every(each => isNew(each) && each.isCalled)
      ? found.owned().flatMap(each => added(found, found.word('fn'), each))
      : undefined,
  ),
  form(
    '{fn} (gained|gains|got|gets|acquired|acquires|received|receives|grew|has gained|now has|has got|was given|is given|adds|added|introduces|has grown) {owns} {withDefault}? {position}?',
    found =>
      found.owned().every(each => each.isCalled)
        ? found.owned().flatMap(each => added(found, found.word('fn'), each))
        : undefined,
  ),
  form('{fn} (lost|loses|dropped|drops|has lost|has dropped|gave up|sheds) {owns}', found =>
    found.owned().every(each => each.isCalled && !isNew(each))
      ? found
          .owned()
          .map(each => `the parameter ${nameOf(found, each.name)} of ${found.word('fn')} was removed`)
      : undefined,
  ),
  form('{p:parameter} {removed}', found => [
    `the parameter ${found.parameter().name} of ${found.parameter().of} was removed`,
  ]),
  form('{p:parameter} (is|was|are) new', found => [
    `the parameter ${found.parameter().name} of ${found.parameter().of} was added`,
  ]),
  form('{owns} {removed} from {fn}', found =>
    found.owned().every(each => each.isCalled)
      ? found
          .owned()
          .map(each => `the parameter ${nameOf(found, each.name)} of ${found.word('fn')} was removed`)
      : undefined,
  ),
  form('{owns} {added} to {fn} {withDefault}? {position}?', found =>
    found.owned().every(each => each.isCalled)
      ? found.owned().flatMap(each => added(found, found.word('fn'), each))
      : undefined,
  ),
  form(
    '{p:parameter} (was|is|has been|got|is now)? (renamed|renamed to|called|named) (to)? {b:parameterCode}',
    found => [
      `the parameter ${found.parameter().name} of ${found.parameter().of} was renamed to ${found.word('b')}`,
    ],
  ),
  form('{fn} {m:have} {x:parameterCode} {formerly} {w:value} {close}', found => {
    const given = defaultIn(found, found.word('x'));
    return given === undefined
      ? undefined
      : [
          `the default of ${nameOf(found, found.word('x'))} in ${found.word('fn')} changed from ${found.word('w')} to ${given}`,
        ];
  }),
  form('{fn} <time>(has|now has|still has) {x:parameterCode} {end}', found =>
    defaultIn(found, found.word('x')) === undefined
      ? undefined
      : [
          `${found.word('fn')} ${/now|still/.exec(found.word('time'))?.[0] ?? ''} takes ${found.word('x')}`.replace(
            '  ',
            ' ',
          ),
        ],
  ),
  form(
    '(the)? (parameter|argument)? {x:parameterCode} (now|still)? (precedes|comes before|comes right before|comes directly before|stands before|is placed before|is in front of) (the parameter|the argument)? {y:parameterCode} (in|of) {fn}',
    found => [`${found.word('x')} comes before ${found.word('y')} in ${found.word('fn')}`],
  ),
  form(
    '(in|of) {fn} (,)? (the)? (parameter|argument)? {x:parameterCode} (parameter|argument)? (now|still)? (precedes|comes before|comes right before|stands before|is placed before) (the parameter|the argument)? {y:parameterCode}',
    found => [`${found.word('x')} comes before ${found.word('y')} in ${found.word('fn')}`],
  ),
  form(
    '{q:loose} {m:be} (annotated|typed|annotated as|typed as|annotated with|of type) {t:type} {end}',
    found => {
      const [{ name, of }, mood] = [found.parameter('q'), found.mood()];
      return mood === undefined
        ? undefined
        : perhaps([
            sayIs(`the parameter ${nameOf(found, name)} of ${of}`, mood, `annotated as ${found.word('t')}`),
          ]);
    },
  ),
  form('{q:loose} {m:default} {v:value} {end}', found =>
    perhaps(defaultIs(found, nameOf(found, found.parameter('q').name), found.parameter('q').of)),
  ),
  form('{q:loose} {m:default} {w:value} (now)? {formerly} {v:value} {close}', found =>
    perhaps(changed(found, nameOf(found, found.parameter('q').name), found.parameter('q').of)),
  ),
  form('{q:loose} {m:be} (a|an)? <how>(keyword-only|positional-only) (now)? {end}', found => {
    const [{ name, of }, mood] = [found.parameter('q'), found.mood()];
    return mood === undefined
      ? undefined
      : perhaps([sayIs(`the parameter ${nameOf(found, name)} of ${of}`, mood, found.word('how'))]);
  }),
  form(
    '{fn} : (the)? (default|default value) (of|for) {x:parameterCode} {m:be} {w:value} (now)? {formerly} {v:value} {close}',
    found => changed(found, found.word('x'), found.word('fn')),
  ),
  form('{fn} has a new default of {x:parameterCode}', found => {
    const given = defaultIn(found, found.word('x'));
    return given === undefined
      ? undefined
      : [`the default of ${nameOf(found, found.word('x'))} in ${found.word('fn')} is now ${given}`];
  }),
  form(
    '{fn} {m:take} (only)? (one|a single|exactly one|only one|just one) (parameter|argument) (only)? (besides self|apart from self)? (,|:|named|, named|called)? {x:parameterCode} {end}',
    found => {
      const [of, mood] = [found.word('fn'), found.mood()];
      if (mood !== 'plain' && mood !== 'now' && mood !== 'still') return undefined;
      return [
        say(of, mood, { third: 'has one parameter', base: '' }),
        `${of} has the parameter ${found.word('x')}`,
      ];
    },
  ),
  // How one is given, and its type.
  form(
    '{p:parameter} {m:be} (a|an)? <how>(keyword-only|positional-only|optional|required|mandatory) {end}',
    found => {
      const [{ name, of }, mood] = [found.parameter(), found.mood()];
      const how = found.word('how') === 'mandatory' ? 'required' : found.word('how');
      return mood === undefined ? undefined : [sayIs(`the parameter ${name} of ${of}`, mood, how)];
    },
  ),
  form(
    '{p:parameter} {m:be} (annotated|typed|declared|annotated as|typed as|declared as|annotated with|of type|type-hinted as) {t:type} {end}',
    found => {
      const [{ name, of }, mood] = [found.parameter(), found.mood()];
      return mood === undefined
        ? undefined
        : [sayIs(`the parameter ${name} of ${of}`, mood, `annotated as ${found.word('t')}`)];
    },
  ),
  form(
    '{p:parameter} {m:be} (annotated|typed|declared|annotated as|typed as|declared as|annotated with|of type) {t:type} {formerly} {u:type} {close}',
    found => {
      const { name, of } = found.parameter();
      return [`the type of ${name} of ${of} changed from ${found.word('u')} to ${found.word('t')}`];
    },
  ),
  // Defaults.
  form('{p:parameter} {m:default} {v:value} {end}', found =>
    defaultIs(found, found.parameter().name, found.parameter().of),
  ),
  form('(the)? (default|default value) (of|for) {p:parameter} {m:be} {v:value} {end}', found =>
    defaultIs(found, found.parameter().name, found.parameter().of),
  ),
  form('(the)? {x:parameterCode} default (value)? (of|in|on) {fn} {m:be} {v:value} {end}', found =>
    defaultIs(found, found.word('x'), found.word('fn')),
  ),
  form("{fn} 's {x:parameterCode} default (value)? {m:be} {v:value} {end}", found =>
    defaultIs(found, found.word('x'), found.word('fn')),
  ),
  form(
    '{fn} {m:have} {v:value} as (the|its)? (default|default value) (of|for) (the)? (parameter|argument)? {x:parameterCode} {end}',
    found => defaultIs(found, found.word('x'), found.word('fn')),
  ),
  form(
    `{fn} (:|,) (the)? (default|default value) (of|for) (the)? (parameter|argument)? {x:parameterCode} ${CHANGED} from {v:value} to {w:value}`,
    found => changed(found, found.word('x'), found.word('fn')),
  ),
  form(
    `{fn} (:|,) (the)? {x:parameterCode} (default|default value) ${CHANGED} from {v:value} to {w:value}`,
    found => changed(found, found.word('x'), found.word('fn')),
  ),
  form(
    `(the)? {x:parameterCode} (default|default value) (of|in|on) {fn} ${CHANGED} from {v:value} to {w:value}`,
    found => changed(found, found.word('x'), found.word('fn')),
  ),
  form(`{fn} 's {x:parameterCode} (default|default value) ${CHANGED} from {v:value} to {w:value}`, found =>
    changed(found, found.word('x'), found.word('fn')),
  ),
  form(
    `(the)? (default|default value) (of|for) {p:parameter} ${CHANGED} from {v:value} to {w:value}`,
    found => changed(found, found.parameter().name, found.parameter().of),
  ),
  form(
    `(the)? (default|default value) (of|for) (the)? (parameter|argument)? {x:parameterCode} (in|of|on) {fn} ${CHANGED} from {v:value} to {w:value}`,
    found => changed(found, found.word('x'), found.word('fn')),
  ),
  form('{p:parameter} (has|have|still has|now has) no default (value)? {end}', found => [
    `the parameter ${found.parameter().name} of ${found.parameter().of} has no default`,
  ]),
  form('{p:parameter} {m:default} {w:value} {formerly} {v:value} {close}', found =>
    changed(found, found.parameter().name, found.parameter().of),
  ),
  form(
    '(the)? (default|default value) (of|for) {p:parameter} {m:be} {w:value} {formerly} {v:value} {close}',
    found => changed(found, found.parameter().name, found.parameter().of),
  ),
  // Order.
  form(
    '{fn} {m:take} {x:parameterCode} as (its|the|a) <nth>(first|second|third|fourth|fifth|last) (parameter|argument|positional argument|positional parameter) {withDefault}? {end}',
    found => {
      const [mood, of, x] = [found.mood(), found.word('fn'), nameOf(found, found.word('x'))];
      if (mood === undefined || mood === 'not' || mood === 'no longer') return undefined;
      return [
        sayIs(x, mood, `the ${found.word('nth')} parameter of ${of}`),
        ...about(found, of, { name: x, given: [], isCalled: true }),
      ];
    },
  ),
  form(
    '(the)? <nth>(first|second|third|fourth|fifth|last) (parameter|argument) of {fn} {m:be} (named|called)? {x:parameterCode} {end}',
    found => {
      const mood = found.mood();
      return mood === undefined || mood === 'not' || mood === 'no longer'
        ? undefined
        : [
            sayIs(
              nameOf(found, found.word('x')),
              mood,
              `the ${found.word('nth')} parameter of ${found.word('fn')}`,
            ),
          ];
    },
  ),
];

const changed = (found: Found, name: string, of: string): Sentences => [
  `the default of ${name} in ${of} changed from ${found.word('v')} to ${found.word('w')}`,
];
