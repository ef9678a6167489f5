import { before } from './contrast.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { parameterClaim } from './parameter-claims.ts';
import { readParameterList } from './parameter-list.ts';
import { all, subjectOf } from './phrase-subject.ts';
import { signatureIn } from './read-signature.ts';
import type { Code } from './sentence-form.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, adverb: A, time: T } = part;
type Claims = readonly SpotCheckClaim[] | undefined;

const TYPE = '§\\d+|none|str|bytes|int|float|bool|dict|list|tuple|set';
const INSTEAD = '(?:instead of|rather than|where it (?:returned|was)|no longer|and (?:no longer|not))';

/** Sentences about results, numbers of things, lines and files. */
/** Sentences about results, and about signatures that are written out. */
export const RESULT_PHRASES: readonly Phrase[] = [
  phrase(
    `(?:the )?return (?:type|annotation)(?: annotation)? of ${S} (?:(?:was|has been|is) )?(?:changed|went|widened|narrowed) from (?<w>${TYPE}) to (?<r>${TYPE})${T}`,
    found => results(found),
  ),
  phrase(`${S} ${A}returns (?<r>${TYPE})(?: now)? ${INSTEAD} (?<w>${TYPE})${T}`, found => results(found)),
  phrase(`(?:the )?return (?:type|annotation)(?: annotation)? of ${S} is ${A}(?<r>${TYPE})${T}`, found =>
    results(found),
  ),
  phrase(
    `${S} (?:is )?${A}(?:(?<declared>annotated|declared|typed) )?(?:to return|as returning|returns|§(?<arrow>\\d+))? ?(?<r>str|bytes|int|float|bool|dict|list|tuple|set)${T}`,
    found =>
      / return/.test(found.sentence) && found.word('arrow') === undefined
        ? results(found, found.word('declared') !== undefined)
        : undefined,
  ),
  phrase(
    `(?:the )?signature of ${S} (?:was |has |is )?changed from §(?<old>\\d+) to §(?<now>\\d+)${T}`,
    found => {
      const subject = subjectOf(found, 'after');
      const [old, now] = [
        signatureIn(found.code('old')?.text ?? ''),
        signatureIn(found.code('now')?.text ?? ''),
      ];
      if (subject === undefined || old === undefined || now === undefined) return undefined;
      const { symbol, place } = subject;
      const claim = { kind: 'signature', symbol, place, isExact: true } as const;
      return [
        { ...claim, signature: now, when: 'after' },
        { ...claim, signature: old, when: 'before' },
      ];
    },
  ),
  phrase(`(?:the )?signature of ${S} (?:was |has |is )?(?:changed|modified)${T}`, found => {
    const subject = subjectOf(found, 'after');
    if (subject === undefined) return undefined;
    const { symbol, place } = subject;
    return [{ kind: 'same', symbol, place, what: 'signature', is: 'other', when: 'after' }];
  }),
  phrase(`${S} (?:no longer raises|stopped raising) (?:an? )?§(?<e>\\d+)${T}`, found => {
    const subject = subjectOf(found, 'after');
    const exception = found.name('e');
    if (subject === undefined || exception === undefined || subject.more.length > 0) return undefined;
    const { symbol, place } = subject;
    const claim = { kind: 'raises', symbol, place, exception } as const;
    return [
      { ...claim, is: 'absent', when: 'after' },
      { ...claim, is: 'there', when: 'before' },
    ];
  }),
  // What is written behind the name is all that is said.
  phrase(`§(?<s>\\d+)${T}`, found => {
    const callee = found.callee('s');
    const isWhole =
      callee?.signature !== undefined &&
      (/\)\s*->/.test(callee.signature) || /^\((?:self|cls)\b/.test(callee.signature));
    if (callee === undefined || !isWhole) return undefined;
    return [
      {
        kind: 'signature',
        symbol: callee.name,
        place: undefined,
        signature: callee.signature ?? '',
        isExact: true,
        when: 'present',
      },
    ];
  }),
  phrase(
    `§(?<s>\\d+) is ${A}the (?:new |current )?signature(?: of §(?<o>\\d+))?(?: (?:in|inside) §(?<p>\\d+))?${T}`,
    found => {
      const callee = found.callee('s');
      const place = found.place();
      if (callee?.signature === undefined || place === null || found.word('o') !== undefined)
        return undefined;
      return [
        {
          kind: 'signature',
          symbol: callee.name,
          place,
          signature: callee.signature,
          isExact: true,
          when: 'after',
        },
      ];
    },
  ),
  phrase(
    `${S} (?:(?:keeps|has|retains) (?:its|the same) signature|(?:is|was|has been) (?:unchanged|not touched|left alone|untouched)|still has the signature)(?: at|,|:| —| –| -)* (?<sig>§\\d+(?:, (?:\\*, )?§\\d+)*)${T}`,
    signed,
  ),
  phrase(
    `${S} ${A}(?:keeps|has|retains) (?:its|the|the same) keyword-only signature (?<sig>§\\d+)${T}`,
    found => signed(found),
  ),
  phrase(`${S} ${A}(?:keeps|retains) its signature,? including (?<rest>.+)`, found => {
    const [subject, list] = [subjectOf(found, 'after'), readParameterList(found.word('rest') ?? '', found)];
    if (subject === undefined || list === undefined || list.isExact || list.isNew) return undefined;
    const { symbol, place } = subject;
    return [
      { kind: 'same', symbol, place, what: 'signature', is: 'same', when: 'after' },
      ...list.items.flatMap(({ text, detail }) => parameterClaim(subject, text, 'there', detail) ?? []),
    ];
  }),
  phrase(
    `${S} (?:was not touched|was left alone|is unchanged)(?: —| –| -|:) (?<sig>§\\d+(?:, §\\d+)*)${T}`,
    signed,
  ),
  phrase(`${S} has not (?:been )?(?:moved)${T}`, found => stays(found)),
  phrase(`${S} was not moved${T}`, found => stays(found)),
];

function results(found: Found, isDeclared = true): Claims {
  const subject = subjectOf(found);
  const typeOf = (group: string) => {
    const written = found.word(group);
    if (written === 'none') return 'None';
    return written?.startsWith('§') === true ? found.code(group)?.text.replace(/^->\s*/, '') : written;
  };
  const [now, old] = [typeOf('r'), typeOf('w')];
  if (subject === undefined || now === undefined || found.code('r')?.quote === '"') return undefined;
  const { symbol, place } = subject;
  const isChange = found.word('w') !== undefined;
  const claim = { kind: 'returns', symbol, place, isDeclared } as const;
  if (isChange && old === undefined) return undefined;
  return all(
    subject,
    { ...claim, result: now, when: isChange || / now/.test(found.sentence) ? 'after' : subject.when },
    ...(old === undefined ? [] : before(found.sentence, [{ ...claim, result: old, when: 'before' }])),
  );
}

/** That it keeps its signature, with the signature behind it. */
function signed(found: Found): Claims {
  const subject = subjectOf(found, 'after');
  const codes = (found.word('sig') ?? '')
    .split(', ')
    .map(each => (each === '*' ? '*' : (found.codes[Number(each.slice(1))]?.text ?? '')));
  const [first = ''] = codes;
  const signature = codes.length === 1 ? signatureIn(first) : `(${codes.join(', ')})`;
  if (subject === undefined || signature === undefined) return undefined;
  if (codes.length > 1 && !codes.every(each => /^\*{0,2}\w+: /.test(each) || each === '*')) return undefined;
  const { symbol, place } = subject;
  const isBody = /unchanged|touched|alone/.test(found.sentence);
  if (isBody && isRemark(found.code('sig'))) return undefined;
  return [
    { kind: 'signature', symbol, place, signature, isExact: codes.length === 1, when: 'after' },
    { kind: 'same', symbol, place, what: 'signature', is: 'same', when: 'after' },
    // That the body is other may speak against it, or may not.
    ...(isBody
      ? [{ kind: 'same', symbol, place, what: 'all', is: 'same', isLoose: true, when: 'after' } as const]
      : []),
  ];
}

/** `unchanged (checked)`: one word in brackets is no signature. */
const isRemark = (code: Code | undefined): boolean =>
  code !== undefined && code.quote === undefined && /^\(\w+\)$/.test(code.text);

function stays(found: Found): Claims {
  const subject = subjectOf(found, 'after');
  if (subject === undefined || found.isPath('s')) return undefined;
  const { symbol, place } = subject;
  return [{ kind: 'same', symbol, place, what: 'place', is: 'same', when: 'after' }];
}
