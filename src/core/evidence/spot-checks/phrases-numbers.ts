import { isClassNotation } from './class-notation.ts';
import { exists } from './existence-claims.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { countClaim } from './parameter-claims.ts';
import { all, subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, file: P, adverb: A, time: T, list: LIST, number: N } = part;
type Claims = readonly SpotCheckClaim[] | undefined;

/** Sentences about results, numbers of things, lines and files. */
/** Sentences about numbers of things, and lines. */
export const NUMBER_PHRASES: readonly Phrase[] = [
  phrase(
    `${S} ${A}has (?:exactly )?${N} (?:positional )?(?:parameters?|arguments?) (?:including|counting) (?:self|cls)${T}`,
    found => counted(found, 'counted'),
  ),
  phrase(
    `${S} ${A}(?:has|keeps|takes|accepts) (?:its |exactly )?${N} (?:parameters?|arguments?),? (?:besides|apart from|other than|after|excluding|not counting|except(?: for)?) (?:self|cls)${T}`,
    found => counted(found, 'not counted'),
  ),
  phrase(
    `${P} ${A}(?:contains|defines|has|holds) (?:exactly |only |just )?${N} (?<sort>class|classes|functions?|top-level functions?|module-level functions?)${T}`,
    found => holds(found),
  ),
  phrase(
    `${P} ${A}(?:contains|defines|has|holds) (?:exactly |only |just )?${N} (?<sort>class|classes|functions?|top-level functions?|module-level functions?)(?::| -|,| namely) ${LIST}${T}`,
    found => holds(found),
  ),
  phrase(
    `${S} ${A}(?:has|contains|defines|lists) (?:exactly |only )?${N} (?:enum )?members?(?:, from §(?<from>\\d+) to §(?<to>\\d+))?${T}`,
    found => {
      const [owner, count, place] = [found.name('s'), found.count(), found.place()];
      if (owner === undefined || count === undefined || place === null || found.isPath('s')) return undefined;
      const ends = [found.name('from'), found.name('to')].filter(each => each !== undefined);
      return [
        { kind: 'holds_count', owner, sort: 'member', count, ends, when: found.when() },
        ...(ends.length === 0 ? [] : [{ kind: 'members', owner, names: ends, when: found.when() } as const]),
      ];
    },
  ),
  phrase(`${S} ${A}has (?:exactly |only )?${N} overloads?${T}`, found => overloads(found)),
  phrase(
    `${S} is (?:overloaded|annotated with overloads) (?<times>once|twice|\\d+ times|three times|four times)${T}`,
    found => overloads(found),
  ),
  phrase(
    `${N} (?:new )?(?:(?:helper|private|module-level) )*functions? (?:named|called|matching|of the form) §(?<x>\\d+) (?:were|was|have been|are) (?:added|introduced|created) (?:to|in) ${P}${T}`,
    found => {
      const [count, place, text] = [found.count(), found.place(), found.code('x')?.text ?? ''];
      const prefix = /^(\w+)\*$/.exec(text)?.[1];
      return count === undefined || !place || prefix === undefined
        ? undefined
        : [{ kind: 'new_named', place, prefix, count, when: 'after' }];
    },
  ),
  phrase(
    `no (?:(?<of>public|private) )?(?<sort>functions?|classes|class|names?|definitions?|symbols?|helpers?) (?:in|of|from) ${P} (?:was|were|has been|have been|is|are) (?:renamed|removed|deleted|dropped|lost)(?: or (?:renamed|removed|deleted|moved))?${T}`,
    found => {
      const place = found.place();
      const sort = /^func/.test(found.word('sort') ?? '')
        ? 'function'
        : /^class/.test(found.word('sort') ?? '')
          ? 'class'
          : undefined;
      if (
        !place ||
        / or moved| moved/.test(found.sentence) ||
        !/removed|deleted|dropped|lost/.test(found.sentence)
      )
        return undefined;
      const said = found.word('of');
      const of = said === 'public' || said === 'private' ? said : undefined;
      return [{ kind: 'none_lost', place, sort, of, when: 'after' }];
    },
  ),
  // Lines.
  phrase(
    `${S} (?:is |was )?${A}(?:defined |found |declared |located )?(?:in §(?<p3>\\d+) )?(?:at|on|starts on|starts at|begins on|begins at) line (?<n>\\d+)(?: (?:of|in) §(?<p2>\\d+))?${T}`,
    atLine,
  ),
  phrase(
    `${P} ${A}(?:defines|declares|contains) (?:the function |a function |an? )?§(?<sig>\\d+)${T}`,
    found => {
      const callee = found.callee('sig');
      const place = found.place();
      if (
        !place ||
        !found.isPath('p') ||
        callee?.signature === undefined ||
        isClassNotation(found.code('sig')?.text ?? '')
      )
        return undefined;
      const { name, signature } = callee;
      const when = found.when();
      return [
        ...(/^__\w+__$/.test(name) ? [] : [exists(name, place, 'there', when, 'defined')]),
        { kind: 'signature', symbol: name, place, signature, isExact: true, when },
      ];
    },
  ),
];

function counted(found: Found, self: 'counted' | 'not counted'): Claims {
  const [subject, count] = [subjectOf(found), found.count()];
  if (subject === undefined || count === undefined) return undefined;
  return all(subject, countClaim(found, subject, count, self));
}

function holds(found: Found): Claims {
  const [owner, count] = [found.place(), found.count()];
  if (!owner || count === undefined || !found.isPath('p')) return undefined;
  const sort = /class/.test(found.word('sort') ?? '') ? 'class' : 'function';
  const names = found.list(false);
  if (found.word('list') !== undefined && (names === undefined || names.length !== count)) return undefined;
  const when = found.when();
  return [
    { kind: 'holds_count', owner, sort, count, when },
    ...(names ?? []).map(name => exists(name, owner, 'there', when, 'defined')),
  ];
}

function overloads(found: Found): Claims {
  const words: Readonly<Record<string, number>> = { once: 1, twice: 2, 'three times': 3, 'four times': 4 };
  const said = found.word('times');
  const count = said === undefined ? found.count() : (words[said] ?? Number.parseInt(said, 10));
  const owner = found.name('s');
  if (owner === undefined || count === undefined || found.word('p') !== undefined) return undefined;
  return [{ kind: 'holds_count', owner, sort: 'overload', count, when: found.when() }];
}

function atLine(found: Found): Claims {
  const subject = subjectOf(found);
  const place = found.place('p2') ?? found.place('p3');
  if (subject === undefined || place === null || subject.more.length > 0) return undefined;
  return [
    {
      kind: 'at_line',
      symbol: subject.symbol,
      place: subject.place ?? place,
      line: Number(found.word('n')),
      when: subject.when,
    },
  ];
}
