import { isClassLike, lastOf } from '../code/dotted-names.ts';
import { valueChange } from './change-claims.ts';
import type { Sort } from './claim-kinds.ts';
import { type Claims, exists, gone } from './existence-claims.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, file: P, place: IN, adverb: A, time: T, list: LIST, value: V } = part;

const SORTS: Readonly<Record<string, Sort>> = {
  property: 'property',
  staticmethod: 'staticmethod',
  'static method': 'staticmethod',
  classmethod: 'classmethod',
  'class method': 'classmethod',
  class: 'class',
  function: 'function',
  'module-level function': 'function',
  'top-level function': 'function',
  'plain method': 'instance method',
  'regular method': 'instance method',
  'normal method': 'instance method',
  'ordinary method': 'instance method',
  'instance method': 'instance method',
  method: 'method',
  coroutine: 'async',
  'coroutine function': 'async',
  'async function': 'async',
  'async method': 'async',
  'async def': 'async',
  asynchronous: 'async',
  async: 'async',
  constant: 'constant',
  'module-level constant': 'constant',
  'module-level variable': 'constant',
  'module-level name': 'constant',
  'class attribute': 'constant',
};
const SORT = `(?<sort>${Object.keys(SORTS)
  .sort((a, b) => b.length - a.length)
  .join('|')})`;

const placeOfSort = (words: string | undefined): 'class' | 'module' | undefined =>
  words === 'class attribute' ? 'class' : words?.startsWith('module-level') === true ? 'module' : undefined;

function sortClaims(found: Found, is: 'there' | 'absent'): Claims {
  const subject = subjectOf(
    found,
    is === 'absent' && found.word('longer') !== undefined ? 'after' : 'present',
  );
  const sort = SORTS[found.word('sort') ?? ''];
  if (subject === undefined || sort === undefined) return undefined;
  const { symbol, place, when, more } = subject;
  if (is === 'absent' && sort === 'constant' && found.word('longer') !== undefined) return gone(found);
  const isMember = symbol.includes('.') && is === 'there';
  const own = isMember
    ? { ...exists(symbol, place, 'there', when, 'defined'), mayInherit: true }
    : exists(symbol, place, 'there', when);
  const at = place === undefined && !isMember ? [] : [own as SpotCheckClaim];
  return [
    ...at,
    {
      ...{ kind: 'sort', symbol, place, sort, is, when },
      at: placeOfSort(found.word('sort')),
      isCoroutine: found.word('sort')?.startsWith('coroutine') === true,
    },
    // Called plain, it is hardly one to await.
    ...(is === 'there' && / (?:plain|regular) /.test(found.sentence)
      ? [{ kind: 'sort', symbol, place, sort: 'async', is: 'absent', isUnsure: true, when } as const]
      : []),
    ...more,
  ];
}

const INHERITS =
  '(?:inherits? (?:(?<directly2>directly) )?from|extends|subclasses|derives? (?:(?<directly3>directly) )?from|is derived from|is (?:a |an |still a |now a )?(?:(?<directly1>direct) )?subclass of|is based on)';

function bases(found: Found, is: 'there' | 'absent'): Claims {
  const subject = subjectOf(found, is === 'absent' ? 'after' : 'present');
  const names = found
    .list(true)
    ?.map(name =>
      /^[A-Z_][\w.]*$|[._[]|^(?:dict|list|tuple|set|str|int|object|type|property|frozenset|bytes|float|bool)$/.test(
        name,
      ) && /^[\w.]+(?:\[[^()=]*\])?$/.test(name)
        ? name
        : undefined,
    );
  if (subject === undefined || names === undefined) return undefined;
  const known = names.filter(name => name !== undefined);
  if (known.length !== names.length) return undefined;
  const { symbol, place, when, more } = subject;
  const exact = found.word('adverb') === 'only';
  const isDirect = ['directly', 'directly1', 'directly2', 'directly3'].some(
    each => found.word(each) !== undefined,
  );
  const isOrdered = found.word('ordered') !== undefined;
  return [{ kind: 'bases', symbol, place, names: known, exact, isDirect, isOrdered, is, when }, ...more];
}
function value(found: Found, is: 'there' | 'absent'): Claims {
  const subject = subjectOf(found);
  const written = found.value();
  if (subject === undefined || written === undefined) return undefined;
  // In backticks a plain name may be anything but the value.
  const code = found.code('v');
  const isWritten = / (?:computed|built|initiali[sz]ed|assigned|given the value|created) /.test(
    found.sentence,
  );
  if (code !== undefined && code.quote !== '"' && code.quote !== "'" && !isWritten && !isValueText(written))
    return undefined;
  const { symbol, place, when, more } = subject;
  return [{ kind: 'value', symbol, place, value: written, is, when }, ...more];
}

const isValueText = (text: string): boolean =>
  /^(?:None|True|False|-?\d[\d_.]*|[rbuf]?['"].*['"]|[[({].*[\])}]|[A-Za-z_][\w.]*[[(].*[\])])$/s.test(text);

/** What a docstring says, as far as it is quoted, and did say before where it does no longer. */
function docstring(found: Found, written: string, isGone: boolean): Claims {
  const subject = subjectOf(found, isGone ? 'after' : 'present');
  const text = written.replace(/ ?(?:…|\.\.\.)$/, '').replace(/\.$/, '');
  if (subject === undefined || text.trim() === '') return undefined;
  const { symbol, place, when, more } = subject;
  const isWhole = / has the docstring | reads /.test(found.sentence);
  const isName = / (?:option|parameter|argument|documents) /.test(found.sentence);
  const about = { kind: 'docstring', symbol, place, text, isWhole, isName } as const;
  return isGone
    ? [{ ...about, is: 'absent', when: 'after' }, { ...about, is: 'there', when: 'before' }, ...more]
    : [{ ...about, is: 'there', when }, ...more];
}

/** Sentences about what is defined where, and what it is. */
export const DEFINITION_PHRASES: readonly Phrase[] = [
  phrase(
    `${S} ${A}${INHERITS} (?:both )?${LIST}(?: (?<directly>directly))?(?:,? (?<ordered>in (?:this|that|exactly this) order))?${T}`,
    found => bases(found, 'there'),
    true,
  ),
  phrase(
    `${S} (?:no longer (?:inherits from|extends|subclasses)|does not (?:inherit from|extend|subclass)|is (?:not|no longer) a subclass of) ${LIST}${T}`,
    found => bases(found, 'absent'),
  ),
  phrase(`${S} has no bases${T}`, found => {
    const subject = subjectOf(found);
    if (subject === undefined) return undefined;
    const { symbol, place, when, more } = subject;
    return [{ kind: 'bases', symbol, place, names: [], exact: true, is: 'there', when }, ...more];
  }),
  phrase(`${S} is (?:the|a) base class (?:of|for) ${LIST}${T}`, found => {
    const base = found.name('s');
    const names = found.list(false);
    if (base === undefined || names === undefined || found.place() === null) return undefined;
    return names.map(symbol => ({
      kind: 'bases',
      symbol,
      place: undefined,
      names: [base],
      exact: false,
      is: 'there',
      when: found.when(),
    }));
  }),
  phrase(
    `${S} is ${A}(?:defined as |declared as |implemented as )?(?:an? |a plain |a regular )?${SORT}(?: (?:in|of) §(?<p2>\\d+))?${T}`,
    found => {
      const place = found.place('p2');
      const [name, owner] = [found.name('s'), found.name('p2')];
      if (name !== undefined && owner !== undefined && !found.isPath('p2') && isClassLike(owner)) {
        const sort = SORTS[found.word('sort') ?? ''];
        if (sort === undefined || found.word('p') !== undefined) return undefined;
        const about = { symbol: `${owner}.${name}`, place: undefined, when: found.when() };
        return [
          exists(about.symbol, undefined, 'there', about.when, 'defined'),
          { ...about, kind: 'sort', sort, is: 'there', at: placeOfSort(found.word('sort')) },
        ];
      }
      return place === null
        ? undefined
        : (sortClaims(found, 'there')?.flatMap(claim =>
            'place' in claim && place !== undefined
              ? [exists(found.name('s') ?? '', place, 'there', found.when()), { ...claim, place }]
              : [claim],
          ) as Claims);
    },
  ),
  phrase(`${S} is (?:(?<longer>no longer)|not) (?:an? )?${SORT}${IN.replace('<p>', '<p2>')}${T}`, found => {
    const place = found.place('p2');
    if (place === null) return undefined;
    return sortClaims(found, 'absent')?.map(claim =>
      'place' in claim ? { ...claim, place: claim.place ?? place } : claim,
    ) as Claims;
  }),
  phrase(
    `${S} is (?:an? )?(?:attribute|method|member|property|field) of (?:the )?(?:class )?§(?<o>\\d+)${T}`,
    found => {
      const [name, owner] = [found.name('s'), found.name('o')];
      if (name === undefined || owner === undefined || found.word('p') !== undefined) return undefined;
      return [exists(`${owner}.${name}`, undefined, 'there', found.when(), 'defined')];
    },
  ),
  phrase(`${S} is ${A}(?:an? )?§(?<o>\\d+)(?: (?:in|of) §(?<p2>\\d+))?${T}`, found => {
    const [subject, what, place] = [subjectOf(found), found.code('o')?.text ?? '', found.place('p2')];
    if (subject === undefined || place === null) return undefined;
    const { symbol, when, more } = subject;
    const at = { symbol, place: subject.place ?? place, when, is: 'there' } as const;
    const sort = SORTS[what.replace(/^@/, '')];
    if (sort !== undefined) return [{ ...at, kind: 'sort', sort }, ...more];
    const isClass =
      /^[\w.]+$/.test(what) &&
      /^[A-Z]/.test(lastOf(what)) &&
      /[a-z]/.test(what) &&
      found.code('o')?.quote !== '"';
    return isClass ? [{ ...at, kind: 'bases', names: [what], exact: false }, ...more] : undefined;
  }),
  phrase(`${S} is ${A}decorated (?:with|by) (?:the )?§(?<d>\\d+)(?: decorator)?${T}`, found => {
    const subject = subjectOf(found);
    const name = found.code('d')?.text.replace(/^@/, '');
    if (subject === undefined || name === undefined || !/^[\w.]+(?:\(.*\))?$/s.test(name)) return undefined;
    const { symbol, place, when, more } = subject;
    return [{ kind: 'decorator', symbol, place, name, when }, ...more];
  }),
  phrase(`${S} is ${A}(?:an? )?dataclass(?: (?:in|of) §(?<p2>\\d+))?${T}`, found => {
    const [subject, place] = [subjectOf(found), found.place('p2')];
    if (subject === undefined || place === null) return undefined;
    const { symbol, when, more } = subject;
    return [{ kind: 'decorator', symbol, place: subject.place ?? place, name: 'dataclass', when }, ...more];
  }),
  phrase(
    `${S} (?:is decorated with nothing|has no decorators?|is (?:not decorated|undecorated))${T}`,
    found => {
      const subject = subjectOf(found);
      if (subject === undefined) return undefined;
      const { symbol, place, when, more } = subject;
      return [{ kind: 'decorator', symbol, place, name: null, when }, ...more];
    },
  ),
  phrase(
    `${S} ${A}(?:is|equals|has the value|is set to|is equal to|is computed as|is built (?:with|as|from)|is initiali[sz]ed (?:with|to|as)|is assigned|is defined as|is given the value|is created (?:with|as|by)) ${A.replace('<adverb>', '<adverb2>')}(?:set to )?${V}${IN.replace('<p>', '<p2>')}${T}`,
    found => {
      const later = /^(?:still|now)$/.test(found.word('adverb2') ?? '');
      const place = found.place('p2');
      if (place === null) return undefined;
      return value(found, 'there')?.map(claim => ({
        ...claim,
        ...(later ? { when: 'after' as const } : {}),
        ...('place' in claim && claim.place === undefined ? { place } : {}),
      })) as Claims;
    },
  ),
  phrase(
    `${S} is ${A}(?:computed as|built (?:with|as|from)|initiali[sz]ed (?:with|to|as)|assigned|defined as|given the value|created (?:with|as|by)) ${V}${IN.replace('<p>', '<p2>')}${T}`,
    found => {
      const place = found.place('p2');
      if (place === null) return undefined;
      return value(found, 'there')?.map(claim => ({
        ...claim,
        ...('place' in claim && claim.place === undefined ? { place } : {}),
      })) as Claims;
    },
  ),
  phrase(`§(?<s>\\d+)(?: is set)?${IN}${T}`, found => {
    const text = found.code('s')?.text ?? '';
    const equals = text.indexOf('=');
    const [symbol, written] = [text.slice(0, Math.max(0, equals)).trim(), text.slice(equals + 1).trim()];
    const place = found.place();
    if (!/^[A-Za-z_][\w.]*$/.test(symbol) || written === '' || place === null) return undefined;
    return [{ kind: 'value', symbol, place, value: written, is: 'there', when: found.when() }];
  }),
  phrase(`${P} ${A}(?:sets|assigns|defines) §(?<s>\\d+) (?:to|as|=) ${V}${T}`, found =>
    value(found, 'there'),
  ),
  phrase(
    `${S} (?:(?:was|has been) )?(?:changed|went|bumped|raised|lowered|increased|decreased|reduced) from ${V.replace('<v>', '<w>')} to ${V}(?: in §(?<p2>\\d+))?${T}`,
    found => {
      const subject = subjectOf(found);
      const [old, now, place] = [found.value('w'), found.value(), found.place('p2')];
      if (subject === undefined || old === undefined || now === undefined || place === null) return undefined;
      return valueChange(subject.symbol, subject.place ?? place, old, now);
    },
  ),
  phrase(
    `${S} (?:was|has been|got|gets|is) (?:updated|bumped|raised|lowered|increased|decreased|switched|changed) to ${V}(?: in §(?<p2>\\d+))?${T}`,
    found => {
      const [subject, now, place] = [subjectOf(found), found.value(), found.place('p2')];
      if (subject === undefined || now === undefined || place === null) return undefined;
      const { symbol, more } = subject;
      const at = { symbol, place: subject.place ?? place, value: now, is: 'there' } as const;
      return [{ kind: 'value', ...at, when: 'otherwise' }, ...more];
    },
  ),
  phrase(
    `(?:the )?(?:docstring|documentation) (?:of|for) ${S} ${A}(?:(?<longer>no longer) )?(?:says|mentions|contains|reads|states|documents) (?:that )?(?:a |an |the )?(?:(?:new|option|parameter|argument|text|phrase|word) )*§(?<d>\\d+)${T}`,
    found => {
      const text = found.code('d')?.text;
      return text === undefined ? undefined : docstring(found, text, found.word('longer') !== undefined);
    },
  ),
  phrase(`${S} ${A}has the docstring §(?<d>\\d+)${T}`, found => {
    const text = found.code('d')?.text;
    return text === undefined ? undefined : docstring(found, text, false);
  }),
  phrase(`${S} ${A}has (?<no>no|a) docstring${T}`, found => {
    const subject = subjectOf(found);
    if (subject === undefined) return undefined;
    const { symbol, place, when, more } = subject;
    const is = found.word('no') === 'no' ? 'absent' : 'there';
    return [{ kind: 'docstring', symbol, place, text: null, is, when }, ...more];
  }),
];
