import { type Found, form, type Sentences, sayOfEach } from './form.ts';
import { sayIs } from './moods.ts';

const TOP = '(at the top|at its top|at module level|at the top of the file|at the top of the module)';

const IMPORT = { third: 'imports', base: 'import' };
const CALL = { third: 'calls', base: 'call' };
const RAISE = { third: 'raises', base: 'raise' };
const CATCH = { third: 'catches', base: 'catch' };
const MENTION = { third: 'mentions', base: 'mention' };

function imports(found: Found): Sentences | undefined {
  const file = found.word('file');
  if (!/\.py$|\//.test(found.text(file))) return undefined;
  const from = found.has('from') ? ` from ${found.word('from')}` : '';
  return sayOfEach(
    found,
    file,
    IMPORT,
    found.words('names').map(each => `${each}${from}`),
  );
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
  form(`{file} {m:import} (both)? {names} ${TOP}? {end}`, imports),
  form('{file} {m:import} {orNames} {end}', found => {
    const mood = found.mood();
    return mood === 'not' || mood === 'no longer'
      ? sayOfEach(found, found.word('file'), IMPORT, found.words('orNames'))
      : undefined;
  }),
  form(`{file} {m:import} {names} from {from:file} ${TOP}? {end}`, imports),
  form('{names} {m:be} (both|all)? imported (by|in|into|at the top of|inside) {file} {end}', imports),
  form(
    '{names} {m:be} (both|all)? imported (by|in|into|at the top of) {file} from {from:file} {end}',
    imports,
  ),
  form(
    '{names} {m:be} (both|all)? imported from {from:file} (by|in|into|at the top of) {file} {end}',
    imports,
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
  form('{thing} {m:call} {things} {end}', found =>
    sayOfEach(found, found.word('thing'), CALL, found.words('things')),
  ),
  form('{thing} {m:be} called (by|from|in|inside|within) {things} {end}', found =>
    found.words('things').flatMap(each => sayOfEach(found, each, CALL, [found.word('thing')]) ?? []),
  ),
  form(
    '{thing} {m:be} (called|used|invoked) (only|solely|exclusively|just) (by|from|in|inside|within) {names} {end}',
    only,
  ),
  form(
    '{thing} {m:be} (only|solely|exclusively) (called|used|invoked) (by|from|in|inside|within) {names} {end}',
    only,
  ),
  form('(the)? (only|sole) (caller|call site) (of|for) {thing} {m:be} {names} {end}', only),
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
    only,
  ),
  form(
    '(no|no more|no remaining) (call|calls) (of|to) {thing} (remain|remains|is left|are left|exist|exists) (anywhere)?',
    found => [`${found.word('thing')} has no callers`],
  ),
  // Exceptions.
  form('{thing} {m:raise} (a|an|the)? {e:name} {end}', found => handles(found, RAISE)),
  form('(a|an|the)? {e:name} {m:be} raised (by|in|from|inside) {thing} {end}', found =>
    handles(found, RAISE),
  ),
  form('{thing} {m:catch} (a|an|the)? {e:name} {end}', found => handles(found, CATCH)),
  // Docstrings.
  form('(the)? docstring (of|for) {thing} {m:mention} {v:code} {end}', mentions),
  form("{thing} 's docstring {m:mention} {v:code} {end}", mentions),
  form('{v:code} {m:be} mentioned in (the)? docstring of {thing} {end}', mentions),
];

function handles(found: Found, verb: typeof RAISE): Sentences | undefined {
  return sayOfEach(found, found.word('thing'), verb, [found.word('e')]);
}

function mentions(found: Found): Sentences | undefined {
  return sayOfEach(found, `the docstring of ${found.word('thing')}`, MENTION, [found.word('v')]);
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
