import { isClassLike, lastOf } from '../code/dotted-names.ts';
import { exists, movedTo } from './existence-claims.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { all, subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, adverb: A, time: T, value: V, number: N } = part;
type Claims = readonly SpotCheckClaim[] | undefined;
const K = '§(?<k>\\d+)';

/** Sentences about keys of mappings, setters of properties, and imports inside of functions. */
export const KEY_PHRASES: readonly Phrase[] = [
  // Keys.
  phrase(`${S} ${A}has the key ${K}${T}`, found => item(found, 'there')),
  phrase(`${S} (?:has no|no longer has the) key ${K}${T}`, found => {
    const isGone = / no longer /.test(found.sentence);
    const now = item(found, 'absent');
    const before = item(found, 'there');
    return isGone && now && before ? [...at(now, 'after'), ...at(before, 'before')] : now && at(now, 'after');
  }),
  phrase(`${S} gained the key ${K}${T}`, found => {
    const [now, before] = [item(found, 'there'), item(found, 'absent')];
    return now && before && [...at(now, 'after'), ...at(before, 'before')];
  }),
  phrase(`the key ${K} of ${S} is ${A}${V}${T}`, found => item(found, 'there', found.value())),
  phrase(`${K} (?:in|of) (?<s>§\\d+) (?:is|defaults to|is set to|equals) ${A}${V}${T}`, found =>
    isKey(found) ? item(found, 'there', found.value()) : undefined,
  ),
  // `LIMIT defaults to 3 in Box.settings`: no parameter is written so.
  phrase(
    `${K} (?:${A}(?:defaults to|is set to|equals)|is ${A.replace('<adverb>', '<adverb2>')}) ?${V} in (?<s>§\\d+)${T}`,
    found => (isKey(found) ? item(found, 'there', found.value()) : undefined),
  ),
  phrase(`${K} is (?:${A}|${A.replace('<adverb>', '<adverb2>')}set to )?${V} in (?<s>§\\d+)${T}`, found =>
    isKey(found) ? item(found, 'there', found.value()) : undefined,
  ),
  phrase(
    `${K} (?:was|has been|is) (?<deed>added to|removed from|dropped from|deleted from) (?<s>§\\d+)(?: (?:with (?:the |a )?(?:default )?value(?: of)?|with (?:a )?default(?: of)?|set to|as) ${V})?${T}`,
    found => {
      if (!isKey(found)) return undefined;
      const isNew = found.word('deed') === 'added to';
      const [now, old] = [
        item(found, isNew ? 'there' : 'absent', found.value()),
        item(found, isNew ? 'absent' : 'there'),
      ];
      return now && old && [...at(now, 'after'), ...at(old, 'before')];
    },
  ),
  phrase(`${S} ${A}has (?:exactly |only )?${N} (?:keys|fields|items)${T}`, found => {
    const [subject, count] = [subjectOf(found), found.count()];
    if (subject === undefined || count === undefined || !isClassLike(subject.symbol)) return undefined;
    if (!/[a-z]/.test(lastOf(subject.symbol))) return undefined;
    const { symbol, place, when } = subject;
    return all(subject, { kind: 'key_count', symbol, place, count, when });
  }),
  // Setters.
  phrase(`${S} ${A}has an? (?<what>setter|deleter)${T}`, found => accessor(found, 'there')),
  phrase(
    `${S} (?:has no|does not have an?|no longer has an?|lost its) (?<what>setter|deleter)${T}`,
    found => {
      const now = accessor(found, 'absent');
      const before = accessor(found, 'there');
      const isGone = / no longer | lost /.test(found.sentence);
      return isGone && now && before
        ? [...at(now, 'after'), ...at(before, 'before')]
        : now && at(now, 'after');
    },
  ),
  phrase(`${S} gained an? (?<what>setter|deleter)${T}`, found => {
    const [now, before] = [accessor(found, 'there'), accessor(found, 'absent')];
    return now && before && [...at(now, 'after'), ...at(before, 'before')];
  }),
  // Imports.
  phrase(`${S} ${A}has the local import §(?<x>\\d+)${T}`, found => {
    const subject = subjectOf(found);
    const name = found.name('x');
    if (subject === undefined || name === undefined) return undefined;
    const { symbol, place, when } = subject;
    return all(subject, { kind: 'within', symbol, place, text: `import ${name}`, is: 'there', when });
  }),
  // Other places.
  phrase(`${S} is (?<not>no longer|not) at home in §(?<p2>\\d+)${T}`, found => {
    const [name, place] = [found.name('s'), found.place('p2')];
    if (name === undefined || !place || found.word('p') !== undefined) return undefined;
    return [
      exists(name, place, 'absent', 'after', 'at home'),
      ...(found.word('not') === 'no longer' ? [exists(name, place, 'there', 'before', 'defined')] : []),
    ];
  }),
  phrase(`${S} was moved to §(?<p2>\\d+) as §(?<o>\\d+)`, found => {
    const [name, to, now] = [found.name('s'), found.place('p2'), found.name('o')];
    if (
      name === undefined ||
      !to ||
      now === undefined ||
      !found.isPath('p2') ||
      found.word('p') !== undefined
    )
      return undefined;
    return movedTo(name, to, now);
  }),
];

function item(found: Found, is: 'there' | 'absent', value?: string): Claims {
  const subject = subjectOf(found);
  // Its quotes are none of a key.
  const key = found.code('k')?.text.replace(/^(["'])(.+)\1$/s, '$2');
  if (subject === undefined || key === undefined || key === '') return undefined;
  const { symbol, place, when } = subject;
  return all(subject, { kind: 'item', symbol, place, key, value, is, when });
}

/** Written in capitals, or quoted; and of what a class has, or what is written in capitals itself: no module is. */
function isKey(found: Found): boolean {
  const [key, owner] = [found.code('k'), found.name('s')];
  const isQuoted = key?.quote === '"' || key?.quote === "'";
  return isOwnerOfKeys(owner ?? '') && (isQuoted || /^[A-Z][A-Z\d_]+$/.test(key?.text ?? ''));
}

export const isOwnerOfKeys = (owner: string): boolean =>
  /(?:^|\.)_{0,2}[A-Z]\w*\.[a-z_]\w*$/.test(owner) || /^_*[A-Z][A-Z\d_]+$/.test(lastOf(owner));

function accessor(found: Found, is: 'there' | 'absent'): Claims {
  const subject = subjectOf(found);
  const what = found.word('what') === 'deleter' ? 'deleter' : 'setter';
  if (subject === undefined) return undefined;
  const { symbol, place, when } = subject;
  return all(subject, { kind: 'accessor', symbol, place, accessor: what, is, when });
}

const at = (claims: readonly SpotCheckClaim[], when: 'before' | 'after'): readonly SpotCheckClaim[] =>
  claims.map(claim => ({ ...claim, when }));
