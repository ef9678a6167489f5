import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { upTo } from './code-text.ts';
import { sourceSaid } from './file-paths.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { notMentioned } from './mention-claims.ts';
import { subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim, When } from './spot-check-claim.ts';

const { subject: S, file: P, module: M, adverb: A, time: T, list: LIST, number: N } = part;

type Claims = readonly SpotCheckClaim[] | undefined;

/** `imports a and b from m`, of one file. */
function imports(found: Found, is: 'there' | 'absent', otherwise: When): Claims {
  const [place, source, names] = [found.place(), found.place('m'), found.list(true)];
  if (!place || source === null || names === undefined) return undefined;
  const from = source === undefined ? undefined : sourceSaid(source);
  if (source !== undefined && from === undefined) return undefined;
  const when = found.when(otherwise);
  const isTop = / at (?:the|its) top\b/.test(found.sentence);
  const claims: SpotCheckClaim[] = [];
  // A plain word must at least be a module's name: `a.py imports lazily`.
  const plain =
    found
      .word('list')
      ?.split(/, and |, or |, | and | & | or /)
      .filter(item => !/^(?:the )?§/.test(item)) ?? [];
  if (source === undefined && plain.some(item => !STANDARD_LIBRARY.has(item))) return undefined;
  // Whatever it is called, it comes from there; that all of it does is not looked at.
  if (plain.some(name => ANYTHING.test(name)))
    return from === undefined || names.length > 1 || (is === 'there' && names.some(name => ALL.test(name)))
      ? undefined
      : [{ kind: 'imports', place, is, name: from, from: undefined, when }];
  for (const name of names) {
    const statement = readImport(name);
    if (statement !== undefined)
      claims.push(
        ...statement.names.map(
          (each): SpotCheckClaim => ({
            kind: 'imports',
            place,
            is,
            ...each,
            from: statement.from,
            isTop,
            when,
          }),
        ),
      );
    else if (/^\.*[A-Za-z_][\w.]*$/.test(upTo(name, ' as ')))
      claims.push({ kind: 'imports', place, is, ...withAlias(name), from, isTop, when });
    else return undefined;
  }
  return claims;
}

const ANYTHING =
  /^(?:anything|something|everything|nothing|things?|names?|any|all|more|less|it|them|these|those)$/;

const ALL = /^(?:everything|all|names?|things?|these|those|them)$/;

/** With the name that it has in the file. */
function aliased(found: Found, claims: Claims, group = 'as'): Claims {
  const alias = found.code(group)?.text;
  if (alias === undefined || !/^\w+$/.test(alias) || claims?.length !== 1) return undefined;
  return claims.map(claim => (claim.kind === 'imports' ? { ...claim, alias } : claim));
}

/** It was imported, and is not any more. */
function noLonger(found: Found): Claims {
  const now = imports(found, 'absent', 'after');
  return now?.flatMap((claim): readonly SpotCheckClaim[] =>
    claim.kind === 'imports' ? [claim, { ...claim, is: 'there', when: 'before' }] : [claim],
  );
}

interface ImportedName {
  readonly name: string;
  readonly alias?: string;
}

/** `a as b`; the same name again says nothing more. */
function withAlias(text: string): ImportedName {
  const [name = '', alias] = text.split(' as ').map(each => each.trim());
  return alias === undefined || alias === name ? { name } : { name, alias };
}

/** An import statement as code. */
export function readImport(
  text: string,
): { readonly names: readonly ImportedName[]; readonly from: string | undefined } | undefined {
  const words = text.replaceAll(/[()]/g, ' ').trim().split(/\s+/);
  const from = words[0] === 'from' && words[2] === 'import' ? words[1] : undefined;
  if (from === undefined && words[0] !== 'import') return undefined;
  const listed = words
    .slice(from === undefined ? 1 : 3)
    .join(' ')
    .split(',');
  const names = listed.map(withAlias);
  return names.every(({ name, alias = name }) => /^[\w.]+$/.test(name) && /^[\w.]+$/.test(alias))
    ? { names, from }
    : undefined;
}

function statement(found: Found, is: 'there' | 'absent', when: readonly [When, ...When[]]): Claims {
  const read = readImport(found.code('s')?.text ?? '');
  const place = found.place();
  if (read === undefined || !place) return undefined;
  const [first, second] = when;
  const isTop = found.word('top') !== undefined;
  return read.names.flatMap((name): SpotCheckClaim[] => {
    const statementOf = read.names.length;
    const claim = { kind: 'imports', place, ...name, from: read.from, isTop, statementOf } as const;
    const other = is === 'there' ? 'absent' : 'there';
    return [
      { ...claim, is, when: first },
      ...(second === undefined ? [] : [{ ...claim, is: other, when: second } as const]),
    ];
  });
}

function offers(
  found: Found,
  is: 'there' | 'absent',
  module: string | null | undefined,
  names: readonly string[] | undefined,
  otherwise: When = 'present',
): Claims {
  if (!module || names === undefined || !names.every(name => /^[A-Za-z_]\w*$/.test(name))) return undefined;
  const isExport = is === 'there' && /export|expos/.test(found.sentence);
  return [{ kind: 'offers', module, names, is, isExport, when: found.when(otherwise) }];
}

const same = (found: Found, is: 'same' | 'other'): Claims => {
  if (found.isPath('s') && found.word('p') === undefined)
    return [
      {
        kind: 'same',
        symbol: undefined,
        place: found.place('s') ?? undefined,
        what: 'all',
        is,
        when: 'after',
      },
    ];
  const subject = subjectOf(found);
  if (subject === undefined) return undefined;
  // With its parameters behind the name it may be said of these alone.
  const isSigned = subject.more.some(({ kind }) => kind === 'signature');
  if (isSigned && is === 'other') return undefined;
  return [
    {
      kind: 'same',
      symbol: subject.symbol,
      place: subject.place,
      what: isSigned ? 'signature' : 'all',
      is,
      when: 'after',
    },
    ...(isSigned
      ? [
          {
            kind: 'same',
            symbol: subject.symbol,
            place: subject.place,
            what: 'all',
            is,
            isLoose: true,
            when: 'after',
          } as const,
        ]
      : []),
    ...subject.more,
  ];
};

const UNCHANGED =
  '(?:(?:is|was|stays|remains|has been|stayed|remained) (?:completely |entirely )?(?:left )?(?:unchanged|untouched|unmodified|not (?:modified|changed|touched|edited|altered)|the same)|(?:has not been|was not|is not|were not) (?:modified|changed|touched|edited|altered))';

/** Sentences about files, imports, mentions and what stays as it is. */
export const MODULE_PHRASES: readonly Phrase[] = [
  phrase(
    `${P} ${A}(?:has been changed to import|imports) ${LIST}(?: from (?:the )?(?<m>§\\d+|[a-z_]\\w*))?(?: at the top)?${T}`,
    found => imports(found, 'there', 'present'),
  ),
  phrase(
    `${P} (?:does not import|doesn't import|never imports) (?:any )?${LIST}(?: from (?<m>§\\d+|[a-z_]\\w*))?${T}`,
    found =>
      found.word('time')?.startsWith('any') === true ? noLonger(found) : imports(found, 'absent', 'after'),
  ),
  phrase(
    `${P} (?:no longer imports|stopped importing) (?:any )?${LIST}(?: from (?<m>§\\d+|[a-z_]\\w*))?${T}`,
    noLonger,
  ),
  phrase(
    `${P} ${A}imports (?<list>§\\d+|[a-z][\\w.]*) as (?<as>§\\d+|\\w+)(?: from (?<m>§\\d+|[a-z_]\\w*))?${T}`,
    found => aliased(found, imports(found, 'there', 'present')),
  ),
  phrase(
    `(?<list>§\\d+|[a-z][\\w.]*) is ${A}imported as (?<as>§\\d+|\\w+) (?:in|by|into) ${P}(?: (?:instead of|rather than|and no longer as) (?:as )?(?<old>§\\d+|\\w+))?${T}`,
    found => {
      const now = aliased(found, imports(found, 'there', 'present'));
      const old = aliased(found, imports(found, 'there', 'present'), 'old');
      if (found.word('old') === undefined) return now;
      return [...(now ?? []), ...(old ?? []).map((claim): SpotCheckClaim => ({ ...claim, when: 'before' }))];
    },
  ),
  phrase(`${LIST} (?:is|are) no longer imported (?:in|by|from|into) ${P}${T}`, noLonger),
  phrase(`${LIST} (?:is|are) ${A}imported (?:in|by|into) ${P}${T}`, found =>
    imports(found, 'there', 'present'),
  ),
  phrase(`§(?<s>\\d+) (?:was|is|has been) added (?:to|in) ${P}${T}`, found =>
    statement(found, 'there', ['after', 'before']),
  ),
  phrase(`§(?<s>\\d+) (?:was|is|has been) (?:removed|dropped|deleted) (?:from|in) ${P}${T}`, found =>
    statement(found, 'absent', ['after', 'before']),
  ),
  phrase(`§(?<s>\\d+) is ${A}(?:present|there|found) (?:in|(?<top>at the top of)) ${P}${T}`, found =>
    statement(found, 'there', [found.when()]),
  ),
  phrase(`${P} ${A}(?:has|contains) §(?<s>\\d+)(?: (?<top>at (?:the|its) top))?${T}`, found =>
    statement(found, 'there', [found.when()]),
  ),
  phrase(`§(?<s>\\d+) (?:still |now )?works${T}`, found => {
    const read = readImport(found.code('s')?.text ?? '');
    return read?.from === undefined
      ? undefined
      : offers(
          found,
          'there',
          read.from,
          read.names.map(({ name }) => name),
          'after',
        );
  }),
  phrase(`${LIST} (?:is|are) ${A}importable from ${M}${T}`, found =>
    offers(found, 'there', found.place(), found.list(false)),
  ),
  phrase(`${LIST} can (?:(?<adverb>still|now|also) )?be imported from ${M}${T}`, found =>
    offers(found, 'there', found.place(), found.list(false)),
  ),
  phrase(`§(?<s>\\d+) can (?:(?<adverb>still|now|also) )?be imported${T}`, found => {
    const [, module, name] = /^(.+)\.(\w+)$/.exec(found.name('s') ?? '') ?? [];
    return module === undefined || name === undefined ? undefined : offers(found, 'there', module, [name]);
  }),
  phrase(`${LIST} (?:can no longer|cannot|can not) be imported from ${M}${T}`, found =>
    offers(found, 'absent', found.place(), found.list(false), 'after'),
  ),
  phrase(`${M} ${A}(?:exports|re-exports|exposes|offers|provides) ${LIST}${T}`, found =>
    found.word('adverb') === 'only' ? undefined : offers(found, 'there', found.place(), found.list(false)),
  ),
  phrase(`${P} ${A}(?:has|is|contains) (?:exactly )?${N} lines(?: long)?${T}`, found => {
    const [place, count] = [found.place(), found.count()];
    return place && count !== undefined ? [{ kind: 'lines', place, count, when: found.when() }] : undefined;
  }),
  phrase(
    `(?:the )?(?<of>body|implementation|definition|code|source|content|contents) of ${S} ${UNCHANGED}${T}`,
    found => {
      const isOfBody = /^(?:body|implementation|code)$/.test(found.word('of') ?? '') && !found.isPath('s');
      // A decorator or a default that is another one is no part of the body.
      return same(found, 'same')?.map(claim =>
        isOfBody && claim.kind === 'same' ? { ...claim, isLoose: true } : claim,
      );
    },
  ),
  phrase(`${S} ${UNCHANGED}${T}`, found => same(found, 'same')),
  // Of a class its members may not be meant.
  phrase(`${S} itself ${UNCHANGED}${T}`, found =>
    same(found, 'same')?.map(claim => (claim.kind === 'same' ? { ...claim, isLoose: true } : claim)),
  ),
  phrase(`${S} (?:was|is|has been) (?:modified|changed|edited|touched|altered)${T}`, found =>
    same(found, 'other'),
  ),
  phrase(
    `(?:there are )?no (?:remaining |more |other )?(?:references|mentions|uses|usages|occurrences) (?:to|of) §(?<s>\\d+)(?: (?:remain|are left|exist))?(?: (?:in|inside) ${P})?(?: (?:remain|are left|exist))?${T}`,
    found => {
      const [name, place] = [found.name('s'), found.place()];
      if (name === undefined || place === null) return undefined;
      return notMentioned(found, name, place);
    },
  ),
  phrase(`${P} no longer (?:mentions|references|uses|refers to) §(?<s>\\d+)${T}`, found => {
    const [name, place] = [found.name('s'), found.place()];
    return name && place
      ? [{ kind: 'mention', name, place, butIn: undefined, is: 'absent', when: 'after' }]
      : undefined;
  }),
  phrase(
    `no (?:other )?(?:file|module) (?:other than|besides|apart from|except|outside of) ${P} (?:mentions|references|uses|refers to|imports) §(?<s>\\d+)${T}`,
    found => {
      const [name, butIn] = [found.name('s'), found.place()];
      return name && butIn
        ? [{ kind: 'mention', name, place: undefined, butIn, is: 'absent', when: found.when() }]
        : undefined;
    },
  ),
  phrase(`${S} ${A}calls (?<c>[a-z]+)(?: directly| itself)?${T}`, found => {
    const subject = subjectOf(found);
    const callee = found.word('c') ?? '';
    if (subject === undefined || !BUILTIN_NAMES.has(callee) || found.isPath('s')) return undefined;
    const { symbol, place, when } = subject;
    // Python's own function has no definition that could be found.
    return [{ kind: 'within', symbol, place, text: `${callee}(`, is: 'there', when }, ...subject.more];
  }),
  phrase(`${S} ${A}calls §(?<c>\\d+)(?: directly| itself)?${T}`, found => {
    const subject = subjectOf(found);
    const callee = found.name('c');
    const text = found.code('c')?.text ?? '';
    // Of other code only what is written can be looked for.
    if (subject !== undefined && callee === undefined && /^[\w.]+\(.*\)/s.test(text) && !found.isPath('s')) {
      const { symbol, place, when, more } = subject;
      return [{ kind: 'within', symbol, place, text, is: 'there', when }, ...more];
    }
    if (subject === undefined || callee === undefined || found.isPath('s')) return undefined;
    const { symbol, place, when, more } = subject;
    return [{ kind: 'calls', caller: symbol, place, callee, when }, ...more];
  }),
  phrase(`§(?<c>\\d+) is ${A}called (?:from|by|in) ${S}${T}`, found => {
    const subject = subjectOf(found);
    const callee = found.name('c');
    if (subject === undefined || callee === undefined || found.isPath('s')) return undefined;
    const { symbol, place, when, more } = subject;
    return [{ kind: 'calls', caller: symbol, place, callee, when }, ...more];
  }),
];
