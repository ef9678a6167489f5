import { itemsIn, NAMES, PARAMETER, type Several, VALUE } from './form-parts.ts';
import { numberOf } from './spot-check-words.ts';

const LIST_OF_PARAMETERS = '(?:parameter list|signature|signatures|parameters|argument list|arguments)';
const NOUN = '(constant|variable|sentinel|class|function|method|alias|exception)';
const WAS = '(?:was|is|has been)';
const SIDE = '(before|after|in front of|behind)';

/** How reviewers word what happened to parameters, imports, names and files, in the words that the grammar has for it. */
export const REVIEWERS_FORMS: readonly (readonly [RegExp, string])[] = [
  // Parameters.
  [
    new RegExp(
      ` (gained|gains|got|gets|received|receives) an? (?:new )?trailing (§\\d+)(?: ${PARAMETER})?(?=$|[ ,])`,
    ),
    ' gained the last parameter $2',
  ],
  [/ (gained|gains|got|gets|received|receives) an explicit (?=§)/, ' $1 a '],
  [/^the signature of (§\d+) (?:gained|gains|got|gets|received) (?=an? )/, '$1 gained '],
  [
    /^the signature of (§\d+) (?:was|is|has been) left (?:as (?:it was|is|it is)|alone)$/,
    '$1 keeps its signature',
  ],
  [
    /^(§\d+) now (?:receives|expects) (§\d+(?: and §\d+)*) (?:instead of|rather than) (?=§)/,
    '$1 now takes $2 instead of ',
  ],
  [
    new RegExp(
      `^(§\\d+) (?:comes|stands|is placed|is listed) (before|after|behind) (§\\d+) in the ${LIST_OF_PARAMETERS} of (§\\d+)$`,
    ),
    '$1 comes $2 $3 in $4',
  ],
  [
    new RegExp(
      `^(§\\d+) (?:now )?(?:puts|places|lists|has) (§\\d+) (before|after) (§\\d+) in (?:its|the) ${LIST_OF_PARAMETERS}$`,
    ),
    '$2 comes $3 $4 in $1',
  ],
  [
    new RegExp(`^(?:the )?(§\\d+) ${PARAMETER} (?:of|in|on) (§\\d+) ${WAS} renamed (?:to|into) (?=§)`),
    'the parameter $1 of $2 was renamed to ',
  ],
  [
    new RegExp(
      `^(§\\d+) (?:now )?annotates (?:its |the )?(?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? (?:as|with) (§\\d+),? where (?:it was|it used to be) (§\\d+)(?: before)?$`,
    ),
    'the type of $2 in $1 changed from $4 to $3',
  ],
  [
    new RegExp(
      `^(§\\d+) (?:now )?has an? (§\\d+) ${PARAMETER},? where it (?:used to have|had) (§\\d+)(?: before)?$`,
    ),
    '$1 now takes $2 instead of $3',
  ],
  [
    /^the default (§\d+) (?:of|in|for) (§\d+) (?=(?:was |has |has been )?(?:changed|switched|went))/,
    'the default of $1 in $2 ',
  ],
  [
    new RegExp(`^(§\\d+) ${WAS} (?:removed|dropped) from the ${LIST_OF_PARAMETERS} of (§\\d+)$`),
    '$2 lost its $1 parameter',
  ],
  // What it is and was.
  [/^(§\d+) is a synchronous (?:function|method)$/, '$1 is not async'],
  [
    /^the (?:deleted|removed) (§\d+) (?:derived from|inherited from|subclassed|extended) (?=§)/,
    '$1 inherited from ',
  ],
  [/^before its (?:removal|deletion),? (.+)$/, '$1 before the change'],
  [/ before its (?:removal|deletion)$/, ' before the change'],
  [/ changed its value from /, ' changed from '],
  [/^(§\d+) was bumped in (§\d+)$/, '$1 in $2 was updated'],
  // Imports and exports.
  [/ imports the (?:class|function|constant|exception|name) (?=§)/, ' imports '],
  [/^(§\d+) (?:now )?imports just (.+?)(?: now)?$/, '$1 imports only $2'],
  [/ (?:dropped|removed) its import of /, ' lost its import of '],
  [/^(?:the )?(?:public )?(§\d+) namespace (?:re-exports|exports) /, '$1 exports '],
  // Uses.
  [
    /^no (?:remaining )?callers? of (§\d+) (?:is|are|remain|remains|exist|exists)(?: left)?(?: in the (?:whole |entire )?(?:package|code ?base|project|repository|workspace))?$/,
    '$1 has no callers',
  ],
  [/ (?:hands|forwards) (§\d+) (?:on |over )?to (?=§)/, ' passes $1 to '],
  // What comes, goes and stays.
  [/ is newly (?:defined|declared|introduced) in (?=§)/, ' was added to '],
  [/^(.*§\d+) in (§\d+) was added$/, '$1 was added to $2'],
  [/ (?:is|was) (?:not|no) (?:a )?part of (?:this|the) (?:change|commit|diff|patch)$/, ' was not changed'],
  [/^(§\d+) (?:was|has been) (?:changed|modified|edited|touched) (?:as well|too)$/, '$1 was changed'],
  [
    /^the body of (§\d+) (?:is|was|has been) (?:left )?(?:untouched|unmodified)$/,
    'the body of $1 is unchanged',
  ],
];

/** What they say of several things at once. */
export const REVIEWERS_SEVERAL: Several = [
  [
    new RegExp(
      `^(?:the )?(?:new )?(?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? (?:was|is) (?:inserted|added|placed|put) (?:right |directly )?${SIDE} (§\\d+) in the ${LIST_OF_PARAMETERS} of (§\\d+)$`,
    ),
    ([, name, side = '', other, owner]) => [
      `${name} was added ${side.replace('in front of', 'before')} ${other} of ${owner}`,
    ],
  ],
  [
    new RegExp(
      `^(§\\d+) (still |now )?(?:expects|takes|accepts|has) (?:an? |the )?(?:new |required )?(?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? between (§\\d+) and (§\\d+)$`,
    ),
    ([, owner, adverb = '', name, one, other]) => [
      `${owner} ${adverb}takes ${name}`,
      `${name} comes right after ${one} in ${owner}`,
      `${name} comes right before ${other} in ${owner}`,
    ],
  ],
  [
    new RegExp(
      `^(§\\d+) (still |now )?(?:takes|has) (§\\d+) as its last ${PARAMETER},? (after|behind) (§\\d+)$`,
    ),
    ([, owner, adverb = '', name, side, other]) => [
      `${owner} ${adverb}takes ${name} as its last parameter`,
      `${name} comes right ${side} ${other} in ${owner}`,
    ],
  ],
  [
    new RegExp(
      `^(§\\d+) is (still |now )?a ${PARAMETER} of (§\\d+),? and (?:it )?(?:still |now )?defaults to ${VALUE}$`,
    ),
    ([, name, adverb = '', owner, value]) => [
      `${owner} ${adverb}takes ${name}`,
      `the default of ${name} in ${owner} is ${value}`,
    ],
  ],
  [
    new RegExp(
      `^(?:an? |the )?(?:new )?(?:module-level |top-level )?${NOUN} (§\\d+) with (?:the )?value ${VALUE} was added to (§\\d+)$`,
    ),
    ([, noun, name, value, place]) => [
      `the ${noun} ${name} was added to ${place}`,
      `${name} in ${place} is ${value}`,
    ],
  ],
  [
    new RegExp(`^(§\\d+) (no longer (?:overrides|defines)|overrides|defines) ${NAMES}$`),
    ([, owner, verb = '', list = '']) => {
      const names = itemsIn(list);
      // What no longer overrides may have what it has from a base.
      const said = verb.replace(/^no longer overrides$/, 'no longer defines');
      return names.length < 2 ? [] : names.map(name => `${owner} ${said} ${name}`);
    },
  ],
  [
    new RegExp(`^(§\\d+) now takes ${NAMES} instead of (§\\d+)$`),
    ([, owner, list = '', old]) => {
      const names = itemsIn(list);
      return names.length < 2
        ? []
        : [...names.map(name => `${owner} now takes ${name}`), `${owner} lost its ${old} parameter`];
    },
  ],
  [
    new RegExp(
      `^the new (?:${PARAMETER} )?(§\\d+)(?: ${PARAMETER})? (?:of|in) (§\\d+) defaults to ${VALUE}$`,
    ),
    ([, name, owner, value]) => [
      `${owner} gained a new parameter ${name}`,
      `the default of ${name} in ${owner} is ${value}`,
    ],
  ],
  [
    new RegExp(
      `^(§\\d+) (still |now )?imports ${NAMES} from (§\\d+|[a-z_]\\w*) (?:instead of|rather than) from (§\\d+|[a-z_]\\w*)$`,
    ),
    ([, file, adverb = '', list = '', from, old]) =>
      itemsIn(list).flatMap(name => [
        `${file} ${adverb}imports ${name} from ${from}`,
        `${file} ${adverb === 'now ' ? 'no longer imports' : 'does not import'} ${name} from ${old}`,
      ]),
  ],
  [
    /^(§\d+) was moved (from §\d+ )?to (§\d+),? (?:together|along) with (§\d+)$/,
    ([, one, from = '', to, other]) => [one, other].map(each => `${each} was moved ${from}to ${to}`),
  ],
  [
    /^(§\d+) defines (§\d+) as a subclass of (§\d+)$/,
    ([, file, name, base]) => [`${name} is defined in ${file}`, `${name} in ${file} inherits from ${base}`],
  ],
  [
    /^besides (§\d+),? (§\d+) (?:also )?(overrides|defines) (§\d+)$/,
    ([, one, owner, verb, other]) => [`${owner} ${verb} ${one}`, `${owner} ${verb} ${other}`],
  ],
  [
    /^(§\d+) is (?:now |still )?the only (?:module|file) (?:that|which) (imports|uses|mentions) (§\d+)$/,
    ([, file, verb, name]) => [`${file} ${verb} ${name}`, `no file other than ${file} ${verb} ${name}`],
  ],
  [
    /^(§\d+) is (still |now )?called (?:from|by|in) both (§\d+) and (§\d+)$/,
    ([, callee, adverb = '', one, other]) => [one, other].map(each => `${each} ${adverb}calls ${callee}`),
  ],
  [
    /^(§\d+) (now )?calls (§\d+) (?:instead of|rather than) (?:calling )?(§\d+)$/,
    ([, caller, adverb, callee, old]) =>
      adverb === undefined
        ? [`${caller} calls ${callee}`, `${caller} does not call ${old}`]
        : [`${caller} now calls ${callee}`, `${caller} no longer calls ${old}`],
  ],
  [
    /^both (§\d+) and (§\d+) (still |now )?(import|call|define|export|raise|inherit|take|accept|mention)( .+)$/,
    ([, one, other, adverb = '', verb, rest]) => [one, other].map(each => `${each} ${adverb}${verb}s${rest}`),
  ],
  [
    new RegExp(`^(§\\d+) (?:additionally|also now) imports ${NAMES}( from (?:§\\d+|[a-z_]\\w*))?$`),
    ([, file, list = '', from]) =>
      itemsIn(list).flatMap(name => [
        `${name} was added to the imports of ${file}`,
        ...(from === undefined ? [] : [`${file} imports ${name}${from}`]),
      ]),
  ],
  [
    new RegExp(
      `^only (one|two|three|four|five) files were (touched|changed|modified)(?::|,) (?:namely )?${NAMES}$`,
    ),
    ([, count = '', verb, list = '']) =>
      numberOf(count) === new Set(itemsIn(list)).size ? [`the only files ${verb} are ${list}`] : [],
  ],
];
