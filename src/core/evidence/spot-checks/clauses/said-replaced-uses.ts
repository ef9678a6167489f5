import { BUILTIN_NAMES } from '../../../python/trace/builtin-names.ts';
import { type Found, form, type Sentences, sayOfEach } from './form.ts';
import { say } from './moods.ts';
import { unsure } from './said.ts';

const isFile = (found: Found, word: string): boolean => /\.py$|\/$/.test(found.text(word));
const INSTEAD = '(instead of|rather than|in place of|and no longer|, no longer|and not|, not)';
const NOBODY = '(nothing|nobody|no one|no code)';

/** One thing is called in place of another: before as well, where that is not said. */
function callsInstead(found: Found): Sentences | undefined {
  const [mood, of] = [found.mood(), found.word('thing')];
  const [g, h] = [found.word('g'), found.word('h')];
  if (mood === 'now' || (mood === 'plain' && /longer/.test(found.word('how'))))
    return [`${of} now calls ${g}`, `${of} no longer calls ${h}`];
  return mood === 'plain' || mood === 'still'
    ? [say(of, mood, { third: `calls ${g}`, base: '' }), `${of} does not call ${h}`]
    : undefined;
}

const noCallers = (found: Found, isGone = found.hasEnd): Sentences => [
  `${found.word('name')} has no callers${isGone ? ' any more' : ''}`,
];
const notImported = (found: Found, isGone: boolean): Sentences => [
  `${found.word('x')} is ${isGone ? 'no longer' : 'not'} imported by any module`,
];

/** Of `from a instead of b`, where nothing tells, `b` may be the name that was imported before. */
function importedInstead(found: Found): Sentences | undefined {
  const [file, mood] = [found.word('file'), found.mood()];
  const [a, b, how] = [found.word('a'), found.word('b'), found.word('how')];
  if (mood !== 'plain' && mood !== 'now' && mood !== 'still') return undefined;
  const isModule = /from$/.test(how) || found.text(b).includes('.');
  const isChange = mood === 'now' || /no longer/.test(how);
  return found.words('anyNames').flatMap((x): Sentences => {
    const there = say(file, mood, { third: `imports ${x} from ${a}`, base: '' });
    if (!isModule)
      return [
        there,
        unsure(`${file} does not import ${x} from ${b}`),
        unsure(`${file} does not import ${b} from ${a}`),
        ...(isChange ? [unsure(`${file} no longer imports ${b} from ${a}`)] : []),
      ];
    return isChange
      ? [`${file} now imports ${x} from ${a}`, `${file} no longer imports ${x} from ${b}`]
      : [there, `${file} does not import ${x} from ${b}`];
  });
}

/** `is new and called from g`, with its parameters where they are written. */
function newAndCalled(found: Found): Sentences | undefined {
  const text = found.text(found.word('x'));
  const name = /^[A-Za-z_]\w*/.exec(text)?.[0];
  if (name === undefined || isFile(found, found.word('g'))) return undefined;
  const [sign, file] = [found.clause.add(name), found.word('file')];
  return [
    found.has('file') ? `${sign} was added to ${file}` : `${sign} was added`,
    ...(text === name
      ? []
      : [`${found.word('x')} ${found.has('file') ? `is defined in ${file}` : 'exists'}`]),
    `${found.word('g')} calls ${sign}`,
  ];
}

const FUNCTION = '(function|helper|method|helper function)';
const IN_BODY =
  '(locally|lazily|inside its body|inside the body|inside the function body|inside the function|in its body|in its own body|within the function|within the function body|at call time|locally , inside the function body|locally , inside its body|locally inside the function|lazily inside the function)';

const localImport = (found: Found): Sentences | undefined =>
  isFile(found, found.word('fn'))
    ? undefined
    : [`${found.word('fn')} has the local import ${found.word('x')}`];

/** Of what is called and imported in place of something else, or not at all. */
export const SAID_OF_REPLACED_USES = [
  form(`{thing} {m:callOrUse} {g:name} <how>${INSTEAD} (calling)? {h:name}`, callsInstead),
  form(
    '{thing} {m:callOrUse} {h:name} (;|,)? (and|but)? (it)? (now)? (calls|uses|invokes) {g:name} (instead|now)?',
    found =>
      found.mood() === 'no longer'
        ? [
            `${found.word('thing')} no longer calls ${found.word('h')}`,
            `${found.word('thing')} calls ${found.word('g')}`,
          ]
        : undefined,
  ),
  form(
    '{name} is (called|invoked|used) (by|in|from) exactly <n>(two|three|four|five) (places|functions|methods|callers) (:|,)? (namely)? {names}',
    found => [
      `${found.word('name')} has exactly ${found.word('n')} callers, ${found
        .words('names')
        .join(', ')
        .replace(/, ([^,]*)$/, ' and $1')}`,
    ],
  ),
  form(
    '{name} is (not|never) called (by anything|by anyone|by any code|by any other code|from anything|from any code)? (anywhere)? {end}',
    found => noCallers(found),
  ),
  form(`${NOBODY} (anywhere)? (still)? calls {name} (anywhere)? {end}`, found => noCallers(found)),
  form('{name} is no longer called (by anything|by anyone|by any code|from any code)? (anywhere)?', found =>
    noCallers(found, true),
  ),
  form(
    '(there are|there is)? (no|no more|no remaining) (callers|caller) of {name} (are|remain|exist)? (left|remaining)? (anywhere)? {end}',
    found => noCallers(found),
  ),
  form('{thing} {m:pass} {x:code} to (the)? {y:anyName}', found => {
    const [mood, to] = [found.mood(), found.word('y')];
    return mood === undefined || mood === 'no longer' || mood === 'not' || !BUILTIN_NAMES.has(found.text(to))
      ? undefined
      : [say(found.word('thing'), mood, { third: `passes ${found.word('x')} to ${to}`, base: '' })];
  }),
  form('{x:code} is new (in)? {file}? and (it)? (is)? called (from|by|in) {g:thing}', newAndCalled),
  form(
    `{x:code} is a new ${FUNCTION} (in)? {file}? (,)? (and is|and|which is|that is)? (called|used|invoked) (from|by|in) {g:thing}`,
    newAndCalled,
  ),
  form(
    `(a|the)? new ${FUNCTION} {x:code} (in)? {file}? is (called|used|invoked) (from|by|in) {g:thing}`,
    newAndCalled,
  ),
  // Imports.
  form('{file} {m:import} {x:name} {formerly} {y:name} {close} (,)? from {a:file}', found =>
    found.mood() === 'plain' || found.mood() === 'now'
      ? [
          `${found.word('file')} now imports ${found.word('x')} from ${found.word('a')}`,
          `${found.word('file')} no longer imports ${found.word('y')} from ${found.word('a')}`,
        ]
      : undefined,
  ),
  form(
    '{file} {m:import} {anyNames} from {a:anyModule} <how>(instead of|rather than|and no longer|and not|, instead of|, rather than|, and no longer|, and not|instead of from|rather than from|and no longer from|and not from|, instead of from|, rather than from|, and no longer from|, not from) {b:anyModule}',
    importedInstead,
  ),
  form('{file} {m:import} {x:anyName} from {a:file} {end}', found => {
    const what = `${found.word('x')} from ${found.word('a')}`;
    return sayOfEach(found, found.word('file'), { third: 'imports', base: 'import' }, [what]);
  }),
  form(`{fn} imports {x:anyName} ${IN_BODY}`, localImport),
  form(
    '{x:anyName} is imported (locally|lazily)? (inside|within) (the function|the method|the body of)? {fn}',
    localImport,
  ),
  form(
    '{x:anyName} is <not>(no longer|not|never) imported (by any module|by any file|by any other module|by any other file|anywhere) (anywhere)? {end}',
    found => notImported(found, found.word('not') === 'no longer' || found.hasEnd),
  ),
  form('(no module|no file|nothing) (anywhere)? (still)? imports {x:anyName} (anywhere)? {end}', found =>
    notImported(found, found.hasEnd),
  ),
  // Exports.
  form(
    '{names} {m:be} (re-exported|reexported|exported|exposed) (from|by|in) (the)? {a:anyModule} (top-level|public)? (package|namespace)? {end}',
    found => {
      const [mood, from] = [found.mood(), found.word('a')];
      return mood === undefined || /^__init__|__all__$/.test(found.text(from))
        ? undefined
        : found
            .words('names')
            .map(each =>
              mood === 'before'
                ? `${each} is exported from ${from} before the change`
                : `${each} is ${mood === 'plain' ? '' : `${mood} `}exported from ${from}`,
            );
    },
  ),
  form(
    '{name} is not (re-exported|exported) (from|by|in) (the)? {a:file} (namespace|package)? (,)? (only|but only|just) (from|by|in) (the)? {b:file} (namespace|package)?',
    found => [
      `${found.word('name')} is not exported from ${found.word('a')}`,
      `${found.word('name')} is exported from ${found.word('b')}`,
    ],
  ),
  // `pkg.__all__`
  form(
    '{names} {m:be} (listed|included|named|mentioned|present|part|exported|contained|missing)? (in|from|of|by|through) {all:code} {end}',
    found => listed(found),
  ),
  form('{names} {m:appear} in {all:code} {end}', found => listed(found)),
  form('{all:code} {m:list} {names} {end}', found => listed(found)),
  form('{names} (was|were) <deed>(added to|removed from|dropped from|deleted from) {all:code}', found => {
    const module = moduleOf(found);
    const deed = found.word('deed') === 'added to' ? 'added to' : 'removed from';
    return module === undefined
      ? undefined
      : found.words('names').map(each => `${each} was ${deed} ${module}`);
  }),
];

function moduleOf(found: Found): string | undefined {
  const module = /^([\w.]+)\.__all__$/.exec(found.text(found.word('all')))?.[1];
  return module && `${found.clause.add('__all__')} of ${found.clause.add(module)}`;
}

function listed(found: Found): Sentences | undefined {
  const [module, mood] = [moduleOf(found), found.mood()];
  const isMissing = found.clause.words.includes('missing');
  if (module === undefined || mood === undefined || (isMissing && mood !== 'plain')) return undefined;
  const is = isMissing ? 'not ' : mood === 'plain' || mood === 'before' ? '' : `${mood} `;
  return found
    .words('names')
    .map(each => `${each} is ${is}listed in ${module}${mood === 'before' ? ' before the change' : ''}`);
}
