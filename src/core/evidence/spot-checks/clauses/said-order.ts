import { numberOf } from '../spot-check-words.ts';
import { type Found, form, type Sentences } from './form.ts';
import { type Mood, say, sayIs } from './moods.ts';
import type { SaidParameter } from './parameter-parts.ts';
import { unsure } from './said.ts';
import { nameOf } from './said-parameters.ts';

const NTH = '<nth>(first|second|third|fourth|fifth|last|final)';
const STANDS =
  '(comes|sits|stands|appears|is|is listed|is placed|is positioned|goes) <side>(before|after|behind|in front of|ahead of|right before|directly before|immediately before|just before|right after|directly after|immediately after|just after|right behind|directly behind|right in front of)';
const FOLLOWS =
  '<side>(precedes|directly precedes|immediately precedes|directly follows|immediately follows)';
const IN_LIST =
  '(in the signature|in its signature|in the parameter list|in the argument list|in its parameter list|in the list of parameters)?';
const OTHER = '(the)? (parameter|argument)? {y:anyName} (parameter|argument)?';
const LIST = '(signature|parameter list|argument list|list of parameters|parameters|arguments)';
function stands(found: Found, { name, of }: Pick<SaidParameter, 'name' | 'of'>): Sentences {
  const said = found.word('side');
  const side = /before|front|ahead|precedes/.test(said) ? 'before' : 'after';
  const isNext = /right|directly|immediately|just/.test(said);
  const other = nameOf(found, found.word('y'));
  return [`${nameOf(found, name)} comes ${isNext ? 'directly ' : ''}${side} ${other} in ${of}`];
}
const inFn = (found: Found): Sentences => stands(found, { name: found.word('x'), of: found.word('fn') });

const nth = (found: Found, mood: Mood | undefined, of: string, name: string): Sentences | undefined =>
  mood === undefined || mood === 'not' || mood === 'no longer'
    ? undefined
    : [sayIs(nameOf(found, name), mood, `the ${found.word('nth')} parameter of ${of}`)];

/** What is said beside it of the same parameter: `and defaults to 2`. */
const more = (found: Found, name: string, of: string): Sentences => [
  ...(found.has('rest') ? [`the parameter ${name} of ${of} ${found.word('rest')}`] : []),
  ...(found.has('withDefault') ? [`the default of ${name} in ${of} is ${found.word('withDefault')}`] : []),
];
const MORE = '(and|, and)? (it)? {rest:more}?';

const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** `(a, b, *, c)` */
function inOrder(found: Found): Sentences | undefined {
  const [mood, inside] = [found.mood(), /^\(([\w*,\s]+)\)$/.exec(found.text(found.word('s')))?.[1]];
  const items = (inside ?? '').split(',').map(each => each.trim());
  const names = items.filter(each => !/^(?:\*|\/|)$/.test(each)).map(each => found.clause.add(each));
  return names.length === 0 || (mood !== 'plain' && mood !== 'still' && mood !== 'now')
    ? undefined
    : [
        `the parameters of ${found.word('fn')} are ${mood === 'plain' ? '' : `${mood} `}${listed(names)} in this order`,
      ];
}

const ownNames = (found: Found): Sentences | undefined =>
  found.mood() === 'plain' &&
  (!found.has('count') || numberOf(found.word('count')) === found.words('anyNames').length)
    ? [`${found.word('fn')} takes only ${listed(found.words('anyNames'))}`]
    : undefined;

const allKeywordOnly = (found: Found): Sentences | undefined =>
  found.mood() === 'plain'
    ? [`all parameters of ${found.word('fn')}${found.has('self') ? ' besides self' : ''} are keyword-only`]
    : undefined;

/** Of where parameters stand, and of all that there are. */
export const SAID_OF_ORDER = [
  form(`{p:parameter} (now|still)? ${STANDS} ${OTHER} ${IN_LIST}`, found => stands(found, found.parameter())),
  form(`{p:parameter} (now|still)? ${FOLLOWS} ${OTHER} ${IN_LIST}`, found =>
    stands(found, found.parameter()),
  ),
  form(`(the)? {x:anyName} (now|still)? ${STANDS} ${OTHER} in (the)? ${LIST} of {fn}`, inFn),
  form(`{q:loose} (now|still)? ${STANDS} ${OTHER} in (the|its) ${LIST}`, found =>
    stands(found, found.parameter('q')),
  ),
  form(`(the)? (parameter|argument)? {x:anyName} (now|still)? ${STANDS} ${OTHER} (in|of) {fn}`, inFn),
  form(`(the)? (parameter|argument)? {x:anyName} (now|still)? ${FOLLOWS} ${OTHER} (in|of) {fn}`, inFn),
  form(`(in|of) {fn} (,)? {x:parameterCode} (now|still)? ${FOLLOWS} ${OTHER}`, inFn),
  form(
    '{fn} (lists|puts|has|takes|places) {x:anyName} <side>(before|after|behind|in front of|ahead of|right before|right after|directly before|directly after|immediately before|immediately after) {y:anyName} (in its signature|in the signature|in its parameter list)?',
    inFn,
  ),
  // The first, the last.
  form(
    `{fn} {m:take} {x:parameterCode} as (its|the|a) ${NTH} (parameter|argument|positional argument|positional parameter) {withDefault}? {end}`,
    found => {
      const [of, name] = [found.word('fn'), nameOf(found, found.word('x'))];
      const said = nth(found, found.mood(), of, name);
      return said && [...said, ...more(found, name, of)];
    },
  ),
  form(
    `(the)? ${NTH} (parameter|argument) of {fn} (after self|besides self|, after self ,|not counting self)? {m:be} (named|called)? {x:anyName} {withDefault}? ${MORE} {end}`,
    theNth,
  ),
  form(
    `{fn} 's ${NTH} (parameter|argument) (after self|besides self|, after self ,|not counting self)? {m:be} (named|called)? {x:anyName} {withDefault}? ${MORE} {end}`,
    theNth,
  ),
  form(`{p:parameter} {m:be} (the|its)? (very)? ${NTH} (one|parameter|argument)? ${IN_LIST} {end}`, found =>
    nth(found, found.mood(), found.parameter().of, found.parameter().name),
  ),
  form(
    `(the)? (parameter|argument)? {x:anyName} {m:be} (the|its) ${NTH} (parameter|argument) (of|in) {fn} {end}`,
    found => nth(found, found.mood(), found.word('fn'), found.word('x')),
  ),
  form(
    '{fn} (takes|gained|got|has|accepts|received) {owns} (at the end|at the very end|as its last one|as its last parameter|as the last parameter|as its last argument|in last position) (of its signature|of the signature|of its parameter list)?',
    found => {
      const [own, ...others] = found.owned();
      if (own === undefined || others.length > 0 || !own.isCalled || !own.given.includes('new'))
        return undefined;
      return [
        `${found.word('fn')} gained a new parameter ${own.name}`,
        `the parameter ${nameOf(found, own.name)} of ${found.word('fn')} is the last one`,
      ];
    },
  ),
  // All of them.
  form(
    `{fn} {m:take} (the parameters|the arguments)? {anyNames} (in|, in) (exactly)? (that|this) (exact)? order`,
    found => {
      const [of, names, mood] = [found.word('fn'), found.words('anyNames'), found.mood()];
      if (names.length < 2 || (mood !== 'plain' && mood !== 'now' && mood !== 'still')) return undefined;
      return [
        say(of, mood, { third: `takes ${listed(names)}`, base: '' }),
        unsure(`${of} takes only ${listed(names)}`),
        ...names.slice(1).map((each, i) => `the parameter ${names[i]} of ${of} comes before ${each}`),
      ];
    },
  ),
  form("{fn} 's (parameters|arguments) {m:be} {anyNames}", ownNames),
  form('(the)? (parameters|arguments) (of|in) {fn} {m:be} {anyNames}', ownNames),
  form('{fn} (names|calls) its <count>(two|three|four|five)? (parameters|arguments) {anyNames}', ownNames),
  ...["{fn} 's (parameters|arguments) are", '(the)? (parameters|arguments) (of|in) {fn} are'].map(front =>
    form(`${front} {anyNames} (in|, in) (exactly)? (that|this) order`, found => [
      `${found.word('fn')} takes only ${listed(found.words('anyNames'))}`,
      `the parameters of ${found.word('fn')} are ${listed(found.words('anyNames'))} in this order`,
    ]),
  ),
  form(
    '(the)? (parameters|arguments|parameter order|argument order|order of parameters|order of the parameters|order of arguments) (of|in) {fn} {m:be} {s:signature}',
    inOrder,
  ),
  form(
    "{fn} ('s|:|: the) (parameter order|argument order|order of parameters|order) {m:be} {s:signature}",
    inOrder,
  ),
  form(
    '(all|every|each) (of)? (the|its|other|the other)? (parameters|parameter|arguments|argument) (of|in) {fn} {self}? {m:be} keyword-only',
    allKeywordOnly,
  ),
  form(
    "(all|every one|every|each) (of)? {fn} 's (parameters|parameter|arguments|argument) {self}? {m:be} keyword-only",
    allKeywordOnly,
  ),
  form(
    '{self} (,)? (all|every) (the)? (parameters|parameter|arguments) (of|in) {fn} {m:be} keyword-only',
    allKeywordOnly,
  ),
  form("{fn} 's (parameters|arguments) are all keyword-only", allKeywordOnly),
  form('(the)? (parameters|arguments) of {fn} are all keyword-only', allKeywordOnly),
];

function theNth(found: Found): Sentences | undefined {
  const [of, name] = [found.word('fn'), nameOf(found, found.word('x'))];
  const said = nth(found, found.mood(), of, name);
  return said && [...said, ...more(found, name, of)];
}
