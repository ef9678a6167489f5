import type { Found } from './grammar.ts';
import { subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim, When } from './spot-check-claim.ts';
import { saysOf } from './spot-check-words.ts';

export type Claims = readonly SpotCheckClaim[] | undefined;

export const exists = (
  symbol: string,
  place: string | undefined,
  is: 'there' | 'absent',
  when: When,
  says: 'exists' | 'defined' | 'at home' = 'exists',
): SpotCheckClaim => ({ kind: 'exists', symbol, is, says, what: undefined, place, times: undefined, when });

/** What a class inherits may be meant by who says that it has it. */
export const withInherited = (claim: SpotCheckClaim): SpotCheckClaim =>
  claim.kind === 'exists' ? { ...claim, mayInherit: true } : claim;

/** What is said to be defined is not there where it is only used. */
export const asDefinition = (claim: SpotCheckClaim): SpotCheckClaim =>
  claim.kind === 'exists' ? { ...claim, isDefinition: true } : claim;

export const speaksOfDefinitions = (words: string): boolean => /\b(?:defin|declar|implement)/.test(words);

/** What comes to a class may come from a base. */
export const hasCome = (symbol: string, place: string | undefined, when: When = 'after'): SpotCheckClaim =>
  withInherited(exists(symbol, place, 'there', when, 'defined'));

/** A name is there, or a file is. */
export function there(found: Found, otherwise: When): Claims {
  if (found.isPath('s') && found.word('p') === undefined)
    return [{ kind: 'file', place: found.place('s') ?? '', is: 'there', when: found.when(otherwise) }];
  const subject = subjectOf(found, otherwise);
  if (subject === undefined || !canBeName(found)) return undefined;
  const { symbol, place, when, more } = subject;
  return [exists(symbol, place, 'there', when, saysOf(found.word('how'))), ...more];
}

/** A plain word that only looks like a name because it begins a sentence is none. */
function canBeName(found: Found): boolean {
  const code = found.code('s');
  return code?.quote === '`' || (code?.text.length ?? 0) > 1;
}

function fileBecomes(after: 'there' | 'absent', found: Found): Claims {
  const place = found.place('s') ?? '';
  const before = after === 'there' ? 'absent' : 'there';
  return [
    { kind: 'file', place, is: before, when: 'before' },
    { kind: 'file', place, is: after, when: 'after' },
  ];
}

/** It was there, and is not any more. */
export function gone(found: Found): Claims {
  if (found.isPath('s') && found.word('p') === undefined) return fileBecomes('absent', found);
  const names = found.word('list') === undefined ? [found.name('s')] : (found.list(false) ?? [undefined]);
  const place = found.place();
  if (place === null || names.some(name => name === undefined)) return undefined;
  return names.flatMap(name => [
    ...callable(found, name ?? '', place, 'before'),
    exists(name ?? '', place, 'there', 'before', 'defined'),
    absentAs(found, exists(name ?? '', place, 'absent', 'after', saysOf('defined'))),
  ]);
}

/** With brackets, it is said to be something that can be called. */
const callable = (
  found: Found,
  symbol: string,
  place: string | undefined,
  when: When,
): readonly SpotCheckClaim[] =>
  found.code('s')?.text.endsWith('()') === true
    ? [{ kind: 'called', symbol, place, noun: 'callable', when }]
    : [];

/** A property that becomes a method is there, and no property any more: what the sentence calls it counts. */
const absentAs = (found: Found, claim: SpotCheckClaim): SpotCheckClaim =>
  claim.kind === 'exists' ? { ...claim, what: found.word('snoun') } : claim;

export function absent(found: Found): Claims {
  if (found.isPath('s') && found.word('p') === undefined)
    return [{ kind: 'file', place: found.place('s') ?? '', is: 'absent', when: found.when('after') }];
  const [name, place] = [found.name('s'), found.place()];
  if (name === undefined || place === null) return undefined;
  return [withInherited(exists(name, place, 'absent', found.when('after'), saysOf(found.word('how'))))];
}

/** It was not there, and is now. */
export function come(found: Found): Claims {
  if (found.isPath('s') && found.word('p') === undefined) return fileBecomes('there', found);
  const subject = subjectOf(found, 'after');
  if (subject === undefined) return undefined;
  const { symbol, place, more } = subject;
  return [
    absentAs(found, exists(symbol, place, 'absent', 'before', 'defined')),
    hasCome(symbol, place),
    ...callable(found, symbol, place, 'after'),
    ...more,
  ];
}

/** A definition is in another file than before. The old one may import it from there. */
export const moved = (symbol: string, from: string, to: string, now = symbol): readonly SpotCheckClaim[] => [
  exists(symbol, from, 'there', 'before', 'defined'),
  exists(symbol, from, 'absent', 'after', 'at home'),
  ...movedTo(symbol, to, now, from),
];

/** The same from wherever it was. */
export const movedTo = (
  symbol: string,
  to: string,
  now = symbol,
  source = 'somewhere',
): readonly SpotCheckClaim[] => [
  exists(now, to, 'there', 'after', 'defined'),
  exists(now, to, 'absent', 'before', 'at home'),
  { kind: 'renamed', symbol, to: now, place: to, source, when: 'after' },
];

export function renamed(
  from: string | undefined,
  to: string | undefined,
  place: string | undefined | null,
  keeps?: 'signature' | 'parameters',
): Claims {
  if (from === undefined || to === undefined || place === null) return undefined;
  const around =
    from.includes('.') && !to.includes('.') ? `${from.slice(0, from.lastIndexOf('.'))}.${to}` : to;
  return [
    exists(from, place, 'there', 'before', 'defined'),
    exists(from, place, 'absent', 'after', 'defined'),
    exists(around, place, 'there', 'after', 'defined'),
    {
      kind: 'renamed',
      symbol: from,
      to: around,
      place,
      ...(keeps === undefined ? {} : { keeps }),
      when: 'after',
    },
  ];
}

export const ownerOf = (name: string | undefined, none = '-'): string =>
  name?.includes('.') === true ? name.slice(0, name.lastIndexOf('.')) : none;

export const plainName = (name: string | undefined): string => name?.replaceAll('_', '').toLowerCase() ?? '';

/** `P defines a and b`: of a file its names, of a class its members. */
export function holds(found: Found): Claims {
  const owner = found.place('s') ?? found.name('s');
  const names = found.list(false);
  if (owner === undefined || owner === null || names === undefined) return undefined;
  if (!names.every(name => /^[A-Za-z_]\w*$/.test(name))) return undefined;
  const when = found.when();
  // What a class has may come from a base; what it defines is its own.
  const says = /^(?:has|contains|provides)$/.test(found.word('verb') ?? '') ? 'exists' : 'defined';
  const isFile = found.isPath('s') || /^(?:module|file|package)$/.test(found.word('snoun') ?? '');
  return names.map(name =>
    isFile
      ? exists(name, owner, 'there', when, says)
      : exists(`${owner}.${name}`, undefined, 'there', when, says),
  );
}
