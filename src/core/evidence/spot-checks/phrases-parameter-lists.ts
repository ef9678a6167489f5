import { isClassLike, lastOf } from '../code/dotted-names.ts';
import { before } from './contrast.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { type Detail, GIVEN_AS, parameterClaim, parameterText } from './parameter-claims.ts';
import { readParameterList, type SaidParameter } from './parameter-list.ts';
import { all, type Subject, subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, adverb: A, time: T, value: V, list: LIST } = part;
type Claims = readonly SpotCheckClaim[] | undefined;

const VERB =
  '(?<verb>takes?|accepts?|expects?|requires?|has|have|gained|gains|got|gets|received|receives|declares?|keeps?|annotates|provides)';
const NOUN = '(?:keyword argument|keyword|parameter|argument|flag|option|param|arg)';
/** Only these say by themselves that it is about parameters. */
const TAKES = /^(?:takes?|accepts?|expects?|requires?)$/;
const COMES = /^(?:gained|gains|got|gets|received|receives)$/;
/** What one is that a sentence is about. */
const ONE = `(?:the )?(?:(?:new|additional|optional|keyword-only|required) )*(?:${NOUN} )?(?<x>§\\d+)(?: ${NOUN})?`;
const TYPE = '(?<type>§\\d+|str|bytes|int|float|bool|dict|list|tuple|set|none)';
const IN = '(?:of|in|for|on)';

/** Sentences that describe parameters: their names, and for each its default, type and place. */
export const PARAMETER_LIST_PHRASES: readonly Phrase[] = [
  phrase(
    `${S} ${A}(?:(?<not>no longer|does not|doesn't|never) )?(?:now )?${VERB} (?<rest>.+)`,
    parameterList,
  ),
  phrase(
    `(?:the )?(?:parameters|arguments) of ${S} are,? in (?:this )?order(?:,|:)? ${LIST}${T}`,
    inFullOrder,
  ),
  phrase(
    `(?:the )?(?:parameters|arguments) of ${S} are ${A}${LIST},? in (?:this|that|exactly this) order${T}`,
    inFullOrder,
  ),
  phrase(
    `${ONE} ${IN} ${S} (?:is|was) ${A}(?:annotated|typed|declared)(?: as| with| to be)?(?: plain)? ${TYPE}${T}`,
    found => detail(found, { annotation: typeOf(found) }),
  ),
  phrase(
    `(?:the )?(?:type|annotation) of ${ONE} ${IN} ${S} (?:was |has |is )?changed from ${TYPE.replace('<type>', '<old>')} to ${TYPE}${T}`,
    found => {
      const [now, subject] = [typeOf(found), subjectOf(found, 'after')];
      const old = typeOf(found, 'old');
      if (subject === undefined || now === undefined || old === undefined) return undefined;
      const text = parameterText(found);
      return all(
        subject,
        parameterClaim({ ...subject, when: 'after' }, text, 'there', { annotation: now }),
        parameterClaim({ ...subject, when: 'before' }, text, 'there', { annotation: old }),
      );
    },
  ),
  phrase(`${ONE} ${IN} ${S} (?:is of|has the) type ${TYPE}${T}`, found =>
    detail(found, { annotation: typeOf(found) }),
  ),
  phrase(
    `${ONE} ${IN} ${S} is ${A}(?:an? )?(?<how>keyword-only|positional-only|required|optional)(?: ${NOUN})?${T}`,
    found => detail(found, GIVEN_AS[found.word('how') ?? ''] ?? {}),
  ),
  phrase(
    `${ONE} is ${A}(?:an? )?(?<how>keyword-only|positional-only|required|optional)(?: ${NOUN})? (?:of|in) ${S}${T}`,
    found => detail(found, GIVEN_AS[found.word('how') ?? ''] ?? {}),
  ),
  phrase(
    `${ONE} (?:of|in) ${S} is ${A}(?:the|its) (?<how>last|final|first|second|third|fourth|fifth)(?: ${NOUN}| one)?${T}`,
    found => detail(found, atPosition(found)),
  ),
  phrase(
    `${ONE} is ${A}the (?<how>last|final|first|second|third|fourth|fifth) ${NOUN} (?:of|in) ${S}${T}`,
    found => detail(found, atPosition(found)),
  ),
  phrase(
    `${ONE} (?:comes|stands|is placed|is|was added) (?:right |directly |immediately )?(?<how>after|behind|before) (?:the )?(?<y>§\\d+|[a-z_]\\w*) (?:of|in) ${S}${T}`,
    inOrder,
  ),
  phrase(
    `${ONE} (?:of|in) ${S} (?:comes|stands|is placed) (?:right |directly |immediately )?(?<how>after|behind|before) (?:the )?(?<y>§\\d+|[a-z_]\\w*)${T}`,
    inOrder,
  ),
  phrase(
    `${S} ${A}(?:defaults|sets) (?:the )?(?:${NOUN} )?(?<x>§\\d+) to ${V} (?:rather than|instead of) ${V.replace('<v>', '<w>')}${T}`,
    found => twoDefaults(found),
  ),
  phrase(`${S} ${A}(?:defaults) (?:the )?(?:${NOUN} )?(?<x>§\\d+) to ${V}${T}`, found => {
    const value = found.value();
    return value === undefined ? undefined : detail(found, { value });
  }),
  phrase(
    `(?:the )?default(?: value)? of (?:the )?(?:${NOUN} )?(?<x>§\\d+) ${IN} ${S} is ${A}${V} (?:rather than|instead of) ${V.replace('<v>', '<w>')}${T}`,
    found => twoDefaults(found),
  ),
  phrase(
    `(?:the )?(?:${NOUN} )?(?<x>§\\d+) ${A}defaults to ${V} (?:rather than|instead of) ${V.replace('<v>', '<w>')} in ${S}${T}`,
    found => twoDefaults(found),
  ),
  phrase(`${S} ${A}(?:provides|has|gives|sets) defaults? for (?<rest>.+)`, found => {
    const list = readParameterList(found.word('rest') ?? '', found);
    const subject = subjectOf(found);
    if (list === undefined || subject === undefined) return undefined;
    return all(
      subject,
      ...list.items.map(({ text }) => parameterClaim(subject, text, 'there', { isOptional: true })),
    );
  }),
  phrase(
    `${S} (?:has )?renamed (?:its|the) (?:(?<how>first|second|third|last) )?(?:${NOUN} )?(?:(?<x>§\\d+) )?(?:${NOUN} )?to (?<y>§\\d+)${T}`,
    found => {
      const subject = subjectOf(found, 'after');
      if (
        subject === undefined ||
        (found.word('x') === undefined && !/parameter|argument/.test(found.sentence))
      )
        return undefined;
      const [now, before]: readonly Subject[] = [
        { ...subject, when: 'after' },
        { ...subject, when: 'before' },
      ];
      if (now === undefined || before === undefined) return undefined;
      const at = found.word('how') === undefined ? {} : atPosition(found);
      return all(
        now,
        parameterClaim(now, parameterText(found, 'y'), 'there', { isOwn: true, ...at }),
        parameterClaim(before, parameterText(found, 'y'), 'absent', { isOwn: true }),
        // Which one it was is not said: it may be another one beside it.
        ...(found.word('x') === undefined
          ? [{ kind: 'nothing_else', when: 'after' } as const]
          : [
              parameterClaim(now, parameterText(found), 'absent', { isOwn: true }),
              parameterClaim(before, parameterText(found), 'there', at),
            ]),
      );
    },
  ),
  phrase(
    `(?:the (?:new )?${NOUN} )?(?<x>§\\d+) (?:was|is|has been) added to (?:the )?§(?<f>\\d+) in §(?<p>\\d+)${T}`,
    found => {
      const [symbol, place] = [found.name('f'), found.place()];
      // What is added to a class is a member of it.
      if (
        symbol === undefined ||
        !place ||
        !found.isPath('p') ||
        found.isPath('f') ||
        !/^_*[a-z]/.test(lastOf(symbol))
      )
        return undefined;
      const subject: Subject = { symbol, place, when: 'after', more: [] };
      return all(
        subject,
        parameterClaim(subject, parameterText(found), 'there', { isOwn: true }),
        parameterClaim({ ...subject, when: 'before' }, parameterText(found), 'absent', { isOwn: true }),
      );
    },
  ),
  phrase(
    `(?:all|every) (?:(?:the|its|other) )*${NOUN}s? (?:of|in) ${S}(?: (?:besides|apart from|except|but) (?:self|cls))? (?:is|are) ${A}keyword-only${T}`,
    found => {
      const subject = subjectOf(found);
      if (subject === undefined) return undefined;
      const { symbol, place, when } = subject;
      const isWithoutSelf = / (?:self|cls) /.test(found.sentence);
      return all(subject, { kind: 'all_keyword_only', symbol, place, isWithoutSelf, when });
    },
  ),
];

const POSITIONS = ['first', 'second', 'third', 'fourth', 'fifth'];

function atPosition(found: Found): Detail {
  const position = POSITIONS.indexOf(found.word('how') ?? '');
  return position < 0 ? { isLast: true } : { position };
}

/** One that is said to be there, with what is said of it. */
function detail(found: Found, said: Detail): Claims {
  const subject = subjectOf(found);
  if (subject === undefined || ('annotation' in said && said.annotation === undefined)) return undefined;
  return all(subject, parameterClaim(subject, parameterText(found), 'there', said));
}

function typeOf(found: Found, group = 'type'): string | undefined {
  const written = found.word(group) ?? '';
  if (written === 'none') return 'None';
  const text = written.startsWith('§') ? found.code(group)?.text : written;
  return text !== undefined && /^[\w"']/.test(text) ? text : undefined;
}

function inOrder(found: Found): Claims {
  const written = found.word('y') ?? '';
  const name = written.startsWith('§') ? found.code('y')?.text : written;
  if (name === undefined || !/^\w+$/.test(name)) return undefined;
  const near = / (?:right|directly|immediately) (?:after|behind|before) /.test(found.sentence)
    ? {}
    : { isFar: true };
  const claims = detail(
    found,
    found.word('how') === 'before' ? { ...near, inFrontOf: name } : { ...near, behind: name },
  );
  if (!/ was added /.test(found.sentence)) return claims;
  const subject = subjectOf(found);
  return (
    claims &&
    subject &&
    all(
      subject,
      ...claims,
      parameterClaim({ ...subject, when: 'before' }, parameterText(found), 'absent', { isOwn: true }),
    )
  );
}

/** All of them, as they stand. */
function inFullOrder(found: Found): Claims {
  const [subject, names] = [subjectOf(found), found.list(false)];
  if (subject === undefined || names === undefined || !names.every(name => /^\*{0,2}\w+$/.test(name)))
    return undefined;
  const { symbol, place, when } = subject;
  return all(subject, { kind: 'parameters', symbol, place, names, exact: true, isOrdered: true, when });
}

function twoDefaults(found: Found): Claims {
  const subject = subjectOf(found, 'after');
  const [now, old] = [found.value('v'), found.value('w')];
  if (subject === undefined || now === undefined || old === undefined) return undefined;
  const text = parameterText(found);
  return all(
    subject,
    parameterClaim({ ...subject, when: 'after' }, text, 'there', { value: now }),
    ...before(
      found.sentence,
      [parameterClaim({ ...subject, when: 'before' }, text, 'there', { value: old })].filter(
        claim => claim !== undefined,
      ),
    ),
  );
}

/** What a class or a function annotates may be an attribute or a variable, where nothing says that it is a parameter. */
function parameterList(found: Found): Claims {
  const claims = namedParameters(found);
  const isOpen = found.word('verb') === 'annotates' && !/ (?:parameter|argument)s? /.test(found.sentence);
  return isOpen ? claims?.map(claim => ({ ...claim, isUnsure: true })) : claims;
}

/** `f now takes a new keyword-only parameter x, which defaults to 1, plus **kwargs`. */
function namedParameters(found: Found): Claims {
  const verb = found.word('verb') ?? '';
  const list = readParameterList(found.word('rest') ?? '', found, TAKES.test(verb));
  if (list === undefined) return undefined;
  // What is required is not all that it takes, and what need not be given may be taken.
  if (/^(?:requires?|expects?)$/.test(verb) && (list.isExact || found.word('not') !== undefined))
    return undefined;
  // Another one is new, or only one more of those it takes.
  if (TAKES.test(verb) && / another /.test(` ${found.word('rest') ?? ''}`)) return undefined;
  const isAbsent = found.word('not') !== undefined;
  const subject = subjectOf(found, isAbsent || COMES.test(verb) || list.isNew ? 'after' : 'present');
  if (subject === undefined || found.isPath('s')) return undefined;
  const at: Subject =
    isLater(list.time) && subject.when === 'present' ? { ...subject, when: 'after' } : subject;
  // Without a word that says so, only what is written like a parameter is one.
  const isWritten = list.items.every(({ text }) => /[:=*]/.test(text));
  const isClass = isClassLike(at.symbol);
  const isClear =
    list.isSaid ||
    verb === 'annotates' ||
    (TAKES.test(verb) ? !hasPlainWord(found) : !isClass && (isWritten || isDescribed(list.items)));
  if (!isClear) return undefined;
  if (verb === 'annotates' && !list.items.every(({ detail: { annotation } }) => annotation !== undefined))
    return undefined;
  const { symbol, place } = at;
  if (isAbsent) {
    // What is said besides of what is not there may be all that is denied.
    if (list.isNew || list.isExact || list.items.some(each => Object.keys(each.detail).length > 0))
      return undefined;
    const before: Subject = { ...at, when: 'before' };
    const isChange = found.word('not') === 'no longer';
    return all(
      at,
      ...list.items.map(({ text }) =>
        parameterClaim({ ...at, when: 'after' }, text, 'absent', { isOwn: isChange }),
      ),
      ...(isChange ? list.items.map(({ text }) => parameterClaim(before, text)) : []),
    );
  }
  const isNew = list.isNew || COMES.test(verb);
  const required: Detail = /^requires?$/.test(verb) ? { value: null } : {};
  const there: Subject = isNew ? { ...at, when: 'after' } : at;
  return all(
    there,
    ...list.items.map(each =>
      parameterClaim(there, each.text, 'there', {
        ...required,
        ...each.detail,
        ...(isNew ? { isOwn: true } : {}),
      }),
    ),
    ...(list.isExact && !isNew
      ? [
          {
            kind: 'parameters',
            symbol,
            place,
            names: list.items.map(({ text }) => nameOf(text)),
            exact: true,
            when: at.when,
          } as const,
        ]
      : []),
    ...(isNew
      ? list.items.map(({ text }) =>
          parameterClaim({ ...at, when: 'before' }, nameOf(text), 'absent', { isOwn: true }),
        )
      : []),
    ...(isNew && list.count !== undefined
      ? [{ kind: 'new_parameters', symbol, place, count: list.count, when: 'after' } as const]
      : []),
  );
}

const isDescribed = (items: readonly SaidParameter[]): boolean =>
  items.every(
    ({ text, detail: { value, annotation, given } }) =>
      /[:=]/.test(text) || value !== undefined || annotation !== undefined || given !== undefined,
  );
const isLater = (time: string | undefined): boolean => time !== undefined;
const nameOf = (text: string): string => /^\*{0,2}\w+/.exec(text)?.[0] ?? text;
/** `accepts bytes` says nothing of a parameter. */
const hasPlainWord = (found: Found): boolean =>
  !/§/.test((found.word('rest') ?? '').split(/ and |, /, 1)[0] ?? '');
