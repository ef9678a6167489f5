import { itemsIn, NAMES, type Several, VALUE } from './form-parts.ts';
import type { Code } from './sentence-form.ts';
import { numberOf } from './spot-check-words.ts';

const INHERITED = '(?:extended|subclassed|inherited from|derived from)';
const BASE = '(?:base class|parent class|superclass|base|parent)';
const PARAMETER = '(?:parameter|argument|keyword argument|keyword|option)';
const BESIDE = '(above|below|before|after|behind|next to)';
const TYPE = '(§\\d+|str|int|bool|bytes|float)';

/** Sentences that say in more words what the grammar has a phrase for. */
export const LONGER_FORMS: readonly (readonly [RegExp, string])[] = [
  [
    / (?:was|is|has been) changed by (?:this|the) (?:release|version|diff|change|commit|patch)$/,
    ' was changed',
  ],
  [/^(§\d+) used to (?:take|accept) only (§\d+)$/, '$1 takes only $2 before the change'],
  [/ now (?:also|additionally) (takes|accepts) (?=§)/, ' now $1 '],
  [
    new RegExp(`^(§\\d+) previously,? (?:it )?${INHERITED} (?:the )?(?:plain |bare )?(§\\d+)$`),
    '$1 inherits from $2 before the change',
  ],
  [
    new RegExp(
      `^${NAMES} (is|are) (?:now )?defined unconditionally (at (?:the )?(?:module|top) level )?in (§\\d+)$`,
    ),
    '$1 $2 defined $3in $4',
  ],
  [
    /^(§\d+) declares all (?:of )?its (?:parameters|arguments) as keyword-only$/,
    'all parameters of $1 are keyword-only',
  ],
  [/^all (?:of )?(§\d+)'s (?:parameters|arguments) are (?=keyword-only$)/, 'all parameters of $1 are '],
  [
    new RegExp(
      `^(§\\d+) (still |now )?annotates (?:the |its )?(?:parameter|argument) (§\\d+) (?:as|with) (?:a )?(?:plain )?${TYPE}$`,
    ),
    'the parameter $3 of $1 is $2annotated as $4',
  ],
  [
    new RegExp(
      `^${NAMES} (?:is|are|remains?) (?:still )?(?:(?:a )?module attributes?|importable) (?:of|from|in) (§\\d+)$`,
    ),
    '$1 are still importable from $2',
  ],
  [
    /^(§\d+) is (?:not|no longer) (referenced|mentioned|used) anywhere in (§\d+|[a-z_]+) any ?more$/,
    '$1 is not $2 anywhere in $3',
  ],
  [/ (got|gained|has|gets) (an?|the) (?:new )?(§\d+) field$/, ' $1 the attribute $3'],
  // What a class has it may have from a base.
  [
    /^(§\d+) (still |now )?(?:exists|is available|is present) on (?:the )?(?:class )?(§\d+)( in §\d+)?$/,
    '$3$4 $2has $1',
  ],
  // Bases.
  [
    new RegExp(`^the (?:direct |immediate )?${BASE} of (§\\d+) is (?:now |still )?(§\\d+)$`),
    '$1 only inherits from $2',
  ],
  [
    new RegExp(`^(?:the )?(§\\d+)'s (?:direct |immediate )?${BASE} is (?:now |still )?(§\\d+)$`),
    '$1 only inherits from $2',
  ],
  [
    / has no (?:explicit )?(?:base class|bases|base classes|superclass|parent class) (?=any ?more$)/,
    ' has no bases ',
  ],
  // Callers.
  [
    /^(§\d+) (?:still |now )?has (?:exactly |only |just )?(?:one single|one|a single) caller[,:]? (?:namely |which is )?(§\d+)$/,
    '$1 is called only in $2',
  ],
  // Parameters.
  [
    new RegExp(` (?:gained|got|received|picked up) an? (?:extra|additional|further) ${PARAMETER} (?=§)`),
    ' gained the parameter ',
  ],
  [/ picked up (?=an? (?:new )?(?:parameter|keyword|argument|option))/, ' gained '],
  [
    new RegExp(
      `^for (§\\d+),? the default(?: value)? of (?:the )?(?:newly added |new )?(§\\d+)(?: ${PARAMETER})? is ${VALUE}$`,
    ),
    'the default of $2 in $1 is $3',
  ],
  [/^(§\d+) (?:still )?(?:keeps|has) (§\d+) in its signature$/, '$1 still takes $2'],
  [/^(§\d+) (still |now )?names (?:the|its) (?:parameter|argument) (§\d+)(?: as before)?$/, '$1 $2takes $3'],
  // Results.
  [
    /^the (?:annotated|declared) return (?:type|annotation) of (§\d+) is (?:now |still )?(?=§)/,
    '$1 is annotated to return ',
  ],
  [/ (?:carries|comes with) (two|three|four|five|\d+) (?:typing )?overloads(?=$| )/, ' has $1 overloads'],
  // Imports and places.
  [/^(§\d+) (?:dropped|lost|removed) its (§\d+|[a-z_]\w*) import$/, '$1 no longer imports $2'],
  [/ continues to import /, ' still imports '],
  [/^(§\d+ .*imports .* from) the ([a-z_]\w*) module$/, '$1 $2'],
  [/^(§\d+) (?:was|has been) moved out of (§\d+) (?:and )?into (§\d+)$/, '$1 was moved from $2 to $3'],
  [/ (?:was|has been) moved from (§\d+) into (?=§)/, ' was moved from $1 to '],
  [/ (?:was|has been) (?:put|placed) into (?=§)/, ' was added to '],
  [/ is (?:identical|the same) (?:in|between) (?:the two|both) (?:releases|versions)$/, ' is unchanged'],
  [/^the (?:new )?exception (?=§)/, ''],
  [/ in this (?:release|version|change|commit|patch|diff)$/, ''],
  [/ was (?:implemented|written|added) as an? (?=[a-z])/, ' is a '],
];

/** Those that say two things. */
export const TWO_SENTENCES: Several = [
  [
    /^(§\d+) (?:is unchanged in|keeps|has) its signature:? (§\d+)$/,
    ([, name, signature]) => [`${name} keeps its signature`, `the signature of ${name} is ${signature}`],
  ],
  [
    /^(§\d+) (?:gained|got) one (?:new )?(?:parameter|argument),? (§\d+),? and (kept|lost) (?:its )?(?:parameter )?(§\d+)$/,
    ([, name, added, verb, other]) => [
      `${name} gained one new parameter ${added}`,
      verb === 'kept' ? `${name} still takes ${other}` : `${name} lost its ${other} parameter`,
    ],
  ],
  [
    /^(§\d+) is (?:still |now )?a (?:plain |simple )?class without (?:any |a )?(?:base|bases|base class|base classes)$/,
    ([, name]) => [`${name} is a class`, `${name} has no bases`],
  ],
  [
    new RegExp(`^(§\\d+) (?:switched|changed) its ${BASE} from (§\\d+) to (§\\d+)$`),
    ([, name, old, now]) => [`${name} no longer inherits from ${old}`, `${name} now inherits from ${now}`],
  ],
  [
    new RegExp(
      `^(two|three|four|five) (?:new )?(classes|functions|methods) (?:are|were) (?:new in|added to) (§\\d+)(?:,|:)? ?(?:namely )?${NAMES}$`,
    ),
    ([, count = '', nouns = '', place, list = '']) => {
      const names = new Set(itemsIn(list));
      const noun = nouns.replace(/(class)es|s$/, '$1');
      return names.size === numberOf(count)
        ? [...names].flatMap(name => [`${name} was added to ${place}`, `${name} is a ${noun} in ${place}`])
        : [];
    },
  ],
  [
    new RegExp(
      `^(§\\d+) was added (?:to|in) (§\\d+),? ((?:right |directly |immediately |just )?)${BESIDE} (?:the )?(§\\d+)(?: class| function)?$`,
    ),
    ([, name, place, near, where, other]) => [
      `${name} was added to ${place}`,
      `${name} ${near === '' ? 'is defined' : 'stands directly'} ${where} ${other} in ${place}`,
    ],
  ],
  [
    new RegExp(`^(§\\d+) was added ${BESIDE} (?:the )?(§\\d+)(?: class| function)? in (§\\d+)$`),
    ([, name, where, other, place]) => [
      `${name} was added to ${place}`,
      `${name} is defined ${where} ${other} in ${place}`,
    ],
  ],
  [
    new RegExp(`^(§\\d+) leaves (§\\d+) at ${VALUE} and (§\\d+) at ${VALUE}(?: by default)$`),
    ([, name, one, value, other, more]) => [
      `the default of ${one} in ${name} is ${value}`,
      `the default of ${other} in ${name} is ${more}`,
    ],
  ],
];

/** `a.py gained f, which returns int`, `A has a new method f whose return type is int`: of `f` it is said. */
export function andWhich(words: string, codes: Code[]): readonly string[] | undefined {
  const [, owner = '', verb, noun = '', name = '', more = ''] = WHICH.exec(words) ?? [];
  const [around, inner] = [owner, name].map(each => codes[Number(each.slice(1))]?.text);
  if (verb === undefined || around === undefined || inner === undefined || !/^\w+$/.test(inner))
    return undefined;
  const isFile = /\.pyi?$/.test(around);
  if (!isFile && !/^[A-Za-z_][\w.]*$/.test(around)) return undefined;
  const at = isFile ? name : `§${codes.push({ text: `${around}.${inner}`, quote: '`' }) - 1}`;
  const said = more
    .replace(/^whose (?:declared |annotated )?return (?:type|annotation) is /, 'is annotated to return ')
    .replace(/^which /, '');
  const isNew = verb === 'gained' || verb === 'got' || / ?new /.test(noun);
  const there = !isFile
    ? `${owner} ${verb} ${noun}${name}`
    : isNew
      ? `${name} was added to ${owner}`
      : `${owner} defines ${name}`;
  return [there, `${at} ${said}${isFile ? ` in ${owner}` : ''}`];
}

const WHICH =
  /^(§\d+) (gained|got|defines|has) ((?:an? |the )?(?:new )?(?:class |function |method |exception )?)(§\d+),? ((?:which (?:inherits from|derives from|extends|subclasses|takes|returns|raises)|whose (?:declared |annotated )?return (?:type|annotation) is) .+)$/;
