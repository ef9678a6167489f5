import { isClassLike } from '../../code/dotted-names.ts';
import { isOwnerOfKeys } from '../phrases-keys.ts';
import { type Found, form, type Sentences, sayItIs } from './form.ts';
import type { Mood } from './moods.ts';
import { sayIs } from './moods.ts';

const DICT = '(dict|dictionary|mapping)?';
const KEY =
  '(key|setting|option|entry|item|config value|config key|configuration key|configuration value|default value)';
const NAMED = '(named|called|for)?';
const GIVEN = '{given}? (by default)?';

const keyOf = (found: Found): string => found.word('k');

/** Nothing where a key of something may be meant that has none. */
function there(found: Found, mood: Mood | undefined): Sentences | undefined {
  if (mood === undefined) return undefined;
  const [key, owner, value] = [keyOf(found), found.word('thing'), found.word('given') || found.word('v')];
  const isGone = mood === 'no longer' || mood === 'not';
  if (value !== '') return isGone ? undefined : [sayIs(`the key ${key} of ${owner}`, mood, value)];
  if (mood === 'not') return [`${owner} has no key ${key}`];
  if (mood === 'no longer') return [`${owner} no longer has the key ${key}`];
  return [
    mood === 'before'
      ? `${owner} has the key ${key} before the change`
      : `${owner} ${mood === 'plain' ? '' : `${mood} `}has the key ${key}`,
  ];
}

const came = (found: Found): Sentences => [
  `${found.word('thing')} gained the key ${keyOf(found)}`,
  ...(found.has('given')
    ? [`the key ${keyOf(found)} of ${found.word('thing')} is ${found.word('given')}`]
    : []),
];
const went = (found: Found): Sentences => [`${found.word('thing')} no longer has the key ${keyOf(found)}`];

/** A key in capitals or quotes, of a mapping that its name tells from a function and a module. */
function isKey(found: Found): boolean {
  const [key, owner] = [found.clause.code(keyOf(found)), found.text(found.name('thing'))];
  return (
    isOwnerOfKeys(owner) && (/^["']$/.test(key?.quote ?? '') || /^[A-Z][A-Z\d_]+$/.test(key?.text ?? ''))
  );
}

const changed = (found: Found, key: string, owner: string): Sentences => {
  const { from, to } = found.change('c');
  return [
    `the key ${key} of ${owner} is ${from} before the change`,
    `the key ${key} of ${owner} is now ${to}`,
  ];
};

/** `Box.settings["x"]` */
function atIndex(found: Found): readonly [key: string, owner: string] | undefined {
  const [, owner, , key] =
    /^([A-Za-z_][\w.]*)\[(["'])([^"'\]]+)\2\]$/.exec(found.text(found.word('i'))) ?? [];
  return owner === undefined || key === undefined
    ? undefined
    : [found.clause.add(key, '"'), found.clause.add(owner)];
}

const isNew = (found: Found): boolean => found.has('new');
const hasKey = (found: Found): Sentences | undefined =>
  isNew(found)
    ? found.mood() === 'plain' || found.mood() === 'now'
      ? came(found)
      : undefined
    : there(found, found.mood());

/** Of keys, and of what properties can do. */
export const SAID_OF_KEYS = [
  ...[`${KEY} ${NAMED} {k:code}`, `{k:code} ${KEY}`].flatMap(key => [
    form(`{thing} ${DICT} {m:contain} (a|an|the|its)? <new>(new)? ${key} ${GIVEN} {end}`, hasKey),
    form(`{thing} ${DICT} (gained|got|adds|added|received) (a|an|the)? (new)? ${key} ${GIVEN}`, came),
    form(`{thing} ${DICT} {m:have} no ${key}`, found =>
      found.mood() === 'plain' ? there(found, 'not') : undefined,
    ),
    form(`{thing} ${DICT} (lost|dropped|removed) (the|its)? ${key}`, went),
    form(`(the|a)? (new)? ${key} was (added to|introduced in) (the)? {thing} ${DICT} ${GIVEN}`, came),
    form(`(the)? ${key} was (removed|dropped|deleted) from (the)? {thing} ${DICT}`, went),
    form(`(the)? ${key} (in|of) (the)? {thing} ${DICT} (defaults to|equals) {v:literal}`, found =>
      there(found, 'plain'),
    ),
    form(`(the)? ${key} (in|of) (the)? {thing} ${DICT} {m:be} (set to)? {v:literal} {end}`, found =>
      there(found, found.mood()),
    ),
  ]),
  form(
    `{k:code} (is|was|was added as) (a|an|the)? new ${KEY} (of|in|to|for|on) (the)? {thing} ${DICT} ${GIVEN}`,
    came,
  ),
  form(`{k:code} was added to (the)? {thing} ${DICT} {given} (by default)?`, found =>
    isKey(found) ? came(found) : undefined,
  ),
  form(`{k:code} {m:be} (a|an|the) ${KEY} (of|in|for|on) (the)? {thing} ${DICT} ${GIVEN} {end}`, found =>
    there(found, found.mood()),
  ),
  form(`(the)? (value|default value) (of|for) {k:code} (in|of) {thing} {m:be} {v:literal} {end}`, found =>
    isKey(found) ? there(found, found.mood()) : undefined,
  ),
  form('(in)? {thing} (:|,)? {k:code} (:|=|equals) {v:literal}', found =>
    isKey(found) ? there(found, 'plain') : undefined,
  ),
  form('(in)? {thing} (:|,) {k:code} {m:be} (set to)? {v:literal} {end}', found =>
    isKey(found) ? there(found, found.mood()) : undefined,
  ),
  form('{thing} {m:maps} (the|the key)? {k:code} to {v:value}', found =>
    isKey(found) ? there(found, found.mood()) : undefined,
  ),
  form('{i:code} {m:be} (set to)? {v:value} {end}', found => {
    const at = atIndex(found);
    return at && sayItIs(found, `the key ${at[0]} of ${at[1]}`, found.word('v'));
  }),
  form('{i:code} {c:literalChange}', found => {
    const at = atIndex(found);
    return at && changed(found, ...at);
  }),
  form(`(the)? (key|setting|option)? {k:code} (in|of) {thing} {c:literalChange}`, found =>
    isKey(found) ? changed(found, keyOf(found), found.word('thing')) : undefined,
  ),
];

const READ_ONLY = '(read-only|readonly|getter-only)';
const SETTABLE = '(settable|writable|writeable|read-write)';
const PROPERTY = '(property|attribute)';

const property = (found: Found, hasSetter: boolean): Sentences | undefined => {
  const [mood, thing] = [found.mood(), found.word('thing')];
  if (mood !== 'plain' && mood !== 'now') return undefined;
  return [
    sayIs(thing, mood, 'a property'),
    hasSetter ? `${thing} has a setter` : `${thing} has no setter`,
    ...(found.has('t') ? [`${thing} is annotated to return ${found.word('t')}`] : []),
  ];
};

/** Of what properties can do. */
export const SAID_OF_PROPERTIES = [
  form('{thing} {m:be} (read-only|readonly|not settable)', found => {
    const mood = found.mood();
    return mood === 'plain' && isCalledProperty(found)
      ? [`${found.word('thing')} is a property`, `${found.word('thing')} has no setter`]
      : undefined;
  }),
  form(
    `{thing} {m:be} (a|an) ${READ_ONLY} ${PROPERTY} (without a setter)? (,)? (returning|that returns|annotated to return)? {t:type}?`,
    found => property(found, false),
  ),
  form('{thing} {m:be} a property (without|with no) (a)? setter', found => property(found, false)),
  form(`{thing} {m:be} (a|an) ${SETTABLE} property`, found => property(found, true)),
  form('{thing} {m:be} a property with (a|an|both a|its own)? (getter and a|getter and)? setter', found =>
    property(found, true),
  ),
  ...['{x:name} property', 'property {x:name}'].flatMap(named => [
    form(`{c:name} {m:have} a ${READ_ONLY} ${named}`, found => memberProperty(found, false)),
    form(`{c:name} {m:have} a ${named} (,)? (without|with no) (a)? setter`, found =>
      memberProperty(found, false),
    ),
    form(
      `{c:name} {m:have} a ${named} (,)? (with a|that has a|which has a|with a getter and a|with a getter and) setter`,
      found => memberProperty(found, true),
    ),
  ]),
  form(
    '{thing} {m:have} (a|an|its|both a getter and a|a getter and a)? <what>(setter|deleter) {end}',
    found => {
      const [mood, what] = [found.mood(), found.word('what')];
      const thing = found.word('thing');
      if (mood === undefined) return undefined;
      if (mood === 'no longer') return [`${thing} no longer has a ${what}`];
      if (mood === 'not') return [`${thing} has no ${what}`];
      return [
        mood === 'before'
          ? `${thing} has a ${what} before the change`
          : `${thing} ${mood === 'plain' ? '' : `${mood} `}has a ${what}`,
      ];
    },
  ),
  form('{thing} (gained|got) (a|its)? <what>(setter|deleter)', found => [
    `${found.word('thing')} gained a ${found.word('what')}`,
  ]),
  form('{thing} lost (a|its|the)? <what>(setter|deleter)', found => [
    `${found.word('thing')} no longer has a ${found.word('what')}`,
  ]),
  form('(the|a)? (new)? <what>(setter|deleter) (of|for) {thing} {added}', found => [
    `${found.word('thing')} gained a ${found.word('what')}`,
  ]),
  form('(the)? <what>(setter|deleter) (of|for) {thing} {removed}', found => [
    `${found.word('thing')} no longer has a ${found.word('what')}`,
  ]),
];

const isCalledProperty = (found: Found): boolean => found.clause.words.includes('property');

function memberProperty(found: Found, hasSetter: boolean): Sentences | undefined {
  const [mood, of, name] = [found.mood(), found.text(found.word('c')), found.text(found.word('x'))];
  if (!isClassLike(of) || !/^\w+$/.test(name) || (mood !== 'plain' && mood !== 'now')) return undefined;
  const sign = found.clause.add(`${of}.${name}`);
  return [sayIs(sign, mood, 'a property'), hasSetter ? `${sign} has a setter` : `${sign} has no setter`];
}
