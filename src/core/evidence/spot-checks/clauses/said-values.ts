import { type Found, form, type Sentences } from './form.ts';
import { say, sayIs } from './moods.ts';

const CHANGED =
  '(changed|was changed|went|switched|moved|was raised|was lowered|was bumped|was increased|was reduced|was decreased|goes|has changed|has been changed|rose|dropped|was switched)';
const WHAT = '(key|entry|item|string|element|value|name|keys|entries|names|strings)';

/** Of values, and of what they hold. */
export const SAID_OF_VALUES = [
  form(
    '{thing} {m:be} (set to|equal to|assigned|defined as|given the value|bound to|assigned to|set :) {v:value} {end}',
    found => is(found),
  ),
  form('{thing} {m:have} (the|a)? (value|value of) {v:value} {end}', found => is(found)),
  form('(the)? value (of)? {thing} {m:be} {v:value} {end}', found => is(found)),
  form("{thing} 's value {m:be} {v:value} {end}", found => is(found)),
  form(`(the)? (value of)? {thing} ${CHANGED} from {v:value} to {w:value}`, found => [
    `${found.word('thing')} changed from ${found.word('v')} to ${found.word('w')}`,
  ]),
  form('{thing} {m:be} (set to)? {v:value} {formerly} {w:value} {close}', found => [
    `${found.word('thing')} changed from ${found.word('w')} to ${found.word('v')}`,
  ]),
  // `__all__` and what modules offer.
  form(
    "{names} {m:be} (both|all)? (listed|included|named|contained|present|part of|in) (in)? (the)? {file} 's {all:code} {end}",
    found => inAll(found, found.word('file')),
  ),
  form(
    '{names} {m:be} (both|all)? (listed|included|named|contained|present|part of|in) (in)? (the)? {all:code} (of|in) {file} {end}',
    found => inAll(found, found.word('file')),
  ),
  form(
    '(the)? {all:code} (of|in) {file} {m:contain} (the)? (name|names|entry|string)? {names} {end}',
    found => inAll(found, found.word('file')),
  ),
  form('{file} {m:contain} {names} in (its|the) {all:code} {end}', found => inAll(found, found.word('file'))),
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
  form(`{thing} {m:contain} (a|an|the)? ${WHAT} {v:code} {end}`, found => {
    const mood = found.mood();
    const what = `the key ${found.word('v')}`;
    return mood === undefined
      ? undefined
      : [say(found.word('thing'), mood, { third: `contains ${what}`, base: `contain ${what}` })];
  }),
];

const is = (found: Found): Sentences | undefined => {
  const mood = found.mood();
  return mood === undefined ? undefined : [sayIs(found.word('thing'), mood, found.word('v'))];
};

function inAll(found: Found, file: string): Sentences | undefined {
  const mood = found.mood();
  if (mood === undefined || found.text(found.word('all')) !== '__all__') return undefined;
  return found.words('names').map(each => {
    const of = `the ${found.word('all')} of ${file}`;
    return say(of, mood, { third: `contains ${each}`, base: `contain ${each}` });
  });
}
