import { isClassLike } from '../../code/dotted-names.ts';
import { type Found, form, type Sentences } from './form.ts';
import { say } from './moods.ts';
import { unsure } from './said.ts';

const BASE =
  '(base|base class|parent|parent class|superclass|direct base|direct base class|immediate base class)';
const BASES = '(base classes|parent classes|superclasses|bases|parents)';
const BEING =
  '(subclassing|being a subclass of|a subclass of|inheriting from|deriving from|extending|being derived from)?';

/** What it inherited from, it does no longer; what it does, it did not. */
const otherBase = (found: Found, from: string, to: string): Sentences => [
  `${found.word('thing')} no longer inherits from ${from}`,
  `${found.word('thing')} now inherits from ${to}`,
];
function changed(found: Found): Sentences {
  const { from, to } = found.change('c');
  return otherBase(found, from, to);
}

/** All that there are: the time is said of each of them. */
function allBases(found: Found): Sentences | undefined {
  const [mood, thing, names] = [found.mood(), found.word('thing'), found.words('names')];
  if (mood === undefined || mood === 'not' || mood === 'no longer') return undefined;
  const all = names.join(' and ');
  return mood === 'still' && names.length === 1
    ? [
        `the only base of ${thing} is ${all}`,
        `the only base of ${thing} is ${all} before the change`,
        `${thing} still inherits from ${all}`,
      ]
    : [say(thing, mood, { third: `only inherits from ${all}`, base: '' })];
}

const none = (found: Found): Sentences | undefined => {
  const mood = found.mood();
  return mood === 'plain'
    ? [`${found.word('thing')} has no bases`]
    : mood === 'no longer'
      ? [`${found.word('thing')} has no bases any more`]
      : undefined;
};

/** Of what classes inherit from, now and before. */
export const SAID_OF_BASES = [
  form(`{thing} ('s|:|: the|: its) ${BASE} {c:baseChange}`, changed),
  form(`(the)? ${BASE} (of|for) {thing} {c:baseChange}`, changed),
  form(`{thing} (went|changed|switched|moved) from ${BEING} {a:name} to ${BEING} {b:name}`, found =>
    otherBase(found, found.word('a'), found.word('b')),
  ),
  form('{thing} {c:inheritsOther}', changed),
  form(
    '{thing} {m:inherit} {b:name} (;|,)? (and|but)? (no longer from|no longer of|, where it used to derive from|, where it used to inherit from|where it used to derive from|where it used to inherit from|, where it derived from|, where it inherited from) {a:name}',
    found => (isPresent(found) ? otherBase(found, found.word('a'), found.word('b')) : undefined),
  ),
  form(
    '{thing} {m:inherit} {b:name} (, not|and not|, and not|not|, not from|and not from) {a:name}',
    found =>
      isPresent(found)
        ? [
            say(found.word('thing'), found.mood() ?? 'plain', {
              third: `inherits from ${found.word('b')}`,
              base: '',
            }),
            `${found.word('thing')} does not inherit from ${found.word('a')}`,
          ]
        : undefined,
  ),
  form(
    '{thing} {m:inherit} {a:name} (;|,)? (but|and)? (it)? (now)? {behind:fromName} (now|instead)?',
    found =>
      found.mood() === 'no longer' ? otherBase(found, found.word('a'), found.word('behind')) : undefined,
  ),
  form(`{thing} 's (only|sole|single) ${BASE} {m:be} {names} {end}`, allBases),
  form(`(the)? (only|sole|single) ${BASE} of {thing} {m:be} {names} {end}`, allBases),
  form(`{thing} ('s|:|: its) ${BASES} {m:be} {names} {end}`, allBases),
  form(`(the)? ${BASES} of {thing} {m:be} {names} {end}`, allBases),
  form(
    '{thing} {m:have} (no|not any) (explicit)? (base|base class|base classes|bases|parent class|parent|superclass) (at all)? <more>(any more)?',
    found =>
      found.mood() !== 'plain'
        ? undefined
        : [`${found.word('thing')} has no bases${found.has('more') ? ' any more' : ''}`],
  ),
  form(
    '{thing} {m:have} (a|any|an)? (explicit)? (base|base class|base classes|bases|parent class|superclass)',
    found => (found.mood() === 'no longer' ? none(found) : undefined),
  ),
  form(
    '{thing} (lost|has lost|dropped) (its|the) (base|base class|base classes|bases|parent class|superclass)',
    found => [`${found.word('thing')} has no bases any more`],
  ),
  form(`{thing} {m:have} (the|a|an) ${BASE} {names} {end}`, found => {
    const mood = found.mood();
    return mood === undefined || mood === 'not' || mood === 'no longer'
      ? undefined
      : found
          .words('names')
          .map(each => say(found.word('thing'), mood, { third: `inherits from ${each}`, base: '' }));
  }),
  // By another syntax a class may be generic without such a base.
  form('{thing} {m:be} generic {end}', found => {
    const [thing, mood] = [found.word('thing'), found.mood()];
    return mood === undefined || mood === 'not' || !isClassLike(found.text(found.name('thing')))
      ? undefined
      : [unsure(say(thing, mood, { third: `inherits from ${found.clause.add('Generic')}`, base: '' }))];
  }),
];

const isPresent = (found: Found): boolean => found.mood() === 'plain' || found.mood() === 'now';
