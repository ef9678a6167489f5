import { codeValue, inside, insideChange } from './body-claims.ts';
import {
  after,
  changedSomehow,
  comes,
  imported,
  newParameter,
  otherDefault,
  inside as placeOf,
  unchanged,
  within,
} from './change-claims.ts';
import { exists } from './existence-claims.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { parameterClaim, parameterText } from './parameter-claims.ts';
import { all, subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';
import { numberOf } from './spot-check-words.ts';

const { subject: S, file: P, adverb: A, time: T, value: V } = part;
const X = '(?<x>§\\d+)';
const NOT = '(?:(?<no>no longer)|(?<adverb>still|now|already|newly|currently))? ?';
const NOUN =
  '(?:private |public |new |module-level |pure |local |keyword |optional |boolean |helper |nested |instance |class |config |misspelled |flag )*(?:function|method|class|helper|constant|variable|property|attribute|exception|decorator|dataclass|name|local|key|global|parameter|argument|option|flag|setting|field)';
const ARGUMENT =
  '(?:keyword argument|keyword-only argument|keyword-only parameter|parameter|argument|keyword|flag|option|arg|param)';
const ADDED = '(?:was|is|are|were|has been|have been|got) (?:newly )?(?:added|introduced|created)';
const CHANGED =
  '(?:was|were|is|are|has been|have been|got) (?:changed|modified|edited|touched|altered|rewritten|updated|affected)';
const SAME =
  '(?:(?:is|are|was|were|stays?|remains?|has been|have been) ?(?:completely |entirely |exactly |left )?(?:unchanged|unaffected|not changed|not modified|not touched|not edited|untouched|the same|identical|intact|unmodified|alone)(?: as before| before and after| on both sides)?|(?:does|do|did) not change)';
const IN =
  '(?: (?:in|inside|within|of|from) (?:the )?(?:file |module |class |function |method )?§(?<sc>\\d+)(?: (?:in|of) §(?<p>\\d+))?)';
const COUNT =
  '(?:exactly |only )?(?<n>once|twice|(?:one|two|three|four|five|six|seven|eight|nine|ten|\\d+) (?:times?|places?|spots?))';

type Claims = readonly SpotCheckClaim[] | undefined;

const countOf = (found: Found): number | undefined =>
  numberOf((found.word('n') ?? '').replace(/ (?:times?|places?|spots?)$/, ''));

function uses(found: Found): Claims {
  const [name, count] = [found.name('x'), countOf(found)];
  if (name === undefined || count === undefined) return undefined;
  return inside(found, { kind: 'use', name, count });
}

function calls(found: Found): Claims {
  const [name, count] = [found.name('x'), countOf(found)];
  if (name === undefined || count === undefined) return undefined;
  return inside(found, { kind: 'call', name, arguments: [], count });
}

/** `x rather than y`: the one is there now, the other was. */
function instead(found: Found): Claims {
  const [x, y] = [found.code('x'), found.code('y')];
  if (x === undefined || y === undefined || x.quote === '"' || y.quote === '"') return undefined;
  const [now, was] = [
    inside(found, { kind: 'code', text: x.text }),
    insideChange(found, { kind: 'code', text: y.text }, 'absent'),
  ];
  return now && was && [...now.map(claim => ({ ...claim, when: 'after' }) as const), ...was];
}

function files(found: Found, isAll: boolean): Claims {
  const places = found.list(false);
  const count = found.word('n') === undefined ? undefined : numberOf(found.word('n') ?? '');
  if (places === undefined || !places.every(place => /\.pyi?$/.test(place))) return undefined;
  const isAnyFile = /\bfiles?\b/.test(found.sentence) && !/ (?:source|python) files?\b/.test(found.sentence);
  return [{ kind: 'files', places, count, isAll, isAnyFile, when: 'after' }];
}

const LIST = '(?<list>§\\d+(?:(?:, and |, | and )§\\d+)*)';
const N = '(?<n>two|three|four|five|six|seven|eight|nine|ten|\\d+)';
const FILES = '(?:source |python )?(?:files|modules)(?: of the package| of the project)?';

const placed = (found: Found, at: 'module' | 'function'): Claims => {
  const subject = subjectOf(found);
  if (subject === undefined) return undefined;
  const is = found.word('no') === undefined ? 'there' : 'absent';
  return all(subject, {
    kind: 'placed',
    symbol: subject.symbol,
    place: subject.place,
    at,
    is,
    when: is === 'there' ? subject.when : 'after',
  });
};

function follows(found: Found, isDirect: boolean): Claims {
  const [name, other] = [found.name('x'), found.name('y')];
  const where = found.place('at');
  if (name === undefined || other === undefined || where === null) return undefined;
  const isClass = where !== undefined && !found.isPath('at');
  const full = (each: string) => (isClass && !each.includes('.') ? `${where}.${each}` : each);
  const [first, second] = found.word('o') === 'before' ? [name, other] : [other, name];
  return [
    {
      kind: 'follows',
      symbol: full(second),
      place: isClass ? undefined : where,
      other: full(first),
      isDirect,
      when: 'after',
    },
  ];
}

function annotated(found: Found): Claims {
  const subject = subjectOf(found, 'after');
  const text = parameterText(found);
  const annotation = found.code('ann')?.text;
  if (subject === undefined || text === undefined || annotation === undefined) return undefined;
  return all(after(subject), parameterClaim(after(subject), `${text}: ${annotation}`));
}

/** A change of a signature to the one that is written. */
function newSignature(found: Found): Claims {
  const subject = subjectOf(found, 'after');
  const signature = found.code('sig')?.text.replace(/^(?:async )?(?:def )?[\w.]*(?=\()/, '');
  if (subject === undefined || !signature?.startsWith('(')) return undefined;
  const { symbol, place } = subject;
  return [{ kind: 'signature', symbol, place, signature, when: 'after' }];
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'str',
  str: 'str',
  list: 'list',
  tuple: 'tuple',
  dict: 'dict',
  dictionary: 'dict',
  set: 'set',
  frozenset: 'frozenset',
  bool: 'bool',
  boolean: 'bool',
  int: 'int',
  integer: 'int',
  bytes: 'bytes',
};

/** Sentences about edits, in more of the words that reviewers have for them. */
export const EDIT_PHRASES: readonly Phrase[] = [
  // How often something is there.
  phrase(
    `(?:the )?(?:${NOUN} )?${X} ${NOT}(?:is ${NOT.replace('<no>', '<no2>').replace('<adverb>', '<adverb2>')}(?:used|referenced|mentioned)) (?:in )?${COUNT}${IN}(?:,? (?:apart from|besides|not counting|without) the imports?)?${T}`,
    uses,
  ),
  phrase(`${X} is ${NOT}(?:called|invoked|instantiated) (?:from |in |at )${COUNT}${IN}${T}`, calls),
  phrase(`${X} is ${NOT}(?:evaluated|computed|tested|checked) ${COUNT}${IN}${T}`, found => {
    const [text, count] = [found.code('x')?.text, countOf(found)];
    return text === undefined || count === undefined
      ? undefined
      : inside(found, { kind: 'code', text, count });
  }),
  // One thing for another.
  phrase(
    `(?:the )?(?:function |method |class )?§(?<sc>\\d+)(?: in §(?<p>\\d+))? (?:now )?(?:uses|calls|looks at|reads|returns|checks|raises|catches|takes|writes|passes|consults|tests|compares) ${X} (?:rather than|instead of|and no longer|in place of) (?<y>§\\d+)${T}`,
    instead,
  ),
  phrase(
    `(?:the )?(?:function |method |class )?§(?<sc>\\d+)(?: in §(?<p>\\d+))? (?:replaces|replaced|swaps|swapped) (?<y>§\\d+) (?:by|with|for) ${X}${T}`,
    instead,
  ),
  phrase(`(?<y>§\\d+) (?:was|is|has been) replaced (?:by|with) ${X}${IN}${T}`, instead),
  phrase(
    `(?:the )?(?:local(?: variable| flag)? )?(?<y>§\\d+)${IN} (?:was|is|has been) renamed(?: to)? ${X}${T}`,
    instead,
  ),
  phrase(
    `(?:the )?(?:local(?: variable| flag)?|variable) (?<y>§\\d+) (?:was|is|has been) renamed(?: to)? ${X}${IN}${T}`,
    instead,
  ),
  // Where something stands.
  phrase(
    `${S} is ${NOT}(?:a |an )?(?:defined |declared |placed )?(?:at|on) (?:the )?(?:module level|top level)(?: (?:in|of) §(?<at>\\d+))?${T}`,
    found => (found.word('at') === undefined ? placed(found, 'module') : placedIn(found, 'module')),
  ),
  phrase(
    `${S} is ${NOT}(?:a |an )(?:module-level|top-level) (?:function|class|helper)(?: (?:in|of) §(?<at>\\d+))?${T}`,
    found => (found.word('at') === undefined ? placed(found, 'module') : placedIn(found, 'module')),
  ),
  phrase(
    `${S} is ${NOT}(?:a |an )?(?:nested function|inner function|nested inside of a function|local function)${T}`,
    found => placed(found, 'function'),
  ),
  phrase(
    `(?:the )?nested (?:function|helper) §(?<s>\\d+) (?:was|has been) (?:promoted|moved|turned|lifted) (?:to|into|out to) (?:the )?(?:an? )?(?:module level|top level|module-level function|top-level function)${T}`,
    found => {
      const now = placed(found, 'module');
      return (
        now && [
          ...now.map(claim => ({ ...claim, when: 'after' }) as const),
          ...now.map(claim => ({ ...claim, at: 'function', when: 'before' }) as SpotCheckClaim),
        ]
      );
    },
  ),
  phrase(
    `(?:the )?(?:method |function |class )?${X} (?:comes|stands|is|was added|is placed|is defined|was placed|was put|sits|follows) (?<o>directly |immediately |right )?(?:after|behind|below) (?:the )?(?:method |function |class )?(?<y>§\\d+)(?: in (?:the )?(?:class body of |body of |class |file )?§(?<at>\\d+))?${T}`,
    found => follows(found, found.word('o') !== undefined),
  ),
  phrase(
    `(?:the )?(?:method |function |class )?${X} (?:comes|stands|is placed|is defined|sits) (?<o>before) (?:the )?(?:method |function |class )?(?<y>§\\d+)(?: in (?:the )?(?:class body of |body of |class |file )?§(?<at>\\d+))?${T}`,
    found => follows(found, false),
  ),
  // What stays.
  phrase(`(?:the )?(?:code|implementation|definition|source) of ${S} ${SAME}${T}`, found =>
    unchanged(found, 'all'),
  ),
  phrase(`${S} ${SAME}${T}`, found => unchanged(found, 'all')),
  phrase(`(?:the )?(?:code|implementation|body|definition|source|logic) of ${S} ${CHANGED}${T}`, found =>
    changedSomehow(found, 'all'),
  ),
  phrase(
    `(?:the )?(?:parameters|order of the parameters|order of parameters|signature|parameter list|parameter order) of ${S} ${CHANGED}(?: (?:so that|to|such that) .+)?${T}`,
    found => changedSomehow(found, 'parameters'),
  ),
  phrase(`(?:the )?order of (?:the )?(?:parameters|arguments) of ${S} ${CHANGED}(?: .+)?`, found =>
    changedSomehow(found, 'parameters'),
  ),
  phrase(`(?:the )?signature of ${S} ${CHANGED} (?:in)?to §(?<sig>\\d+)${T}`, newSignature),
  phrase(`${S} (?:survives|still lives|still lives on|lives on|is still around|is kept)${T}`, found => {
    const [name, place] = [found.name('s'), found.place()];
    if (name === undefined || place === null || found.isPath('s')) return undefined;
    return [exists(name, place, 'there', 'after')];
  }),
  // Parameters.
  phrase(
    `${S} ${A}(?:has|gets|got|gains|gained|takes) (?:a |an )?new (?:first|second|third|fourth|last|final) ${ARGUMENT} ${X}${T}`,
    found => newParameter(found),
  ),
  phrase(
    `(?:a |the )?(?:new )?${ARGUMENT} ${X} ${ADDED} (?:to|in|on) ${S}(?:,? (?:with|and) (?:a |the )?default(?: value)?(?: of)? ${V})?${T}`,
    found => newParameter(found, found.value()),
  ),
  phrase(`a new ${ARGUMENT} ${X} ${ADDED} (?:to|in|on) ${S}(?: (?:to|for|so that|because) .+)?`, found =>
    newParameter(found),
  ),
  phrase(`${X} is ${V} by default (?:in|for) ${S}${T}`, found =>
    otherDefault(found, undefined, found.value()),
  ),
  phrase(
    `(?:the )?(?:${ARGUMENT} )?${X}(?: ${ARGUMENT})? of ${S} is ${A}(?:annotated|typed|declared)(?: as| with)? §(?<ann>\\d+)${T}`,
    annotated,
  ),
  phrase(
    `(?:the )?(?:type )?annotation of (?:the )?(?:${ARGUMENT} )?${X}(?: ${ARGUMENT})? (?:in|of) ${S} is ${A}§(?<ann>\\d+)${T}`,
    annotated,
  ),
  phrase(
    `${S} (?:changed|changes) (?:the|its) default ${X.replace('x', 'q')}?(?:of )?(?:for )?${X} (?:from ${V.replace('<v>', '<w>')} )?to ${V}${T}`,
    found => otherDefault(found, found.value('w'), found.value()),
  ),
  phrase(
    `${S} (?:changed|changes) its default (?:for )?(?<x>[a-z_]\\w*|§\\d+) (?:from ${V.replace('<v>', '<w>')} )?to ${V}${T}`,
    found => otherDefault(found, found.value('w'), found.value()),
  ),
  phrase(
    `(?:the )?default (?<x>[a-z_]\\w*|§\\d+) of ${S} (?:goes|went|changes|changed|was changed|is changed|moves|moved)(?: from ${V.replace('<v>', '<w>')})? to ${V}${T}`,
    found => otherDefault(found, found.value('w'), found.value()),
  ),
  // Results.
  phrase(
    `${S} ${A}returns an? (?<type>string|str|list|tuple|dict|dictionary|set|frozenset|bool|boolean|int|integer|bytes)${T}`,
    found => {
      const subject = subjectOf(found);
      const result = TYPES[found.word('type') ?? ''];
      if (subject === undefined || result === undefined) return undefined;
      return all(subject, {
        kind: 'returns',
        symbol: subject.symbol,
        place: subject.place,
        result,
        isDeclared: true,
        when: subject.when,
      });
    },
  ),
  // What comes with a value.
  phrase(
    `(?:a |an |the )?(?:new )?(?:${NOUN} )?${X} (?:with (?:the )?value|=|set to|that is) ${V} ${ADDED}(?: (?:to|in|into) §(?<at>\\d+))?${T}`,
    withValue,
  ),
  phrase(
    `§(?<at>\\d+) ${A}(?:defines|has|gets|got|introduces|adds|sets) (?:a |an |the )?(?:new )?(?:${NOUN} )?${X} (?:with (?:the )?value|=|set to|to|as|,? whose value is) ${V}${T}`,
    withValue,
  ),
  phrase(`${X} (?:is|defaults to) ${V} by default${T}`, found => {
    const [symbol, value] = [found.name('x'), found.value()];
    return symbol === undefined || value === undefined || !/^[A-Z_]{3,}$/.test(symbol)
      ? undefined
      : [{ kind: 'value', symbol, place: undefined, value, is: 'there', when: 'after' }];
  }),
  // What goes, and what comes.
  phrase(
    `(?:the )?(?:${NOUN} )?${X} (?:is|was|are|were) (?:gone|removed|dropped|deleted) from §(?<at>\\d+)${T}`,
    found => {
      const where = placeOf(found, found.name('x'));
      if (where === undefined) return undefined;
      return [exists(where[0], where[1], 'there', 'before'), exists(where[0], where[1], 'absent', 'after')];
    },
  ),
  phrase(
    `(?:a |an |the )?(?:new )?(?:${NOUN}) ${X} ${ADDED}(?: at module level)?(?: (?:to|in|into|on) §(?<at>\\d+))?${T}`,
    found => comes(found, 'x'),
  ),
  phrase(
    `(?:a |an |the )?(?:new )?(?:${NOUN})?,? ?${X},? (?:lives|is defined|was added|appears) in §(?<at>\\d+) now${T}`,
    found => comes(found, 'x'),
  ),
  phrase(`${X} is ${A}defined on (?:the )?(?:class )?§(?<at>\\d+)${T}`, found => {
    const where = placeOf(found, found.name('x'));
    return where && [exists(where[0], where[1], 'there', found.when('after'), 'defined')];
  }),
  phrase(
    `(?:the )?(?:new )?(?:validator |function |class |name )?${X} is ${A}(?:listed|named|included|contained) in (?:the )?§(?<q>\\d+)(?: of §(?<p>\\d+))?${T}`,
    found => {
      const [name, place] = [found.code('x')?.text, found.place()];
      if (name === undefined || place === null || found.code('q')?.text !== '__all__') return undefined;
      const fact = { kind: 'entry', owner: '__all__', key: JSON.stringify(name), value: undefined } as const;
      return place === undefined ? undefined : inside(found, fact, { symbol: undefined, place });
    },
  ),
  phrase(`${X} ${ADDED} to the import(?:s)? from (?<m>§\\d+|[a-z_]\\w*) (?:in|of) ${P}${T}`, found =>
    imported(found, 'there', true),
  ),
  phrase(
    `(?:the )?(?:local |lazy )?import of ${X} in ${S} (?:was|is|has been) (?<no>removed|dropped)${T}`,
    found =>
      found.word('s') === undefined
        ? undefined
        : inside(found, { kind: 'import', name: found.name('x') ?? '' }, scopeOfSubject(found)),
  ),
  // Inside of functions.
  phrase(
    `${S} (?:keeps|has kept|retains) (?:its|a|the) ${X} (?:call|lookup|check|test|import|branch|block|condition|assertion)(?: as .+)?${T}`,
    found => (/ as /.test(found.sentence) ? undefined : within(found, 'there', false)),
  ),
  phrase(
    `(?:the )?(?:${NOUN} )?${X}(?: signal| call| check| variable| flag)? is no longer (?:sent|used|called|consulted|emitted|evaluated|read|checked|raised|needed|built) (?:in|by|from|inside) ${S}${T}`,
    found => within(found, 'absent', true),
  ),
  phrase(`${S} ${A}declares ${X} (?:as |to be )?(?<word>nonlocal|global)${T}`, found => {
    const name = found.name('x');
    return name === undefined
      ? undefined
      : inside(found, { kind: 'scope', word: found.word('word') ?? '', name }, scopeOfSubject(found));
  }),
  phrase(`${P} ${A}(?:defines|contains|has|says) (?:the (?:line|assignment|statement) )?${X}${T}`, found => {
    const text = found.code('x')?.text ?? '';
    const place = found.place();
    if (!place || !found.isPath('p') || !/^[\w.]+(?:: .+)? = /.test(text)) return undefined;
    return inside(found, { kind: 'code', text }, { symbol: undefined, place });
  }),
  // Files.
  phrase(
    `(?:only )?${N} ${FILES} (?:was|were|are|have been)? ?(?:changed|modified|edited|touched): ${LIST}${T}`,
    found => files(found, true),
  ),
  phrase(
    `(?:tests and changelog aside, |apart from tests, )?the (?:commit|change) (?:touches|changes|edits|modifies) (?:only )?(?:${N} ${FILES}(?:,|:) )?${LIST}(?: only)?${T}`,
    found => files(found, found.word('n') !== undefined || / only\b/.test(found.sentence)),
  ),
  phrase(
    `${LIST} are the only ${FILES} (?:that )?(?:were |are |was )?(?:changed|modified|edited|touched)(?: here)?${T}`,
    found => files(found, true),
  ),
  phrase(`only ${LIST} (?:was|were|is|are) (?:changed|modified|edited|touched)${T}`, found =>
    files(found, true),
  ),
];

function placedIn(found: Found, at: 'module' | 'function'): Claims {
  const where = found.place('at');
  if (!where || !found.isPath('at')) return undefined;
  return placed(found, at)?.map(claim =>
    'place' in claim ? ({ ...claim, place: claim.place ?? where } as SpotCheckClaim) : claim,
  );
}

const scopeOfSubject = (found: Found) => {
  const subject = subjectOf(found);
  return subject && { symbol: subject.symbol, place: subject.place };
};

function withValue(found: Found): Claims {
  const where = placeOf(found, found.name('x'));
  const value = codeValue(found);
  if (where === undefined || value === undefined) return undefined;
  const [symbol, place] = where;
  return [
    ...(/ new |added|introduced/.test(found.sentence)
      ? [exists(symbol, place, 'absent', 'before', 'defined')]
      : []),
    { kind: 'value', symbol, place, value, is: 'there', when: 'after' },
  ];
}
