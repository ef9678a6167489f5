import { type Found, form, type Sentences } from './form.ts';
import { say, sayIs } from './moods.ts';

const TOP = '(at the top|at its top|at module level|at the top of the file|at the top of the module)';

function imports(found: Found, file: string): Sentences | undefined {
  const mood = found.mood();
  if (mood === undefined || !/\.py$|\//.test(found.text(file))) return undefined;
  const from = found.has('from') ? ` from ${found.word('from')}` : '';
  return found
    .words('names')
    .map(each => say(file, mood, { third: `imports ${each}${from}`, base: `import ${each}${from}` }));
}

/** `import re`, `from a import b, c`, as it is written. */
function written(found: Found, verb: string): Sentences | undefined {
  const file = found.word('file');
  if (!/\.py$/.test(found.text(file))) return undefined;
  const text = found.text(found.word('i'));
  const [, from, names = ''] = /^(?:from ([\w.]+) )?import ([\w., ]+)$/.exec(text) ?? [];
  const all = names.split(', ').filter(each => each !== '');
  if (all.length === 0 || all.some(each => !/^[\w.]+$/.test(each))) return undefined;
  const still = /^(?:keeps|still) ?/.test(verb) ? 'still ' : '';
  return all.map(each => {
    const source = from === undefined ? '' : ` from ${found.clause.add(from)}`;
    return `${file} ${still}${verb} ${found.clause.add(each)}${source}`;
  });
}

/** So many calls in one file. */
const counted = (found: Found): Sentences | undefined => {
  const mood = found.mood();
  return mood === 'plain' || mood === 'now' || mood === 'still'
    ? [sayIs(found.word('thing'), mood, `called ${times(found.word('n'))} in ${found.word('file')}`)]
    : undefined;
};

const times = (word: string): string =>
  word === 'once' || word === 'twice'
    ? word
    : /^(?:one|a single)$/.test(word)
      ? 'once'
      : word === 'two'
        ? 'twice'
        : `${word} times`;

/** Of imports, calls and what functions do. */
export const SAID_OF_USES = [
  form(`{file} {m:import} (both)? {names} ${TOP}? {end}`, found => imports(found, found.word('file'))),
  form('{file} {m:import} {orNames} {end}', found => {
    const mood = found.mood();
    return mood === 'not' || mood === 'no longer'
      ? found
          .words('orNames')
          .map(each => say(found.word('file'), mood, { third: `imports ${each}`, base: `import ${each}` }))
      : undefined;
  }),
  form(`{file} {m:import} {names} from {from:file} ${TOP}? {end}`, found =>
    imports(found, found.word('file')),
  ),
  form('{names} {m:be} (both|all)? imported (by|in|into|at the top of|inside) {file} {end}', found =>
    imports(found, found.word('file')),
  ),
  form(
    '{names} {m:be} (both|all)? imported (by|in|into|at the top of) {file} from {from:file} {end}',
    found => imports(found, found.word('file')),
  ),
  form(
    '{names} {m:be} (both|all)? imported from {from:file} (by|in|into|at the top of) {file} {end}',
    found => imports(found, found.word('file')),
  ),
  form('{file} {m:import} {a:name} (instead of|rather than|in place of) {b:name} from {from:file}', found => {
    const [file, from] = [found.word('file'), found.word('from')];
    const mood = found.mood();
    return mood === 'now'
      ? [
          `${file} now imports ${found.word('a')} from ${from}`,
          `${file} no longer imports ${found.word('b')} from ${from}`,
        ]
      : undefined;
  }),
  form(
    `{file} (has|contains|keeps|still has|still contains|now has|now contains|uses|does|still does) (its|the|a)? {i:importCode} (line|statement|import)? ${TOP}? {end}`,
    found => written(found, 'imports'),
  ),
  form(
    `{file} (dropped|drops|lost|loses|no longer has|no longer contains|has dropped|has lost|removed) (its|the)? {i:importCode} (line|statement|import)? {end}`,
    found => written(found, 'no longer imports'),
  ),
  form(
    `{file} (gained|gains|got|gets|added|adds) (a|an|the)? (new)? {i:importCode} (line|statement|import)? ${TOP}? {end}`,
    found => written(found, 'now imports'),
  ),
  form('{i:importCode} {removed} from (the top of)? {file}', found => written(found, 'no longer imports')),
  form('{i:importCode} {added} (to|at) (the top of)? {file}', found => written(found, 'now imports')),
  form(
    '{file} (dropped|drops|lost|loses|has dropped|has lost|no longer has) (its|the) (import|imports) of {names}',
    found => found.words('names').map(each => `${found.word('file')} no longer imports ${each}`),
  ),
  form(
    '{file} (dropped|drops|lost|loses|has dropped|has lost|no longer has) (its|the) {names} (import|imports)',
    found => found.words('names').map(each => `${found.word('file')} no longer imports ${each}`),
  ),
  // Calls.
  form('{thing} {m:call} {things} {end}', found => {
    const mood = found.mood();
    return mood === undefined
      ? undefined
      : found
          .words('things')
          .map(each => say(found.word('thing'), mood, { third: `calls ${each}`, base: `call ${each}` }));
  }),
  form('{thing} {m:be} called (by|from|in|inside|within) {things} {end}', found => {
    const mood = found.mood();
    return mood === undefined
      ? undefined
      : found
          .words('things')
          .map(each =>
            say(each, mood, { third: `calls ${found.word('thing')}`, base: `call ${found.word('thing')}` }),
          );
  }),
  form(
    '{thing} {m:be} (called|used|invoked) (only|solely|exclusively|just) (by|from|in|inside|within) {names} {end}',
    found => only(found),
  ),
  form(
    '{thing} {m:be} (only|solely|exclusively) (called|used|invoked) (by|from|in|inside|within) {names} {end}',
    found => only(found),
  ),
  form('(the)? (only|sole) (caller|call site) (of|for) {thing} {m:be} {names} {end}', found => only(found)),
  form(
    '{thing} {m:be} called <n>(once|twice|three|four|five|six|seven) (times)? (in|within|inside) {file} {end}',
    counted,
  ),
  form(
    '{thing} {m:be} called (at|in|from) <n>(one|two|three|four|five|six|seven|a single) (place|places|spots|call site|call sites) (in|within|inside|, all in|, both in|, all of them in|, both of them in) {file} {end}',
    counted,
  ),
  form(
    '<n>(one|two|three|four|five|six|seven|a single) (call site|call sites|calls|call) (of|to) {thing} (exist|exists|remain|remains|are|is) (left)? in {file} {end}',
    counted,
  ),
  form(
    '(there are|there is|there are now|there is now) (exactly|only)? <n>(one|two|three|four|five|six|seven|a single) (call site|call sites|calls|call) (of|to) {thing} (in|, all in|, both in|, all of them in|, both of them in) {file} {end}',
    counted,
  ),
  form(
    '{thing} {m:have} <n>(one|two|three|four|five|six|seven|a single) (caller|callers|call site|call sites) (in|, all in|, both in|, all of them in|, both of them in) {file} {end}',
    counted,
  ),
  form(
    '{thing} {m:have} (no|no more|no remaining) (callers|caller|call sites|calls|usages|uses|references) (left|remaining)? (in the package|inside the package|anywhere|in the code base|in the codebase|any more)? {end}',
    found => (found.mood() === 'plain' ? [`${found.word('thing')} has no callers`] : undefined),
  ),
  form(
    '{thing} {m:have} (a single|one|exactly one|only one|just one) (caller|call site) (anywhere)? (,|:|, namely)? (in|inside|within)? {names} {end}',
    found => only(found),
  ),
  form(
    '(no|no more|no remaining) (call|calls) (of|to) {thing} (remain|remains|is left|are left|exist|exists) (anywhere)?',
    found => [`${found.word('thing')} has no callers`],
  ),
  // Exceptions.
  form('{thing} {m:raise} (a|an|the)? {e:name} {end}', found => {
    const mood = found.mood();
    return mood === undefined
      ? undefined
      : [
          say(found.word('thing'), mood, {
            third: `raises ${found.word('e')}`,
            base: `raise ${found.word('e')}`,
          }),
        ];
  }),
  form('(a|an|the)? {e:name} {m:be} raised (by|in|from|inside) {thing} {end}', found => {
    const mood = found.mood();
    return mood === undefined
      ? undefined
      : [
          say(found.word('thing'), mood, {
            third: `raises ${found.word('e')}`,
            base: `raise ${found.word('e')}`,
          }),
        ];
  }),
  form('{thing} {m:catch} (a|an|the)? {e:name} {end}', found => {
    const mood = found.mood();
    return mood === undefined
      ? undefined
      : [
          say(found.word('thing'), mood, {
            third: `catches ${found.word('e')}`,
            base: `catch ${found.word('e')}`,
          }),
        ];
  }),
  // Docstrings.
  form('(the)? docstring (of|for) {thing} {m:mention} {v:code} {end}', found => mentions(found)),
  form("{thing} 's docstring {m:mention} {v:code} {end}", found => mentions(found)),
  form('{v:code} {m:be} mentioned in (the)? docstring of {thing} {end}', found => {
    const mood = found.mood();
    const of = `the docstring of ${found.word('thing')}`;
    return mood === undefined
      ? undefined
      : [say(of, mood, { third: `mentions ${found.word('v')}`, base: `mention ${found.word('v')}` })];
  }),
];

function mentions(found: Found): Sentences | undefined {
  const mood = found.mood();
  const of = `the docstring of ${found.word('thing')}`;
  return mood === undefined
    ? undefined
    : [say(of, mood, { third: `mentions ${found.word('v')}`, base: `mention ${found.word('v')}` })];
}

function only(found: Found): Sentences | undefined {
  const mood = found.mood();
  const [one, ...more] = found.words('names');
  if (one === undefined || more.length > 0 || (mood !== 'plain' && mood !== 'now' && mood !== 'still'))
    return undefined;
  return [
    sayIs(found.word('thing'), mood, `called only ${/\.py$/.test(found.text(one)) ? 'in' : 'by'} ${one}`),
  ];
}
