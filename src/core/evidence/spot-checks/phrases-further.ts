import { isClassLike } from '../code/dotted-names.ts';
import { isClassNotation, notationClaims } from './class-notation.ts';
import { before } from './contrast.ts';
import { exists } from './existence-claims.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { all, subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, file: P, module: M, adverb: A, time: T, list: LIST, number: N, value: V } = part;
type Claims = readonly SpotCheckClaim[] | undefined;

/** Sentences about results, numbers of things, lines and files. */
/** Sentences about classes with their bases, attributes, exports and all that is changed. */
export const FURTHER_PHRASES: readonly Phrase[] = [
  // Classes.
  phrase(
    `§(?<s>\\d+) is an? (?:(?<new>new) )?§(?<b>\\d+) (?:class|subclass)(?: (?:in|of) §(?<p>\\d+))?${T}`,
    found => {
      const [symbol, base, place] = [found.name('s'), found.name('b'), found.place()];
      if (symbol === undefined || base === undefined || place === null) return undefined;
      const isNew = found.word('new') !== undefined;
      const when = isNew ? 'after' : found.when();
      return [
        exists(symbol, place, 'there', when, 'defined'),
        ...(isNew ? [exists(symbol, place, 'absent', 'before', 'defined')] : []),
        { kind: 'bases', symbol, place, names: [base], exact: false, is: 'there', when },
      ];
    },
  ),
  phrase(
    `${S} ${A}(?:inherits from|subclasses|extends) §(?<b>\\d+) (?:instead of|rather than) §(?<c>\\d+)${T}`,
    found => {
      const [symbol, now, old] = [found.name('s'), found.code('b')?.text ?? '', found.code('c')?.text ?? ''];
      const place = found.place();
      if (
        symbol === undefined ||
        place === null ||
        ![now, old].every(each => /^[\w.]+(?:\[.*\])?$/s.test(each))
      )
        return undefined;
      const about = { kind: 'bases', symbol, place, exact: false, is: 'there' } as const;
      const isOld = { ...about, names: [old] } as const;
      return [
        { ...about, names: [now], when: 'after' },
        // The other one may still stand behind it.
        { ...isOld, is: 'absent', isDirect: true, isUnsure: true, when: 'after' },
        ...before(found.sentence, [{ ...isOld, when: 'before' }]),
      ];
    },
  ),
  phrase(`§(?<s>\\d+) (?:was|is|has been) replaced (?:by|with) ${LIST}(?: in §(?<p>\\d+))?${T}`, found => {
    const [old, names, place] = [found.name('s'), found.list(false), found.place()];
    if (
      old === undefined ||
      names === undefined ||
      names.length < 2 ||
      !place ||
      !names.every(each => /^[A-Za-z_]\w*$/.test(each))
    )
      return undefined;
    return [
      exists(old, place, 'there', 'before', 'defined'),
      exists(old, place, 'absent', 'after', 'defined'),
      ...names.flatMap(name => [
        exists(name, place, 'absent', 'before', 'defined'),
        exists(name, place, 'there', 'after', 'defined'),
      ]),
    ];
  }),
  phrase(`${S} ${A}(?:has|uses|keeps|declares|retains) (?:the |its )?metaclass §(?<m>\\d+)${T}`, found => {
    const subject = subjectOf(found);
    const name = found.name('m');
    if (subject === undefined || name === undefined) return undefined;
    const { symbol, place, when } = subject;
    return all(subject, { kind: 'metaclass', symbol, place, name, when });
  }),
  phrase(
    `${P} ${A}(?:gained|gains|got|has|defines|contains|adds|received) (?:a |an |the )?(?:(?<new>new) )?(?:(?:public|private|internal) )*(?:class |exception |exception class )?§(?<c>\\d+)${T}`,
    found => {
      const text = found.code('c')?.text ?? '';
      const place = found.place();
      if (!place || !isClassNotation(text)) return undefined;
      const isNew =
        found.word('new') !== undefined || / (?:gained|gains|got|adds|received) /.test(found.sentence);
      return notationClaims(text, place, isNew ? 'after' : found.when(), isNew);
    },
  ),
  // Attributes that a method sets.
  phrase(
    `${S} ${A}(?:stores|sets|keeps|defines|has|got|gets|gained|gains|initiali[sz]es|assigns|saves) (?:a |an |the )?(?:new )?§(?<x>\\d+) (?:attribute|instance attribute|class attribute|field)(?: in (?:its )?§(?<i>\\d+))?${T}`,
    found => attribute(found),
  ),
  phrase(
    `${S} ${A}(?:initiali[sz]es|sets|assigns) (?:the attribute )?§(?<x>\\d+) (?:to|as|=|with) ${V}${T}`,
    found => attribute(found),
  ),
  // Exports.
  phrase(
    `${M} (?:(?<longer>no longer)|does not|doesn't) (?:exports?|re-exports?|exposes?) ${LIST}${T}`,
    found => notExported(found, found.list(false), found.word('longer') !== undefined),
  ),
  phrase(
    `${LIST} (?:is|are) (?:(?<longer>no longer)|not) (?:exported|re-exported|exposed) (?:from|by|in) ${M}${T}`,
    found => notExported(found, found.list(false), found.word('longer') !== undefined),
  ),
  // All that is changed.
  phrase(
    `only ${LIST} (?:differ|differs|changed|were changed|was changed|are changed|were modified|was modified|were touched|was touched)(?: (?:between|in) .+)?`,
    onlyChanged,
  ),
  phrase(
    `${N} (?:python )?(?:files|modules) (?:were|are|have been) (?:changed|modified|touched)(?::|, namely) ${LIST}${T}`,
    found => (found.list(true)?.length === found.count() ? onlyChanged(found) : undefined),
  ),
  phrase(
    `the only (?:changed|modified|touched) (?:python )?(?:modules?|files?) (?:is|are) ${LIST}${T}`,
    onlyChanged,
  ),
  phrase(
    `${LIST} are the only (?:(?:changed|modified|touched) )?(?:python )?(?:modules|files)(?: (?:that )?(?:were |are |was )?(?:changed|modified|touched))?${T}`,
    onlyChanged,
  ),
  phrase(`${LIST} (?:were|are) the only (?:modules|files) (?:changed|modified|touched)${T}`, onlyChanged),
];

function attribute(found: Found): Claims {
  const subject = subjectOf(found);
  const text = found.code('x')?.text.replace(/^self\./, '') ?? '';
  const equals = text.indexOf('=');
  const [name = ''] = (equals < 0 ? text : text.slice(0, equals)).split(':', 1).map(each => each.trim());
  const said = equals < 0 ? undefined : text.slice(equals + 1).trim();
  if (subject === undefined || !/^[A-Za-z_]\w*$/.test(name)) return undefined;
  const owner = subject.symbol.replace(/\.__init__$/, '');
  if (!isClassLike(owner)) return undefined;
  const { place, when } = subject;
  const symbol = `${owner}.${name}`;
  const value = found.value() ?? said;
  if (found.word('v') !== undefined && value === undefined) return undefined;
  const method = found.word('i');
  if (method !== undefined && found.name('i') !== '__init__') return undefined;
  const own = exists(symbol, place, 'there', when, 'defined');
  const isInit = method !== undefined || subject.symbol.endsWith('.__init__');
  const isOfObjects = isInit || / instance attribute/.test(found.sentence);
  // What it has may come from a base.
  const mayInherit = / (?:has|keeps) /.test(found.sentence);
  return [
    mayInherit && own.kind === 'exists' ? { ...own, mayInherit } : own,
    ...(isOfObjects
      ? [{ kind: 'set_in', symbol, place, method: isInit ? '__init__' : undefined, when } as const]
      : []),
    ...(/ (?:got|gets|gained|gains|new) /.test(found.sentence)
      ? [exists(symbol, place, 'absent', 'before', 'defined')]
      : []),
    ...(value === undefined ? [] : [{ kind: 'value', symbol, place, value, is: 'there', when } as const]),
  ];
}

function notExported(found: Found, names: readonly string[] | undefined, isChange: boolean): Claims {
  const module = found.place();
  if (!module || names === undefined || !names.every(name => /^[A-Za-z_]\w*$/.test(name))) return undefined;
  return [
    { kind: 'offers', module, names, is: 'absent', isExport: true, when: 'after' },
    ...(isChange ? [{ kind: 'offers', module, names, is: 'there', when: 'before' } as const] : []),
  ];
}

function onlyChanged(found: Found): Claims {
  // Without that word a plain name may be that of a function.
  const areFiles = / (?:modules?|files?)(?= |$)/.test(found.sentence);
  const places = found
    .list(true)
    ?.map(each =>
      /\.(?:pyi?|\w{2,4})$|\/$/.test(each) ? each : areFiles && /^\w+$/.test(each) ? `${each}.py` : '',
    );
  if (places === undefined || places.some(each => each === '')) return undefined;
  return [
    {
      kind: 'only_changed',
      places: places.map(each => each.replace(/^\.\//, '')),
      areEnds: true,
      when: 'after',
    },
  ];
}
