import { isOwnerOfKeys } from '../phrases-keys.ts';
import { type Found, form, RATHER_THAN, type Sentences, sayItIs, sayOfEach } from './form.ts';
import { sayIs } from './moods.ts';
import { assigned } from './things.ts';

const CONTAIN = { third: 'contains', base: 'contain' };
const WHAT = '(key|entry|item|string|element|value|name|keys|entries|names|strings)';

/** Of values, and of what they hold. */
export const SAID_OF_VALUES = [
  form(
    '{thing} {m:be} (set to|equal to|assigned|defined as|given the value|bound to|assigned to|set :) {v:value} {end}',
    is,
  ),
  form('{thing} {m:have} (the|a)? (value|value of) {v:value} {end}', is),
  form('(the)? value (of)? {thing} {m:be} {v:value} {end}', is),
  form("{thing} 's value {m:be} {v:value} {end}", is),
  form("(the)? (value of)? {thing} ('s value|value)? {c:literalChange}", found => {
    const { from, to } = found.change('c');
    return isOfKey(found) ? undefined : [`${found.word('thing')} changed from ${from} to ${to}`];
  }),
  form('{thing} {m:be} {v:literal} {end}', is),
  form(`{thing} {m:be} (set to)? {v:literal} ${RATHER_THAN} {w:literal}`, found =>
    found.mood() === 'not' || found.mood() === 'no longer' ? undefined : is(found),
  ),
  form('{thing} (was set to|was changed to|switched to) {v:literal}', found => [
    `${found.word('thing')} was changed to ${found.word('v')}`,
  ]),
  form(
    '{thing} (was renamed to|became|is now called) {y:name} and its value (was)? (changed|switched|went) to {v:literal}',
    found => [
      `${found.word('thing')} was renamed to ${found.word('y')}`,
      `${found.word('y')} is ${found.word('v')}`,
    ],
  ),
  form('{thing} {m:equal} {v:literal} {end}', is),
  form('{thing} (=|: =) {v:literal}', is),
  // Of a function nobody would say so.
  form('(the)? (default|default value|value) (of|for) {x:name} {m:be} {v:literal} {end}', found =>
    /(?:^|\.)_*[A-Z]\w*\.[a-z_]\w*$/.test(found.text(found.word('x')))
      ? sayItIs(found, found.word('x'), found.word('v'))
      : undefined,
  ),
  form('{file} {m:assign} {x:name} (,)? (now)? to {v:literal}', found => {
    const [file, mood] = [found.word('file'), found.mood()];
    return mood === undefined || mood === 'not' || mood === 'no longer' || !/\.py$/.test(found.text(file))
      ? undefined
      : [
          `${found.word('x')} is ${mood === 'still' ? 'still ' : ''}defined in ${file}`,
          `${found.word('x')} in ${file} is ${mood === 'now' ? 'now ' : ''}${found.word('v')}`,
        ];
  }),
  form(
    '(the)? <new>(new|current)? (package)? version (string|number)? (in|of)? {file}? {m:be} {v:code}',
    found => {
      const mood = found.word('new') === 'new' ? 'now' : found.mood();
      const name = `${found.clause.add('__version__')}${found.has('file') ? ` in ${found.word('file')}` : ''}`;
      return mood === undefined || !/^\d+\.\d/.test(found.text(found.word('v')))
        ? undefined
        : [sayIs(name, mood, found.word('v'))];
    },
  ),
  form(
    '(the)? {x:parameterCode} (assignment|definition|constant|line) (in|of|from) {file} {removed}',
    found => {
      const [name, given] = assigned(found.text(found.word('x')));
      if (name === undefined || given === undefined) return undefined;
      const at = found.clause.add(name);
      return [
        `${at} was removed from ${found.word('file')}`,
        `${at} in ${found.word('file')} is ${found.clause.add(given)} before the change`,
      ];
    },
  ),
  form(
    '{x:name} is a new (class attribute|class variable|attribute|constant|class constant|module-level constant|module constant|variable) (in|of)? {file}? (,)? (initialised to|initialized to|set to|with value|with the value|with a value of|with the default|with a default of|with the default value|with the initial value|defaulting to|equal to) {v:literal}',
    found => {
      const at = found.has('file') ? ` in ${found.word('file')}` : '';
      return [
        found.has('file')
          ? `${found.word('x')} was added to ${found.word('file')}`
          : `${found.word('x')} was added`,
        `${found.word('x')}${at} is ${found.word('v')}`,
      ];
    },
  ),
  // `__all__` and what modules offer.
  form(
    "{names} {m:be} (both|all)? (listed|included|named|contained|present|part of|in) (in)? (the)? {file} 's {all:code} {end}",
    inAll,
  ),
  form(
    '{names} {m:be} (both|all)? (listed|included|named|contained|present|part of|in) (in)? (the)? {all:code} (of|in) {file} {end}',
    inAll,
  ),
  form('(the)? {all:code} (of|in) {file} {m:contain} (the)? (name|names|entry|string)? {names} {end}', inAll),
  form('{file} {m:contain} {names} in (its|the) {all:code} {end}', inAll),
  form(
    '{names} {m:be} (both|all)? (importable|available|exported|re-exported|accessible|reachable|exposed|importable directly|imported and re-exported) (from|by|in|via|through|at) (the)? (top-level)? (package)? {file} (package|module)? {end}',
    found => {
      const mood = found.mood();
      if (mood === undefined) return undefined;
      return found
        .words('names')
        .map(each =>
          mood === 'no longer' || mood === 'not'
            ? `${each} ${mood === 'not' ? 'cannot' : 'can no longer'} be imported from ${found.word('file')}`
            : mood === 'plain' || mood === 'still'
              ? `${each} can ${mood === 'still' ? 'still ' : ''}be imported from ${found.word('file')}`
              : mood === 'now'
                ? `${each} can now be imported from ${found.word('file')}`
                : `${each} can be imported from ${found.word('file')} before the change`,
        );
    },
  ),
  form('{names} can be imported from {a:file} (as well as|and|and from|and also) (from)? {b:file}', found =>
    found
      .words('names')
      .flatMap(each => [
        `${each} can be imported from ${found.word('a')}`,
        `${each} can be imported from ${found.word('b')}`,
      ]),
  ),
  form(`{thing} {m:contain} (a|an|the)? ${WHAT} {v:code} {end}`, found =>
    sayOfEach(found, found.word('thing'), CONTAIN, [`the key ${found.word('v')}`]),
  ),
];

/** `LIMIT in Box.settings` is a key. */
const isOfKey = (found: Found): boolean => {
  const [name = '', , place = ''] = found.word('thing').split(' ');
  return isOwnerOfKeys(found.text(place)) && /^[A-Z][A-Z\d_]+$/.test(found.text(name));
};

function is(found: Found): Sentences | undefined {
  return isOfKey(found) ? undefined : sayItIs(found, found.word('thing'), found.word('v'));
}

function inAll(found: Found): Sentences | undefined {
  const all = found.word('all');
  if (found.text(all) !== '__all__') return undefined;
  return sayOfEach(found, `the ${all} of ${found.word('file')}`, CONTAIN, found.words('names'));
}
