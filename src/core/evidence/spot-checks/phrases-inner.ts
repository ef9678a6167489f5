import { lastOf } from '../code/dotted-names.ts';
import { isQuotedNumber } from './code-text.ts';
import { type Found, type Phrase, part, phrase } from './grammar.ts';
import { parameterClaim, parameterText } from './parameter-claims.ts';
import { readParameterList } from './parameter-list.ts';
import { all, type Subject, subjectOf } from './phrase-subject.ts';
import { absentBefore, type SpotCheckClaim } from './spot-check-claim.ts';

const { subject: S, file: P, adverb: A, time: T, list: LIST } = part;
type Claims = readonly SpotCheckClaim[] | undefined;

const SORT = '(?<sort>class|function|method|definition|helper)';
const GONE = '(?:is gone|was removed|has been removed|was dropped|was deleted|no longer exists)';
const NESTED = '(?:nested|inner|local)(?: (?:function|helper|callback|def))?';

/** Sentences about what stands inside of files, values and functions, and in which order. */
export const INNER_PHRASES: readonly Phrase[] = [
  phrase(`${P} ${A}(?<verb>defines|contains|imports) (?:only|nothing but) ${LIST}${T}`, onlyHas),
  phrase(`${P} only (?<verb>defines|contains|imports) ${LIST}${T}`, onlyHas),
  phrase(`${S} is ${A}the (?<how>last|first) ${SORT} (?:in|of) §(?<p2>\\d+)${T}`, found => {
    const how = found.word('how') === 'last' ? 'last' : 'first';
    const sort = found.word('sort');
    const claims = order(found, how, sort === 'class' || sort === 'function' ? sort : undefined);
    // Among what is a method or a helper it may be, where others stand around it.
    return /^(?:method|helper)$/.test(sort ?? '') ? claims?.map(unsure) : claims;
  }),
  phrase(
    `${S} (?:(?:was|is|has been) )?(?:(?:added|defined|placed|put|located|inserted|stands|comes|sits|appears) )?(?:directly |right |immediately |just )?(?<how>after|below|behind|before|above|next to|beside) (?:the )?§(?<o>\\d+)(?: in §(?<p2>\\d+))${T}`,
    found => {
      const word = found.word('how') ?? '';
      const how = /after|below|behind/.test(word)
        ? 'behind'
        : /before|above/.test(word)
          ? 'in front of'
          : 'beside';
      const isNear = how === 'beside' || / (?:directly|right|immediately|just) /.test(found.sentence);
      const isDefined = / defined | stands | comes | located | appears /.test(found.sentence);
      return isNear
        ? order(found, how)
        : isDefined
          ? order(found, how === 'behind' ? 'later' : 'earlier')
          : undefined;
    },
  ),
  // What a call is given.
  phrase(`${S} ${A}passes §(?<x>\\d+) (?:on )?to §(?<c>\\d+)${T}`, passes),
  phrase(`${S} ${A}(?:calls|invokes) §(?<c>\\d+) with §(?<x>\\d+)${T}`, passes),
  // What is in a value.
  phrase(`${S} ${A}(?:includes|contains|lists) §(?<x>\\d+)${T}`, found => {
    const subject = subjectOf(found);
    const text = found.code('x')?.text;
    if (subject === undefined || text === undefined || found.isPath('s')) return undefined;
    if (found.codes.some(isQuotedNumber)) return undefined;
    const { symbol, place, when } = subject;
    if (symbol === '__all__') return inAll(found, 'there');
    // A class contains its members.
    if (/^_*[A-Z][a-z]/.test(lastOf(symbol))) return undefined;
    return all(subject, { kind: 'value_has', symbol, place, text, is: 'there', when });
  }),
  phrase(
    `§(?<x>\\d+) is ${A}(?:listed |included |contained )?in (?:the )?(?<s>§\\d+) (?:of|in) ${P}${T}`,
    found => (found.name('s') === '__all__' ? inAll(found, 'there') : undefined),
  ),
  phrase(
    `§(?<x>\\d+) is (?:not|no longer) (?:listed |included |contained )?in (?:the )?(?<s>§\\d+) (?:of|in) ${P}${T}`,
    found => (found.name('s') === '__all__' ? inAll(found, 'absent') : undefined),
  ),
  phrase(`§(?<x>\\d+) (?:was|has been) added to (?:the )?(?<s>§\\d+) (?:of|in) ${P}${T}`, found =>
    found.name('s') === '__all__' ? inAll(found, 'there', true) : undefined,
  ),
  phrase(
    `§(?<x>\\d+) (?:was|has been) (?:removed|dropped) from (?:the )?(?<s>§\\d+) (?:of|in) ${P}${T}`,
    found => (found.name('s') === '__all__' ? inAll(found, 'absent', true) : undefined),
  ),
  phrase(
    `(?:the )?${LIST}(?: (?:function|class|constant|name))? (?:is|are) ${A}the only (?:names?|entry|entries) (?:in|of) (?:the )?(?<s>§\\d+) (?:of|in) ${P}${T}`,
    allOfAll,
  ),
  phrase(
    `§(?<s>\\d+) (?:of|in) ${P} ${A}(?:lists|contains|holds|has|names) (?:only|exactly|nothing but) ${LIST}${T}`,
    allOfAll,
  ),
  // Functions in functions.
  phrase(
    `${S} ${A}(?:defines|has|contains|keeps) (?:an? |the |its )?${NESTED} §(?<x>\\d+)(?: (?:function|helper|callback))?${T}`,
    found => nested(found, 'there', false),
  ),
  phrase(
    `${S} (?:no longer|does not|doesn't) (?:defines?|has|have|contains?) (?:an? |the |its )?${NESTED} §(?<x>\\d+)(?: (?:function|helper|callback))?${T}`,
    found => nested(found, 'absent', / no longer /.test(found.sentence)),
  ),
  phrase(`the ${NESTED} §(?<x>\\d+) (?:inside|in|of|within) ${S} ${GONE}${T}`, found =>
    nested(found, 'absent', true),
  ),
  // Parameters.
  phrase(
    `the (?:only )?(?:parameter|argument) of ${S} is ${A}(?:called|named) (?<x>§\\d+|[a-z_]\\w*)${T}`,
    found => {
      const subject = subjectOf(found);
      if (subject === undefined) return undefined;
      const { symbol, place, when } = subject;
      return all(
        subject,
        parameterClaim(subject, parameterText(found)),
        // There is no other.
        { kind: 'parameter_count', symbol, place, count: 1, isUnsure: true, when },
      );
    },
  ),
  phrase(
    `${S} (?:no longer|does not|doesn't) (?:provides?|has|have|gives?) (?:any |an? )?defaults? (?:value )?for (?<rest>.+)`,
    found => {
      const subject = subjectOf(found, 'after');
      const list = readParameterList(found.word('rest') ?? '', found);
      if (subject === undefined || list === undefined || list.isNew) return undefined;
      const before: Subject = { ...subject, when: 'before' };
      const isChange = / no longer /.test(found.sentence);
      return all(
        subject,
        ...list.items.map(({ text }) =>
          parameterClaim({ ...subject, when: 'after' }, text, 'there', { value: null }),
        ),
        ...(isChange
          ? list.items.map(({ text }) => parameterClaim(before, text, 'there', { isOptional: true }))
          : []),
      );
    },
  ),
  phrase(
    `${S} ${A}documents (?:an? |the )?(?:new )?(?:(?:option|parameter|argument|attribute|field) )?§(?<d>\\d+)(?: (?:option|parameter|argument|attribute|field))?${T}`,
    found => {
      const subject = subjectOf(found);
      const text = found.code('d')?.text;
      if (subject === undefined || text === undefined) return undefined;
      const { symbol, place, when } = subject;
      const about = { kind: 'docstring', symbol, place, text, isName: true } as const;
      const isNew = / new /.test(found.sentence);
      return all(
        subject,
        { ...about, is: 'there', when: isNew ? 'after' : when },
        ...(isNew ? [{ ...about, is: 'absent', when: 'before' } as const] : []),
      );
    },
  ),
];

function onlyHas(found: Found): Claims {
  const [place, names] = [found.place(), found.list(true)];
  if (
    !place ||
    names === undefined ||
    !(found.isPath('p') || /\./.test(place)) ||
    !names.every(name => /^[A-Za-z_]\w*$/.test(name))
  )
    return undefined;
  const of = found.word('verb') === 'imports' ? 'imports' : 'definitions';
  return [{ kind: 'only_has', place, names, of, when: found.when() }];
}

function order(
  found: Found,
  how: 'first' | 'last' | 'behind' | 'in front of' | 'beside' | 'later' | 'earlier',
  sort?: 'class' | 'function',
): Claims {
  const subject = subjectOf(found);
  const place = found.place('p2');
  const other = found.word('o') === undefined ? undefined : found.name('o');
  if (
    subject === undefined ||
    !place ||
    subject.more.length > 0 ||
    (found.word('o') !== undefined && other === undefined)
  )
    return undefined;
  if (!found.isPath('p2')) return undefined;
  const isNew = / added | inserted /.test(found.sentence);
  const { symbol } = subject;
  return [
    { kind: 'order', symbol, place, how, sort, other, when: isNew ? 'after' : subject.when },
    ...(isNew ? [absentBefore(symbol, place)] : []),
  ];
}

const unsure = (claim: SpotCheckClaim): SpotCheckClaim => ({ ...claim, isUnsure: true });

function passes(found: Found): Claims {
  const subject = subjectOf(found);
  const [callee, text] = [found.name('c'), found.code('x')?.text];
  if (subject === undefined || callee === undefined || text === undefined || found.isPath('s'))
    return undefined;
  const { symbol, place, when } = subject;
  return all(subject, { kind: 'passes', caller: symbol, place, callee, text, when });
}

function inAll(found: Found, is: 'there' | 'absent', isChange = false): Claims {
  const [place, name] = [found.place(), found.code('x')?.text];
  if (!place || name === undefined || !/^[A-Za-z_]\w*$/.test(name)) return undefined;
  const claim = { kind: 'in_all', place, name } as const;
  return [
    { ...claim, is, when: isChange ? 'after' : found.when(is === 'there' ? 'present' : 'after') },
    ...(isChange ? [{ ...claim, is: is === 'there' ? 'absent' : 'there', when: 'before' } as const] : []),
  ];
}

/** `__all__` names these, and nothing else. */
function allOfAll(found: Found): Claims {
  const [module, names] = [found.place(), found.list(false)];
  if (!module || names === undefined || found.name('s') !== '__all__') return undefined;
  const when = found.when();
  return [
    ...names.map(name => ({ kind: 'in_all', place: module, name, is: 'there', when }) as const),
    { kind: 'exports', module, names, only: true, when },
  ];
}

function nested(found: Found, is: 'there' | 'absent', isChange: boolean): Claims {
  const subject = subjectOf(found, is === 'absent' ? 'after' : 'present');
  const name = found.name('x');
  if (subject === undefined || name === undefined || name.includes('.') || found.isPath('s'))
    return undefined;
  const { symbol, place, when } = subject;
  const claim = { kind: 'within', symbol, place, text: `def ${name}` } as const;
  return all(
    subject,
    { ...claim, is, when },
    ...(isChange ? [{ ...claim, is: 'there', when: 'before' } as const] : []),
  );
}
