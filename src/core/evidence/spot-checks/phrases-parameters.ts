import { type Found, type Phrase, part, phrase } from './grammar.ts';
import {
  countClaim,
  GIVEN_AS,
  isParameterName,
  listClaims,
  oneParameter,
  parameterClaim,
  parameterText,
  saysKeywords,
  withDefault,
} from './parameter-claims.ts';
import { all, type Subject, subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, adverb: A, time: T, list: LIST, value: V, number: N, self: SELF } = part;
/** Only these are said of parameters and of nothing else. */
const TAKES = '(?<verb>takes|accepts|expects|requires)';
/** With the word `parameter` behind them these are as well. */
const HAS = '(?<verb>takes|accepts|expects|requires|has|gained|received|declares|keeps)';
const ARGUMENT = '(?:argument|parameter|flag|option|keyword argument|keyword|arg|param)';
/** What is said of how one parameter is given, in front of its name. */
const GIVEN =
  '(?:(?<given>keyword-only|positional-only|keyword|positional|optional|required|mandatory|new|extra|additional) )?';
const NAME = '(?<x>§\\d+|[a-z]\\w*)';
const NOT = "(?:no longer|does not|doesn't|never)";
const CODE = '(?<x>§\\d+)';
const NOUN = '(?:argument|parameter|flag|option|keyword|arg|param)';
const DEFAULT = `(?:,? (?:(?:that |which )?(?:defaults|defaulting) to|with (?:a |the )?default(?: value)?(?: of)?|(?:set|equal) to|=) ${V}(?: by default)?)?`;

/** What is required, or came, are not all that it takes. */
const ofAll = (found: Found): boolean => !/^(?:requires|gained|received)$/.test(found.word('verb') ?? '');

/** Sentences about what functions take. */
export const PARAMETER_PHRASES: readonly Phrase[] = [
  phrase(`${S} ${A}${HAS} (?:no|zero) (?:${ARGUMENT}s)${SELF}${T}`, found => {
    const subject = subjectOf(found);
    if (subject === undefined || !ofAll(found)) return undefined;
    return all(subject, countClaim(found, subject, 0, undefined));
  }),
  phrase(`${S} ${A}${HAS} (?:only |exactly )?${N} (?:positional )?${ARGUMENT}s?${SELF}${T}`, found => {
    const subject = subjectOf(found);
    const count = found.count();
    if (subject === undefined || count === undefined || !ofAll(found)) return undefined;
    const isWithout =
      / (?:besides|apart from|other than|after|excluding|not counting|except|except for) (?:self|cls)/.test(
        found.sentence,
      );
    return all(subject, countClaim(found, subject, count, isWithout ? 'not counted' : undefined));
  }),
  phrase(
    `${S} ${A}(?:requires (?:only |exactly )?${N}|has (?:only |exactly )?${N.replace('<n>', '<n2>')} required) ${ARGUMENT}s?${SELF}${T}`,
    found => {
      const [subject, count] = [subjectOf(found), found.count() ?? found.count('n2')];
      if (subject === undefined || count === undefined) return undefined;
      return all(subject, { ...countClaim(found, subject, count, undefined), isRequired: true });
    },
  ),
  phrase(
    `${S} ${A}${HAS} (?:only |exactly )?${N} ${ARGUMENT}s?${SELF}(?:,|:| named| called)* ${LIST}${T}`,
    found => {
      const subject = subjectOf(found);
      const count = found.count();
      const names = found.list(true);
      if (subject === undefined || names === undefined || names.length !== count || !ofAll(found))
        return undefined;
      const { symbol, place, when } = subject;
      const claim = { kind: 'parameters', symbol, place, names, when } as const;
      // Beside keywords there may be others.
      return saysKeywords(found)
        ? all(subject, { ...claim, exact: false }, { ...claim, exact: true, isUnsure: true })
        : all(subject, { ...claim, exact: true });
    },
  ),
  phrase(`${S} ${A}${HAS} (?:the )?(?:parameters|arguments|params) ${LIST}${T}`, found =>
    listClaims(found, false, true),
  ),
  phrase(`${S} ${A}${TAKES} only ${LIST}${T}`, found => (ofAll(found) ? listClaims(found, true) : undefined)),
  phrase(
    `${S} ${A}${HAS} (?:a |an |the )?${GIVEN}${NOUN} (?:named |called )?${NAME}${DEFAULT}${SELF}${T}`,
    found => oneParameter(found),
  ),
  phrase(`${S} ${A}${HAS} (?:a |an |the )?${GIVEN}${NAME} ${NOUN}${DEFAULT}${SELF}${T}`, found =>
    oneParameter(found),
  ),
  phrase(`${S} ${A}${TAKES} (?:a |an |the )?${GIVEN}${CODE}${DEFAULT}${SELF}${T}`, found =>
    isParameterName(found.code('x')?.text) ? oneParameter(found) : undefined,
  ),
  phrase(
    `${S} ${A}${HAS} ${CODE} as (?:a |an |its |the )?(?<only>only )?(?<how>first|second|third|keyword-only|positional-only|first positional|positional|keyword|required|optional)?(?: ?${ARGUMENT})?${SELF}${T}`,
    found => {
      const subject = subjectOf(found);
      if (subject === undefined) return undefined;
      const how = found.word('how');
      const isOnly = found.word('only') !== undefined;
      if (how === undefined && !isOnly) return undefined;
      const { symbol, place, when } = subject;
      const isRequired = how === 'required';
      // Others may be given in another way, or need not be given.
      const isUnsure = how !== undefined && !isRequired;
      const more: SpotCheckClaim[] = isOnly
        ? [{ kind: 'parameter_count', symbol, place, count: 1, isRequired, isUnsure, when }]
        : [];
      return all(
        subject,
        parameterClaim(subject, parameterText(found), 'there', GIVEN_AS[how ?? ''] ?? {}),
        ...more,
      );
    },
  ),
  phrase(`${S} ${A}${TAKES} ${CODE} (?<how>positionally|by position|by keyword)${T}`, isGivenSo),
  phrase(`${S} ${A}has (?:the |a )?default ${NAME} (?:of )?${V}${T}`, found =>
    withDefault(found, found.value()),
  ),
  phrase(
    `${S} is (?:a|an) (?<async>async )?(?:function|method|helper)(?: in §(?<p2>\\d+))? (?:with|that takes|taking) (?:the )?(?:parameters|arguments) ${LIST}${T}`,
    found => {
      const place = found.place('p2');
      if (place === null || found.word('async') !== undefined) return undefined;
      return listClaims(found, false, true)?.map(claim =>
        'place' in claim ? { ...claim, place: claim.place ?? place } : claim,
      ) as readonly SpotCheckClaim[] | undefined;
    },
  ),
  phrase(`${S} ${A}${TAKES} ${CODE} instead of ${CODE.replace('<x>', '<y>')}${T}`, found => {
    const subject = subjectOf(found, 'after');
    if (subject === undefined) return undefined;
    const before: Subject = { ...subject, when: 'before' };
    // What is not required any more may still be taken.
    if (found.word('verb') === 'requires')
      return all(
        subject,
        parameterClaim(subject, parameterText(found), 'there', { value: null }),
        parameterClaim(before, parameterText(found), 'absent', { isRequired: true }),
        parameterClaim(subject, parameterText(found, 'y'), 'absent', { isRequired: true }),
        parameterClaim(before, parameterText(found, 'y'), 'there', { value: null }),
      );
    return all(
      subject,
      parameterClaim(subject, parameterText(found)),
      parameterClaim(before, parameterText(found), 'absent'),
      parameterClaim(subject, parameterText(found, 'y'), 'absent'),
      parameterClaim(before, parameterText(found, 'y')),
      parameterClaim(before, withoutValue(parameterText(found)), 'absent', { isOwn: true }),
    );
  }),
  phrase(`${S} ${A}(?:takes|accepts) ${CODE},? followed by ${CODE.replace('<x>', '<y>')}${T}`, followedBy),
  phrase(`${S} ${A}${TAKES} ${LIST}(?:, (?:both|all))? defaulting to ${V}${T}`, found => {
    const subject = subjectOf(found);
    const list = found.list(true);
    const value = found.value();
    if (subject === undefined || list === undefined || value === undefined) return undefined;
    return all(subject, ...list.map(name => parameterClaim(subject, name, 'there', { value })));
  }),
  phrase(`${S} ${A}${TAKES} ${LIST}${T}`, found => listClaims(found, false)),
  phrase(`${S} ${NOT} (?:takes?|accepts?) (?:a |an |any |the )?${GIVEN}${CODE}${T}`, found =>
    isParameterName(found.code('x')?.text) ? oneParameter(found, 'absent') : undefined,
  ),
  phrase(`${S} ${NOT} requires? (?:the )?(?:${NOUN}s? )?${LIST}(?: ${NOUN}s?)?${T}`, found =>
    notRequired(found),
  ),
  phrase(
    `(?:the )?(?:${NOUN} )?${CODE}(?: ${NOUN})? is (?:no longer|not|never) (?:required|needed|mandatory) (?:by|in|for|of) ${S}${T}`,
    found => notRequired(found),
  ),
  phrase(
    `${S} ${NOT} (?:takes?|accepts?|has|have) (?:a |an |any |the )?${GIVEN}${NOUN} (?:named |called )?${NAME}${T}`,
    found => oneParameter(found, 'absent'),
  ),
  phrase(`${S} ${NOT} (?:takes?|accepts?|has|have) (?:a |an |any |the )?${GIVEN}${NAME} ${NOUN}${T}`, found =>
    oneParameter(found, 'absent'),
  ),
  phrase(`${S} ${NOT} (?:takes?|accepts?) ${LIST}${T}`, found => {
    const subject = subjectOf(found, 'after');
    const list = found.list(false);
    if (subject === undefined || list === undefined) return undefined;
    return all(subject, ...list.map(name => parameterClaim(subject, name, 'absent')));
  }),
  phrase(`${S} (?:lost|dropped) (?:its|the) ${NAME} ${NOUN}${T}`, found => {
    const subject = subjectOf(found, 'after');
    if (subject === undefined) return undefined;
    return all(
      subject,
      parameterClaim(subject, parameterText(found), 'absent'),
      parameterClaim({ ...subject, when: 'before' }, parameterText(found)),
    );
  }),
  phrase(
    `(?:the )?(?:(?<a1>${ARGUMENT}) )?${NAME}(?: (?<a2>${ARGUMENT}))? (?:was|is|has been) (?:removed|dropped) (?:from|in) ${S}${T}`,
    found => {
      const subject = subjectOf(found, 'after');
      if (subject === undefined || !found.saysParameter) return undefined;
      return all(
        subject,
        parameterClaim(subject, parameterText(found), 'absent'),
        parameterClaim({ ...subject, when: 'before' }, parameterText(found)),
      );
    },
  ),
  phrase(
    `(?:the )?(?:${NOUN} )?${NAME}(?: ${NOUN})? is still (?:accepted by|an? ${NOUN} of) ${S}${T}`,
    found => {
      const subject = subjectOf(found, 'after');
      return subject && all(subject, parameterClaim(subject, parameterText(found)));
    },
  ),
  phrase(`(?:the )?(?:${NOUN} )?${NAME}(?: ${NOUN})? (?:of|in) ${S} ${A}defaults to ${V}${T}`, found =>
    withDefault(found, found.value()),
  ),
  phrase(`(?:the )?(?:${NOUN} )?${NAME}(?: ${NOUN})? ${A}defaults to ${V} (?:in|for|of) ${S}${T}`, found =>
    withDefault(found, found.value()),
  ),
  phrase(
    `(?:the )?default(?: value)? (?:of|for) (?:the )?(?:${NOUN} )?${NAME}(?: ${NOUN})? (?:of|in) ${S} is ${A}${V}${T}`,
    found => withDefault(found, found.value()),
  ),
  phrase(
    `${S} ${A}has (?:a |the )?default(?: value)? of ${V} for (?:the )?${NAME}(?: ${ARGUMENT})?${T}`,
    found => withDefault(found, found.value()),
  ),
  phrase(`${S} ${A}has no default(?: value)? for (?:the )?${NAME}(?: ${ARGUMENT})?${T}`, found =>
    withDefault(found, null),
  ),
  phrase(`${S} ${A}has (?:the |a )?default §(?<x>\\d+)${T}`, found => {
    const subject = subjectOf(found);
    const text = found.code('x')?.text;
    return subject && text?.includes('=') ? all(subject, parameterClaim(subject, text)) : undefined;
  }),
  phrase(`${S} ${A}has §(?<x>\\d+) as (?:a |the |its )?default${T}`, found => {
    const subject = subjectOf(found);
    const text = found.code('x')?.text;
    return subject && text?.includes('=') ? all(subject, parameterClaim(subject, text)) : undefined;
  }),
  phrase(
    `${S} ${A}has (?:the )?(?:${ARGUMENT} )?${NAME} (?:defaulting to|set to) ${V}(?: by default)?${T}`,
    found => withDefault(found, found.value()),
  ),
  phrase(
    `(?:the )?(?:${NOUN} )?${NAME}(?: ${NOUN})? is ${A}(?<how>keyword-only|positional-only|required) in ${S}${T}`,
    isGivenSo,
  ),
];

/** Parameters that need not be given: they have a default, or are none; and had to be given where they no longer have to. */
function notRequired(found: Found): ReturnType<Phrase['read']> {
  const subject = subjectOf(found, 'after');
  const names = found.word('x') === undefined ? found.list(false) : [parameterText(found) ?? ''];
  if (subject === undefined || names === undefined || !names.every(name => /^[a-z_]\w*$/.test(name)))
    return undefined;
  // Of several it may be all together that are meant.
  const isChange = / no longer /.test(found.sentence);
  if (names.length > 1 && !isChange) return undefined;
  return all(
    subject,
    ...names.map(name => parameterClaim(subject, name, 'absent', { isRequired: true })),
    ...(isChange
      ? names.map(name => parameterClaim({ ...subject, when: 'before' }, name, 'there', { value: null }))
      : []),
  );
}

/** `takes a, followed by b`: surely in this order. Whether others stand around them is not said. */
function followedBy(found: Found): ReturnType<Phrase['read']> {
  const [subject, one, other] = [subjectOf(found), parameterText(found), parameterText(found, 'y')];
  const behind = withoutValue(one)?.replace(/^\*+/, '');
  if (subject === undefined || behind === undefined) return undefined;
  const unsure = [
    parameterClaim(subject, one, 'there', { position: 0 }),
    parameterClaim(subject, other, 'there', { behind }),
  ];
  return all(
    subject,
    parameterClaim(subject, one),
    parameterClaim(subject, other, 'there', { behind, isFar: true }),
    ...unsure.map(claim => claim && { ...claim, isUnsure: true }),
  );
}

const withoutValue = (text: string | undefined): string | undefined => text && /^\*{0,2}\w+/.exec(text)?.[0];

/** A parameter that has to be given in this way, or at all. */
function isGivenSo(found: Parameters<Phrase['read']>[0]): ReturnType<Phrase['read']> {
  const subject = subjectOf(found);
  const how = GIVEN_AS[found.word('how') ?? ''] ?? {};
  return subject && all(subject, parameterClaim(subject, parameterText(found), 'there', how));
}
