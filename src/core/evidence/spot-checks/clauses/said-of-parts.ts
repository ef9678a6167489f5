import { isClassLike } from '../../code/dotted-names.ts';
import { type Found, form, type Sentences } from './form.ts';
import type { SaidParameters } from './parameter-parts.ts';
import { unsure } from './said.ts';

/** Verbs as they are said of several, and of one. */
const OF_ONE: Readonly<Record<string, string>> = {
  are: 'is',
  were: 'was',
  have: 'has',
  take: 'takes',
  accept: 'accepts',
  require: 'requires',
  return: 'returns',
  raise: 'raises',
  call: 'calls',
  import: 'imports',
  subclass: 'subclasses',
  extend: 'extends',
  derive: 'derives',
  inherit: 'inherits',
  default: 'defaults',
  define: 'defines',
  exist: 'exists',
  live: 'lives',
  gained: 'gained',
  got: 'got',
  lost: 'lost',
  disappeared: 'disappeared',
  moved: 'moved',
  keep: 'keeps',
};
const VERB = `<verb>(${Object.keys(OF_ONE).join('|')})`;
const WHEN = '<when>(now|still|no longer)?';
/** That not both are so is something else. */
const TOGETHER =
  /\b(?:not|never|neither|each other|same|different|together|respectively|or|order|two|three|four)\b/;

/** What is said of each of several, in the words for one. */
function each(found: Found, subjects: readonly string[]): Sentences | undefined {
  const [when, rest] = [found.word('when'), found.word('rest')];
  const verb = OF_ONE[found.word('verb')] ?? '';
  if (TOGETHER.test(rest)) return undefined;
  const isLate = /^(?:is|was|has)$/.test(verb) && when !== '';
  const said = isLate ? `${verb} ${when}` : `${when === '' ? '' : `${when} `}${verb}`;
  return subjects.map(one => `${one} ${said}${rest === '' ? '' : ` ${rest.replace(/^their /, 'its ')}`}`);
}
const both = (found: Found): Sentences | undefined => each(found, [found.word('x'), found.word('y')]);
const ofParameters = (found: Found): Sentences | undefined => {
  const { names, of } = found.part<SaidParameters>('several');
  return each(
    found,
    names.map(name => `the parameter ${name} of ${of}`),
  );
};

/** What was, in the words for what is. */
const PRESENT: Readonly<Record<string, string>> = {
  took: 'takes',
  accepted: 'accepts',
  required: 'requires',
  expected: 'expects',
  had: 'has',
  was: 'is',
  returned: 'returns',
  raised: 'raises',
  called: 'calls',
  'derived from': 'inherits from',
  'inherited from': 'inherits from',
  subclassed: 'inherits from',
  extended: 'inherits from',
  'defaulted to': 'defaults to',
  imported: 'imports',
  defined: 'defines',
  contained: 'contains',
  exported: 'exports',
  'was in': 'is defined in',
  'lived in': 'is defined in',
  'sat in': 'is defined in',
};
const PAST = `<past>(${Object.keys(PRESENT).join('|')})`;
const ONCE =
  '(previously|formerly|originally|earlier|until now|before|before that|before the change|before this change|before that change|in the old version|in the previous version|in the old release|in the previous release)';

function wasSo(found: Found): Sentences | undefined {
  const [about, past, rest] = [found.word('about'), found.word('past'), found.word('rest')];
  return isSubject(about) && !(past === 'was' && /^in /.test(rest))
    ? [`${about} ${PRESENT[past] ?? ''} ${rest} before the change`]
    : undefined;
}
/** One thing, with at most some words around it. */
const isSubject = (about: string): boolean =>
  /^(?!the change )(?:the )?(?:[a-z-]+ ){0,3}§\d+(?: (?:of|in) §\d+)?$/.test(about);

/** Of a parameter, however it is named: what else is said of it the grammar may read. */
function ofParameter(found: Found): Sentences | undefined {
  const [{ name, of, given }, rest] = [found.parameter(), found.word('verbs')];
  const isPast = / (?:was|becomes?|became|removed|renamed|gone|no longer) /.test(` ${rest} `);
  // What is called old, and is spoken of as it is, may be another one.
  if (given.includes('old') && !isPast) return undefined;
  return [
    `the parameter ${name} of ${of} ${rest}`,
    ...given.flatMap(how =>
      how === 'new'
        ? [unsure(`${of} gained a new parameter ${name}`)]
        : /^(?:optional|required|keyword-only|positional-only)$/.test(how)
          ? [unsure(`the parameter ${name} of ${of} is ${how}`)]
          : [],
    ),
  ];
}

const one = (found: Found): string => `the parameter ${found.parameter().name} of ${found.parameter().of}`;

const MENTIONS =
  '(reference|references|mention|mentions|use|uses|usage|usages|trace|traces|occurrence|occurrences)';

/** What is said in a sentence that is part of another one: whichever can be read is meant. */
export const SAID_OF_PARTS = [
  // Of the past.
  form(`${ONCE} (,)? {about:anyWords} (already|still)? ${PAST} {rest:anyWords}`, wasSo),
  form(`{about:anyWords} (:)? ${ONCE} (,)? (it)? (already)? ${PAST} {rest:anyWords}`, wasSo),
  form(`{about:anyWords} (already|still)? ${PAST} {rest:anyWords} (,)? (already)? ${ONCE}`, wasSo),
  form('{thing} used to (take|accept) {owns}', found =>
    found
      .owned()
      .flatMap(({ name }) => [
        `${found.word('thing')} takes ${name} before the change`,
        unsure(`${found.word('thing')} does not take ${name}`),
      ]),
  ),
  form('{thing} used to (derive from|inherit from|extend|subclass|be a subclass of) {name}', found => [
    `${found.word('thing')} inherits from ${found.word('name')} before the change`,
    unsure(`${found.word('thing')} no longer inherits from ${found.word('name')}`),
  ]),
  // Of parameters.
  form('{p:parameter} {verbs}', ofParameter),
  form('{d:defaultOf} {verbs}', found => {
    const { name, of } = found.parameter('d');
    return [`the default of ${name} in ${of} ${found.word('verbs').replace(/^(now|still) is /, 'is $1 ')}`];
  }),
  form(`{several} (both|all)? ${VERB} (both|all)? ${WHEN} {rest:anyWords}`, ofParameters),
  form('{p:parameter} {verbs} {withDefault}', found => [
    `${one(found)} ${found.word('verbs')}`,
    `${one(found)} defaults to ${found.word('withDefault')}`,
  ]),
  form('{p:parameter} {verbs} (and|, and|, which|and that) (it)? {more:verbs}', found => [
    `${one(found)} ${found.word('verbs')}`,
    `${one(found)} ${found.word('more')}`,
  ]),
  form('{p:parameter} {removed} (and|, and|; and) so (was|is|did|has) (the)? {y:parameterCode}', found => [
    `the parameter ${found.parameter().name} was removed from ${found.parameter().of}`,
    `the parameter ${found.word('y')} was removed from ${found.parameter().of}`,
  ]),
  // Of two.
  form(`{x:name} and {y:name} ${WHEN} both ${VERB} {rest:anyWords}?`, both),
  form(`both {x:name} and {y:name} ${WHEN} ${VERB} {rest:anyWords}?`, both),
  form(`{x:name} and {y:name} ${VERB} (both|each|all) {rest:anyWords}`, both),
  form('{x:code} {verbs} (and|, and) {g:thing} <when>(now|still)? (calls|uses) it', found => {
    const when = found.has('when') ? `${found.word('when')} ` : '';
    return [
      `${found.word('x')} ${found.word('verbs')}`,
      `${found.word('g')} ${when}calls ${found.word('x')}`,
    ];
  }),
  form(
    `{thing} {removed} (from)? {file}? (;|,)? (and|but)? (there is|there are)? (no|no more|no remaining) ${MENTIONS} to (it|the old name|that name) (left|remain|remains|is left|are left|survive|survives|exist|exists)? (anywhere)? (any more)? <package>(in|inside|of)? {in:anyModule}?`,
    goneWithMentions,
  ),
  form(
    '{thing} {removed} (from)? {file}? (;|,)? (and|but)? nothing (references|mentions|uses|refers to|imports|calls) it (anywhere)? (any more)? <package>(in|inside|of)? {in:anyModule}?',
    goneWithMentions,
  ),
  // In front of a colon stands what both parts are about.
  form('{x:code} : {first:anyWords} ; (and|but)? {second:anyWords}', found =>
    found.word('first').includes(';')
      ? undefined
      : ['first', 'second'].map(part => `${found.word('x')}: ${found.word(part)}`),
  ),
  form('(in|inside|within)? {file} (:|,) {rest:anyWords}', found => {
    const file = found.text(found.word('file'));
    return /\.pyi?$|\/$/.test(file) ? [{ words: found.word('rest'), file }] : undefined;
  }),
  form(
    '(in|on) (the)? (class)? {c:name} (,)? (the)? <new>(new)? {noun:memberNoun} {x:name} {rest:anyWords}',
    ofMember,
  ),
  ...['{noun:memberNoun} {x:name}', '{x:name} {noun:memberNoun}'].flatMap(named => [
    form(`(the)? <new>(new)? ${named} (of|on|in) (the)? (class)? {c:name} {verbs}`, ofMember),
    form(`{c:name} 's <new>(new)? ${named} {verbs}`, ofMember),
  ]),
  form("{c:name} 's <new>(new)? {x:name} {verbs}", found =>
    / (?:a|an) (?:\S+ )?(?:static ?method|class ?method|property|method|coroutine)/.test(
      ` ${found.word('verbs')}`,
    )
      ? ofMember(found)
      : undefined,
  ),
  form(
    '(the)? {x:code} (class attribute|class variable|class constant|module constant|module-level constant|module variable|module-level variable|instance attribute|instance variable) {verbs}',
    found => [`${found.word('x')} ${found.word('verbs')}`],
  ),
];

function goneWithMentions(found: Found): Sentences | undefined {
  if (found.has('package') !== found.has('in')) return undefined;
  const thing = found.name('thing');
  const none = `no references to ${thing} any more`;
  return [
    `${found.word('thing')} was removed${found.has('file') ? ` from ${found.word('file')}` : ''}`,
    // Elsewhere than in that package there may be some.
    found.has('in') ? unsure(none) : none,
  ];
}

/** `the attribute x of C`: `C.x`. */
function ofMember(found: Found): Sentences | undefined {
  const [owner, name] = [found.text(found.word('c')), found.text(found.word('x'))];
  if (!/^\w+$/.test(name) || !isClassLike(owner)) return undefined;
  const sign = found.clause.add(`${owner}.${name}`);
  const noun = found.has('noun') ? `the ${found.word('noun')} ` : '';
  const rest = (found.word('rest') || found.word('verbs')).replace(/^(now|still) is /, 'is $1 ');
  return [`${noun}${sign} ${rest}`, ...(found.has('new') ? [`${sign} was added`] : [])];
}
