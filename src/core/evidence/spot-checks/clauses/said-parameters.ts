import { isClassLike } from '../../code/dotted-names.ts';
import { type Found, form, givenAs, type Sentences } from './form.ts';
import { say } from './moods.ts';
import type { OwnParameter } from './parameter-parts.ts';

/** The name alone, where its type and default stand behind it. */
export const nameOf = (found: Found, code: string): string => {
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

const isNew = (each: OwnParameter): boolean => each.given.includes('new');

function taken(found: Found): Sentences | undefined {
  const [of, mood, owned] = [found.word('fn'), found.mood(), found.owned()];
  if (mood === undefined || owned.length === 0) return undefined;
  const isFunction = !isClassLike(found.text(found.name('fn'))) || found.has('surely');
  if (owned.some(each => !each.isCalled) && !(isFunction && found.has('surely'))) return undefined;
  // What is called old, and is spoken of as it is, may be another one.
  if (mood !== 'no longer' && owned.some(each => each.given.includes('old'))) return undefined;
  return owned.flatMap(each => {
    if (isNew(each) && (mood === 'plain' || mood === 'now')) return added(found, of, each);
    if (mood === 'no longer') return [`the parameter ${nameOf(found, each.name)} was removed from ${of}`];
    const own = `the parameter ${each.name}`;
    return [say(of, mood, { third: `has ${own}`, base: `have ${own}` }), ...about(found, of, each)];
  });
}

const added = (found: Found, of: string, each: OwnParameter): readonly string[] => [
  `${of} gained a new parameter ${each.name}`,
  ...about(found, of, each),
];

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
          .map(each => `the parameter ${nameOf(found, each.name)} was removed from ${found.word('fn')}`)
      : undefined,
  ),
  form('{p:parameter} {removed}', found => [
    `the parameter ${found.parameter().name} was removed from ${found.parameter().of}`,
  ]),
  form('{p:parameter} (is|was|are) new', found => [
    `${found.parameter().of} gained a new parameter ${found.parameter().name}`,
  ]),
  form('{owns} {removed} from {fn}', found =>
    found.owned().every(each => each.isCalled)
      ? found
          .owned()
          .map(each => `the parameter ${nameOf(found, each.name)} was removed from ${found.word('fn')}`)
      : undefined,
  ),
  form('{owns} {added} to {fn} {withDefault}? {position}?', found =>
    found.owned().every(each => each.isCalled)
      ? found.owned().flatMap(each => added(found, found.word('fn'), each))
      : undefined,
  ),
  form('{fn} {m:have} {x:parameterCode} {formerly} {w:value} {close}', found => {
    const given = defaultIn(found, found.word('x'));
    const mood = found.mood();
    return given === undefined || (mood !== 'plain' && mood !== 'now')
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
];
