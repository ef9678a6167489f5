import { isClassLike } from '../code/dotted-names.ts';
import type { Sort } from './claim-kinds.ts';
import { isClassNotation, notationClaims } from './class-notation.ts';
import { exists, hasCome } from './existence-claims.ts';
import { sourceSaid } from './file-paths.ts';
import type { Found } from './grammar.ts';
import { type Detail, parameterClaim, parameterText } from './parameter-claims.ts';
import { all, type Subject, subjectOf } from './phrase-subject.ts';
import { readImport } from './phrases-modules.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

type Claims = readonly SpotCheckClaim[] | undefined;

/** Where a sentence puts a name: in a file, or in a class. */
export function inside(
  found: Found,
  name: string | undefined,
): readonly [string, string | undefined] | undefined {
  const at = found.place('at');
  if (name === undefined || at === null) return undefined;
  if (at === undefined) return [name, found.place() ?? undefined];
  const isClass = !found.isPath('at') && isClassLike(at);
  return isClass ? [`${at}.${name}`, undefined] : [name, at];
}

/** A name that comes to a file or a class, with its brackets where they are written. */
export function comes(found: Found, group: string): Claims {
  const text = found.code(group)?.text ?? '';
  const callee = found.callee(group);
  const where = inside(found, callee?.name);
  if (where !== undefined && isClassNotation(text) && !where[0].includes('.'))
    return notationClaims(text, where[1], 'after', true);
  if (callee === undefined || where === undefined) return undefined;
  const [symbol, place] = where;
  const { signature } = callee;
  return [
    exists(symbol, place, 'absent', 'before', 'defined'),
    hasCome(symbol, place),
    ...(signature === undefined
      ? []
      : [{ kind: 'signature', symbol, place, signature, when: 'after' } as const]),
  ];
}

/** With the end of the file that it comes to. */
export function atEnd(found: Found, claims: Claims): Claims {
  const end = found.word('end');
  if (claims === undefined || end === undefined) return claims;
  const there = claims.find(claim => claim.kind === 'exists' && claim.is === 'there');
  if (there?.kind !== 'exists' || there.symbol.includes('.'))
    return [...claims, { kind: 'nothing_else', when: 'after' }];
  const { symbol, place } = there;
  const how = end === 'top' ? 'first' : 'last';
  // Behind it there may be other things that do not count.
  return [...claims, { kind: 'order', symbol, place, how, isUnsure: true, when: 'after' }];
}

export function goes(found: Found, group: string): Claims {
  const where = inside(found, found.name(group));
  if (where === undefined) return undefined;
  const [symbol, place] = where;
  return [
    exists(symbol, place, 'there', 'before', 'defined'),
    exists(symbol, place, 'absent', 'after', 'defined'),
  ];
}

/** A value that was one and is another. */
export function valueChange(symbol: string, place: string | undefined, old: string, now: string): Claims {
  const at = { kind: 'value', symbol, place, is: 'there' } as const;
  return [
    { ...at, value: old, when: 'before' },
    { ...at, value: now, when: 'after' },
  ];
}

export const before = (subject: Subject): Subject => ({ ...subject, when: 'before' });
export const after = (subject: Subject): Subject => ({ ...subject, when: 'after' });

/** A parameter that was not there, with its default where it is said. */
export function newParameter(found: Found, value?: string | null, detail: Detail = {}): Claims {
  const subject = subjectOf(found, 'after');
  if (subject === undefined) return undefined;
  const text = parameterText(found);
  return all(
    after(subject),
    parameterClaim(after(subject), text, 'there', {
      isOwn: true,
      ...detail,
      ...(value === undefined ? {} : { value }),
    }),
    parameterClaim(before(subject), text, 'absent', { isOwn: true }),
  );
}

export function lostParameter(found: Found): Claims {
  const subject = subjectOf(found, 'after');
  if (subject === undefined) return undefined;
  const text = parameterText(found);
  return all(
    after(subject),
    parameterClaim(after(subject), text, 'absent'),
    parameterClaim(before(subject), text),
  );
}

/** The default of a parameter, on both sides where both are said. */
export function otherDefault(
  found: Found,
  from: string | null | undefined,
  to: string | null | undefined,
  isChange = false,
): Claims {
  const subject = subjectOf(found, 'after');
  if (subject === undefined || to === undefined) return undefined;
  const text = parameterText(found);
  const earlier = before(subject);
  return all(
    after(subject),
    parameterClaim(after(subject), text, 'there', { value: to }),
    ...(from === undefined ? [] : [parameterClaim(earlier, text, 'there', { value: from })]),
    // What it was already it was not changed to.
    ...(isChange && from === undefined ? [parameterClaim(earlier, text, 'absent', { value: to })] : []),
  );
}

/** What is said of an import that must be at the top of its file. */
export function imported(found: Found, is: 'there' | 'absent', isChange: boolean): Claims {
  const [place, source] = [found.place(), found.place('m')];
  const names = found.word('list') === undefined ? [found.code('x')?.text ?? ''] : found.list(true);
  if (!place || source === null || names === undefined) return undefined;
  const from = source === undefined ? undefined : sourceSaid(source);
  if (source !== undefined && from === undefined) return undefined;
  const isTop = found.word('top') !== undefined;
  if (!names.every(name => /^[A-Za-z_][\w.]*$/.test(name))) return undefined;
  return names.flatMap((name): readonly SpotCheckClaim[] => {
    const claim = { kind: 'imports', place, name, from, isTop } as const;
    const other = is === 'there' ? 'absent' : 'there';
    return [
      { ...claim, is, when: found.when('after') },
      ...(isChange ? [{ ...claim, is: other, when: 'before' } as const] : []),
    ];
  });
}

/** Whether some code is inside of a function, before and after the change. */
export function within(found: Found, is: 'there' | 'absent', isChange: boolean): Claims {
  const subject = subjectOf(found, 'after');
  const written = found.code('x')?.text;
  if (subject === undefined || written === undefined || found.code('x')?.quote === '"') return undefined;
  const { symbol, place } = subject;
  const noun = found.word('local');
  const text = noun === 'call' ? written.replace(/\(\)$/, '(') : written;
  const claim = { kind: 'within', symbol, place, text } as const;
  const other = is === 'there' ? 'absent' : 'there';
  return [
    { ...claim, is, when: 'after' },
    ...(isChange ? [{ ...claim, is: other, when: 'before' } as const] : []),
    ...(noun === undefined || !/^\w+$/.test(text)
      ? []
      : [asLocal(noun, { symbol, place, name: text }, isChange ? 'before' : 'after')]),
  ];
}

/** What is a local variable is bound; a name alone is no condition and no call. */
const asLocal = (
  noun: string,
  about: { readonly symbol: string; readonly place: string | undefined; readonly name: string },
  when: 'before' | 'after',
): SpotCheckClaim =>
  /^(?:local|variable)/.test(noun)
    ? { kind: 'local', ...about, when }
    : { kind: 'nothing_else', when: 'after' };

export function sortChange(found: Found): Claims {
  const subject = subjectOf(found, 'after');
  if (subject === undefined) return undefined;
  const { symbol, place } = subject;
  const sortOf = (word: string | undefined): Sort => (word === 'property' ? 'property' : 'method');
  const [from, to] = [found.word('from'), found.word('to')];
  const claim = { kind: 'sort', symbol, place, is: 'there' } as const;
  return [
    { ...claim, sort: sortOf(to), when: 'after' },
    ...(from === undefined ? [] : [{ ...claim, sort: sortOf(from), when: 'before' } as const]),
  ];
}

/** An import statement, written out, that comes to a file. */
export function statement(found: Found, isChange: boolean): Claims {
  const read = readImport(found.code('x')?.text ?? '');
  const place = found.place();
  if (read === undefined || !place) return undefined;
  const isTop = found.word('top') !== undefined;
  return read.names.flatMap((name): readonly SpotCheckClaim[] => {
    const claim = {
      kind: 'imports',
      place,
      ...name,
      from: read.from,
      isTop,
      statementOf: read.names.length,
    } as const;
    return [
      { ...claim, is: 'there', when: 'after' },
      ...(isChange ? [{ ...claim, is: 'absent', when: 'before' } as const] : []),
    ];
  });
}

/** Words that may turn what is said into its opposite, or into something about another time. */
export const isClear = ({ sentence }: Found): boolean =>
  !/\b(?:not|never|no|nothing|neither|nor|without|except|only|earlier|previous(?:ly)?|already|before|later|once|if|when|unless|docs?|documentation|docstring|comments?|callers?|uses?)\b|n't/.test(
    sentence,
  );

/** Something of it differs, whatever the sentence says of how: false where nothing does. */
export function changedSomehow(found: Found, what: 'all' | 'parameters'): Claims {
  const subject = subjectOf(found, 'after');
  if (subject === undefined) return undefined;
  const { symbol, place } = subject;
  return [{ kind: 'same', symbol, place, what, is: 'other', isVague: true, when: 'after' }];
}

export function renamedParameter(found: Found): Claims {
  const subject = subjectOf(found, 'after');
  if (subject === undefined) return undefined;
  return all(
    after(subject),
    parameterClaim(after(subject), parameterText(found, 'y')),
    // It was not there under both names.
    parameterClaim(before(subject), parameterText(found, 'y'), 'absent', { isOwn: true }),
    parameterClaim(after(subject), parameterText(found), 'absent'),
    parameterClaim(before(subject), parameterText(found)),
    // Of several that are new another one may be it.
    {
      ...{ kind: 'new_parameters', symbol: subject.symbol, place: subject.place },
      ...{ count: 1, when: 'after', isUnsure: true },
    } as const,
  );
}

export function unchanged(found: Found, what: 'all' | 'signature' | 'parameters'): Claims {
  if (what === 'all' && found.isPath('s') && found.word('p') === undefined)
    return [
      { kind: 'same', symbol: undefined, place: found.place('s') ?? '', what, is: 'same', when: 'after' },
    ];
  const subject = subjectOf(found, 'after');
  if (subject === undefined) return undefined;
  const { symbol, place } = subject;
  return [{ kind: 'same', symbol, place, what, is: 'same', when: 'after' }];
}

export function onlyFile(found: Found): Claims {
  const place = found.place();
  if (!place || !found.isPath('p')) return undefined;
  const said = found.word('kind')?.trim();
  const of = said === 'python' || said === 'source' || said === 'non-test' ? said : 'any';
  return [{ kind: 'only_file', place, of, when: 'after' }];
}
