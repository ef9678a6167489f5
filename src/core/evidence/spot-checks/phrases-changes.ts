import { isClassLike } from '../code/dotted-names.ts';
import {
  after,
  atEnd,
  changedSomehow,
  comes,
  goes,
  imported,
  inside,
  isClear,
  lostParameter,
  newParameter,
  onlyFile,
  otherDefault,
  renamedParameter,
  sortChange,
  statement,
  unchanged,
  valueChange,
  within,
} from './change-claims.ts';
import { exists } from './existence-claims.ts';
import { type Phrase, part, phrase } from './grammar.ts';
import { parameterClaim, parameterText } from './parameter-claims.ts';
import { all, subjectOf } from './phrase-subject.ts';
import { withKind } from './said-kind.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, file: P, adverb: A, time: T, value: V, list: LIST, number: N } = part;
// No word that could be false: what is async, optional or keyword-only is said in phrases of its own.
const WORDS = 'new|additional|extra|further|small|helper|plain|simple|dedicated';
const A_NEW = `(?:(?:a|an|the|another|its|one) )?(?:(?:${WORDS}) )*`;
const NOUN =
  '(?:function|method|class|helper|constant|variable|property|attribute|exception|decorator|dataclass|descriptor class|exception class|helper function|helper method|context manager class|frozenset|classmethod|staticmethod|validator|type variable|type alias|alias|field|setting|global|module global)';
/** With what it is called, which must be so. */
const KIND = NOUN.replace('(?:', '(?<kind>');
const ARGUMENT = '(?:keyword argument|parameter|argument|keyword|flag|option|arg|param)';
const ADDED = '(?:was|is|are|were|has been|got) (?:newly )?(?:added|introduced|created)';
const REMOVED = '(?:was|is|has been|got) (?:removed|dropped|deleted|gone|stripped|cut)';
const LEFT = '(?:disappeared|vanished|went away|is gone)';
const GETS = '(?:gains|gained|gets|got|receives|received|has|was given|is given|now has)';
const AT_TOP = '(?: at (?:the )?(?:module level|top level|(?<end>bottom|top|end)))?';
const X = '(?<x>§\\d+)';
const AT = '(?:the )?(?:file |module |package |class |function |method )?§(?<at>\\d+)(?: class| module)?';

const TOP = '(?: (?<top>at (?:the )?(?:top(?: level)?|module level)))?';
const PURPOSE = '(?:to|for|so that|that|which|in order to|as well as|with|because|since|too) .+';
const VAGUE = 'adapted|adjusted|rewritten|extended|reworked|updated|widened|refactored|forgotten';
const LOCAL =
  '(?:the )?(?:intermediate )?(?<local>local(?: variable| flag| name)?|variable|condition|call|expression|walrus|loop variable)';

/** Sentences that tell what a change did, as commit messages and reviewers word it. */
export const CHANGE_PHRASES: readonly Phrase[] = [
  // Parameters.
  phrase(
    `${S} ${A}(?:${GETS}|takes|accepts) ${A_NEW}(?:new |additional |extra )${A_NEW}${ARGUMENT} ${X}${T}`,
    found => newParameter(found),
  ),
  phrase(
    `${S} ${A}(?:${GETS}|takes|accepts) ${A_NEW}(?:new |additional |extra )${A_NEW}${X} ${ARGUMENT}${T}`,
    found => newParameter(found),
  ),
  phrase(
    `${S} (?:gains|gained|gets|got|received|receives) ${A_NEW}${ARGUMENT} ${X}(?<last> as its last ${ARGUMENT})?${T}`,
    found => newParameter(found, undefined, found.word('last') === undefined ? {} : { isLast: true }),
  ),
  phrase(
    `${S} ${A}(?:${GETS}|takes|accepts) ${A_NEW}(?:new |additional |extra )${A_NEW}${ARGUMENT} ${X} (?:that defaults to|defaulting to|with (?:a |the )?default(?: of)?) ${V}${T}`,
    found => newParameter(found, found.value()),
  ),
  phrase(`${X} is ${A_NEW}(?:new |additional )${A_NEW}${ARGUMENT} (?:of|for|on|in) ${S}${T}`, found =>
    newParameter(found),
  ),
  phrase(`${A_NEW}${ARGUMENT} ${X} ${ADDED} (?:to|in|on) ${S}${T}`, found => newParameter(found)),
  phrase(`${A_NEW}${X} ${ARGUMENT} ${ADDED} (?:to|in|on) ${S}${T}`, found => newParameter(found)),
  phrase(`(?:the )?${X} ${ARGUMENT} (?:of|in|from) ${S} (?:${REMOVED}|${LEFT})${T}`, lostParameter),
  phrase(`(?:the )?${ARGUMENT} ${X} (?:of|in|from) ${S} (?:${REMOVED}|${LEFT})${T}`, lostParameter),
  phrase(`(?:the )?${ARGUMENT} ${X} (?:of|in) ${S} was renamed to (?<y>§\\d+)${T}`, found =>
    renamedParameter(found),
  ),
  phrase(`(?:the )?${ARGUMENT} of ${S} was renamed from ${X} to (?<y>§\\d+)${T}`, found =>
    renamedParameter(found),
  ),
  phrase(
    `(?:the )?default(?: value)? (?:of|for) (?:the )?(?:${ARGUMENT} )?${X} (?:in|of) ${S} (?:has |was |is )?(?:now )?(?:changed|changes|flipped|flips|switched|went|goes|raised|lowered)(?: from ${V.replace('<v>', '<w>')})? to ${V}${T}`,
    found => otherDefault(found, found.value('w'), found.value(), true),
  ),
  phrase(
    `(?:the )?default(?: value)? of ${X} (?:has |was |has been )?(?:changed|switched|went|flipped) from ${V.replace('<v>', '<w>')} to ${V}${T}`,
    found => {
      const [symbol, old, now] = [found.name('x'), found.value('w'), found.value()];
      // Of a plain name it may be a parameter's.
      if (symbol?.includes('.') !== true || old === undefined || now === undefined) return undefined;
      return valueChange(symbol, undefined, old, now);
    },
  ),
  phrase(
    `the (?:commit|change) (?:flips|changes|switches) the default of ${X} in ${S} from ${V.replace('<v>', '<w>')} to ${V}${T}`,
    found => otherDefault(found, found.value('w'), found.value(), true),
  ),
  phrase(`${X} (?:changed|changes) its default in ${S} from ${V.replace('<v>', '<w>')} to ${V}${T}`, found =>
    otherDefault(found, found.value('w'), found.value(), true),
  ),
  phrase(`(?:the )?${X} ${ARGUMENT} of ${S} lost its default(?: value)?${T}`, found => {
    const subject = subjectOf(found, 'after');
    return (
      subject &&
      all(after(subject), parameterClaim(after(subject), parameterText(found), 'there', { value: null }))
    );
  }),
  phrase(`${X} (?:is|defaults to) ${V} by default in ${S}${T}`, found =>
    otherDefault(found, undefined, found.value()),
  ),
  phrase(`(?:the )?(?:new )?${ARGUMENT} ${X} of ${S} ${A}defaults to ${V}${T}`, found =>
    otherDefault(found, undefined, found.value()),
  ),
  phrase(`${S} has a default of ${V} for its ${X} ${ARGUMENT}${T}`, found =>
    otherDefault(found, undefined, found.value()),
  ),
  // What comes.
  phrase(
    `${A_NEW}${KIND}(?: named| called)?,? ${X},? ${ADDED}${AT_TOP}(?: (?:to|in|into|on|of) ${AT})?${T}`,
    found => withKind(found, 'x', atEnd(found, comes(found, 'x'))),
  ),
  phrase(`${A_NEW}${X} ${KIND} ${ADDED}${AT_TOP}(?: (?:to|in|into|on|of) ${AT})?${T}`, found =>
    withKind(found, 'x', atEnd(found, comes(found, 'x'))),
  ),
  phrase(`${X} ${ADDED}${AT_TOP} (?:to|in|into|on) ${AT}${T}`, found => atEnd(found, comes(found, 'x'))),
  phrase(`${X} is ${A_NEW}(?:new )${A_NEW}${KIND}(?: (?:in|of|on) ${AT})?${T}`, found =>
    withKind(found, 'x', comes(found, 'x')),
  ),
  phrase(`§(?<at>\\d+) (?:${GETS}|implements) ${A_NEW}${KIND} (?:named |called )?${X}${T}`, found =>
    /\b(?:new|gain|gets|got|receive)/.test(found.sentence)
      ? withKind(found, 'x', comes(found, 'x'))
      : undefined,
  ),
  phrase(`§(?<at>\\d+) does not (?:define|declare|override) (?:an? |any |its own )?${X}${T}`, found => {
    const where = inside(found, found.name('x'));
    return where && [exists(where[0], where[1], 'absent', 'after', 'defined')];
  }),
  phrase(`§(?<at>\\d+) ${A}defines ${A_NEW}${NOUN} ${X}${T}`, found => {
    const where = inside(found, found.name('x'));
    return where && [exists(where[0], where[1], 'there', found.when('after'), 'defined')];
  }),
  phrase(
    `${LIST} (?:are|were)(?: (?:both|all|two|three|four))?(?: new)? (?:(?:${WORDS}) )*(?:${NOUN}e?s )?(?:(?:newly )?(?:added|introduced) )?(?:in|to|at module level in) ${AT}${T}`,
    found => {
      const names = / new | added | introduced /.test(found.sentence) ? found.list(false) : undefined;
      return names?.flatMap((name): readonly SpotCheckClaim[] => {
        const where = inside(found, /^[A-Za-z_][\w.]*$/.test(name) ? name : undefined);
        if (where === undefined) return [];
        const [symbol, place] = where;
        return [
          exists(symbol, place, 'absent', 'before', 'defined'),
          exists(symbol, place, 'there', 'after', 'defined'),
        ];
      });
    },
  ),
  // What goes.
  phrase(`(?:the )?(?:${NOUN} )?${X} (?:${REMOVED}|${LEFT}) (?:from|in) ${AT}${T}`, found =>
    goes(found, 'x'),
  ),
  phrase(`(?:the )?(?:${NOUN} )?${X} (?:${LEFT})${T}`, found => goes(found, 'x')),
  phrase(`§(?<at>\\d+) (?:lost|dropped) (?:its|the) (?:${NOUN} )?${X}(?: ${NOUN})?${T}`, found =>
    found.isPath('at') || isClassLike(found.name('at') ?? '') ? goes(found, 'x') : undefined,
  ),
  // Imports.
  phrase(`${X} (?:is|was) ${A}imported${TOP} (?:in|of|by|into) ${P}${T}`, found =>
    imported(found, 'there', false),
  ),
  phrase(`${X} is no longer imported${TOP} (?:in|of|by|into) ${P}${T}`, found =>
    imported(found, 'absent', true),
  ),
  phrase(`${P} ${A}imports ${X}${TOP}${T}`, found => imported(found, 'there', false)),
  phrase(`${P} (?:has )?lost its import of ${X}(?: from (?<m>§\\d+|[a-z_]\\w*))?${T}`, found =>
    imported(found, 'absent', true),
  ),
  phrase(`(?:the )?import of ${X} (?:${REMOVED}|${LEFT}) (?:from|in) ${P}${T}`, found =>
    imported(found, 'absent', true),
  ),
  phrase(
    `(?:the )?import of ${X} (?:was|is|has been) added (?:to|in|at) (?<top>the top of )?${P}${T}`,
    found => imported(found, 'there', true),
  ),
  phrase(`${X} (?:was|has been|is) added to the imports of ${P}${T}`, found =>
    imported(found, 'there', true),
  ),
  phrase(`${X} is imported from (?<m>§\\d+|[a-z_]\\w*) in ${P}${T}`, found =>
    imported(found, 'there', false),
  ),
  phrase(`${X} is imported in ${P} from (?<m>§\\d+|[a-z_]\\w*)${T}`, found =>
    imported(found, 'there', false),
  ),
  phrase(`${X} (?:was|is|has been) added (?:to|at) (?<top>the top of) ${P}${T}`, found =>
    statement(found, true),
  ),
  phrase(`${P} has a new (?<top>top-level )?${X}${T}`, found => statement(found, true)),
  phrase(`${X} is a new import (?:in|of) ${P}${T}`, found => statement(found, true)),
  phrase(
    `${X} is ${A}(?:exported|re-exported) (?:from|by) (?:the )?(?:top-level )?(?:package |module )?§(?<at>\\d+)(?: package| module)?${T}`,
    found => {
      const [name, module] = [found.name('x'), found.place('at')];
      return name && module
        ? [{ kind: 'offers', module, names: [name], is: 'there', isExport: true, when: 'after' }]
        : undefined;
    },
  ),
  // What stays, and what does not.
  phrase(`${S} (?:was|is|has been) (?:left alone|not touched)${T}`, found => unchanged(found, 'all')),
  phrase(
    `(?:the )?(?<what>signature|parameters|arguments) of ${S} (?:is|are|was|were|stays?|remains?) (?:unchanged|unaffected|not changed|untouched|the same(?: as before| before and after)?)${T}`,
    found => unchanged(found, found.word('what') === 'signature' ? 'signature' : 'parameters'),
  ),
  phrase(
    `${S} (?:was|is|has been) (?:${VAGUE})(?: too| as well| here| accordingly| in the same (?:manner|way))*${T}`,
    found => changedSomehow(found, 'all'),
  ),
  phrase(
    `${S} (?:was|is|has been) (?:changed|modified|edited|touched)(?: too| as well| here| in the same (?:manner|way))+${T}`,
    found => changedSomehow(found, 'all'),
  ),
  phrase(
    `${S} (?:was|has been|is) (?:turned|changed) from an? (?<from>property|method) into an? (?:regular |plain )?(?<to>property|method)${T}`,
    sortChange,
  ),
  phrase(`${S} (?:became|is now|has become) an? (?:regular |plain )?(?<to>property)${T}`, sortChange),
  // Inside of functions.
  phrase(`${LOCAL} ${X} (?:${REMOVED}|${LEFT}) (?:from|in|inside) ${S}${T}`, found =>
    within(found, 'absent', true),
  ),
  phrase(`${S} no longer (?:uses|mentions|references|consults|looks at|has|contains) ${X}${T}`, found =>
    within(found, 'absent', true),
  ),
  phrase(
    `${X} is no longer (?:used|mentioned|consulted|looked at|needed|created) (?:in|by|inside) ${S}${T}`,
    found => within(found, 'absent', true),
  ),
  phrase(`${S} still (?:uses|mentions|contains) ${X}${T}`, found => within(found, 'there', false)),
  phrase(
    `${S} (?:keeps|has kept) (?:its|a|the) (?<local>variable|local variable) (?:called |named )?${X}${T}`,
    found => within(found, 'there', false),
  ),
  // What is said of no name can only be refuted: by that nothing of the kind is there.
  phrase(
    `${S} (?:was|has been|is) (?:${VAGUE}|switched|converted|changed|edited|modified) ${PURPOSE}`,
    found => (isClear(found) ? changedSomehow(found, 'all') : undefined),
  ),
  phrase(`${S} (?:had|has) to be (?:${VAGUE}|changed|edited|modified)(?: .+)?`, found =>
    isClear(found) ? changedSomehow(found, 'all') : undefined,
  ),
  phrase(
    `${S} (?:received|receives|got|gets|gained|gains|was given|is given) (?:a|an|one|another) (?:(?:${WORDS}) )*${ARGUMENT}(?: ${PURPOSE})?`,
    // A flag of a command line, or a key of `**options`, is in no header.
    found => (isClear(found) ? changedSomehow(found, 'all') : undefined),
  ),
  phrase(
    `(?:the )?signature of ${S} (?:has|got|gained|gets) a new (?:(?:${WORDS}) )*${ARGUMENT}(?: ${PURPOSE})?`,
    found => (isClear(found) ? changedSomehow(found, 'parameters') : undefined),
  ),
  phrase(
    `(?:a|one|another) new (?:(?:${WORDS}|exception) )*(?<sort>class|function|method) (?:was|is|has been) (?:added|introduced|created)(?: ${PURPOSE})?`,
    found => {
      const sort = found.word('sort');
      if (!isClear(found) || (sort !== 'class' && sort !== 'function' && sort !== 'method')) return undefined;
      return [{ kind: 'any_new', sort, owner: undefined, when: 'after' }];
    },
  ),
  phrase(
    `(?:the )?§(?<at>\\d+)(?: class)? (?:got|gets|gained|gains|received) a new (?:[a-z-]+ )?method`,
    found => {
      const owner = found.name('at');
      return owner === undefined ? undefined : [{ kind: 'any_new', sort: 'method', owner, when: 'after' }];
    },
  ),
  // Files.
  ...[
    `(?:the (?:commit|change)|it) (?:touches|changes|edits|modifies) (?:exactly |only )?${N} (?:python )?(?:modules?|files?) (?:under|in) §(?<at>\\d+)${T}`,
    `${N} (?:python )?(?:modules?|files?) (?:was|were|is|are) (?:changed|touched|edited) (?:under|in) §(?<at>\\d+)${T}`,
  ].map(words =>
    phrase(words, found => {
      const [count, folder] = [found.count(), found.place('at')];
      return count === undefined || !folder
        ? undefined
        : [{ kind: 'file_count', folder, count, when: 'after' }];
    }),
  ),
  phrase(
    `${P} is the (?:only|one|sole) (?<kind>source |python |non-test |)(?:file|module)(?: of the package| here| in (?:the |this )?(?:commit|package|change))?(?: that)?(?: (?:was|is|has been))?(?: (?:changed|modified|touched|edited|part of the commit))?(?: here)?${T}`,
    found => onlyFile(found),
  ),
  phrase(
    `nothing but ${P} (?:is part of this commit|was changed|changed|was touched|is changed)${T}`,
    found => onlyFile(found),
  ),
];
