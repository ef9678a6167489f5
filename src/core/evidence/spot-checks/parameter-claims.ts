import { type Found, NO_NAMES } from './grammar.ts';
import { all, type Subject, subjectOf } from './phrase-subject.ts';
import type { SpotCheckClaim } from './spot-check-claim.ts';

/** `verify`, `verify=True`, `code: int = 0`, `**kwargs`. */
function readParameter(text: string) {
  const equals = text.indexOf('=');
  const head = equals < 0 ? text : text.slice(0, equals);
  const colon = head.indexOf(':');
  const name = (colon < 0 ? head : head.slice(0, colon)).trim();
  if (!/^\*{0,2}[A-Za-z_]\w*$/.test(name)) return undefined;
  return {
    name,
    annotation: colon < 0 ? undefined : head.slice(colon + 1).trim(),
    value: equals < 0 ? undefined : text.slice(equals + 1).trim(),
  };
}

export function parameterText(found: Found, group = 'x'): string | undefined {
  const written = found.word(group);
  if (written === undefined) return undefined;
  if (written.startsWith('§')) return found.code(group)?.text;
  return /^(?:no|only|the|a|an|any|one|two|three|four|five|it|its|as|and|or|arguments?|parameters?|keyword|positional|nothing|same|to|by|from)$/.test(
    written,
  ) || NO_NAMES.has(written)
    ? undefined
    : written;
}

export type Detail = Partial<
  Pick<
    Extract<SpotCheckClaim, { kind: 'parameter' }>,
    | 'given'
    | 'position'
    | 'value'
    | 'isOwn'
    | 'isRequired'
    | 'isOptional'
    | 'annotation'
    | 'behind'
    | 'isFar'
    | 'inFrontOf'
    | 'isLast'
  >
>;

export function parameterClaim(
  { symbol, place, when }: Subject,
  text: string | undefined,
  is: 'there' | 'absent' = 'there',
  detail: Detail = {},
): SpotCheckClaim | undefined {
  const read = text === undefined ? undefined : readParameter(text);
  if (read === undefined) return undefined;
  const { name, annotation, value } = read;
  return { kind: 'parameter', symbol, place, when, is, name, annotation, value, ...withoutNothing(detail) };
}

/** So many parameters; `self`: whether what a method is called on is among them, where the sentence says it. */
export const countClaim = (
  found: Found,
  { symbol, place, when }: Subject,
  count: number,
  self: 'counted' | 'not counted' | undefined,
): Extract<SpotCheckClaim, { kind: 'parameter_count' }> => ({
  kind: 'parameter_count',
  symbol,
  place,
  count,
  self,
  isPositional: / positional /.test(found.sentence),
  isKeyword: saysKeywords(found),
  when,
});

export const saysKeywords = ({ sentence }: Found): boolean => / (?:keyword|option|flag)s?\b/.test(sentence);

const withoutNothing = (detail: Detail): Detail =>
  Object.fromEntries(Object.entries(detail).filter(([, each]) => each !== undefined));

export const GIVEN_AS: Readonly<Record<string, Detail>> = {
  'keyword-only': { given: 'by_keyword_only' },
  'positional-only': { given: 'by_position_only' },
  positional: { given: 'by_position' },
  keyword: { given: 'by_keyword' },
  positionally: { given: 'by_position' },
  'by position': { given: 'by_position' },
  'by keyword': { given: 'by_keyword' },
  'first positional': { position: 0, given: 'by_position' },
  required: { value: null },
  optional: { isOptional: true },
  mandatory: { value: null },
  first: { position: 0 },
  second: { position: 1 },
  third: { position: 2 },
  fourth: { position: 3 },
  fifth: { position: 4 },
};

const TYPES =
  /^(?:str|bytes|int|float|bool|dict|list|tuple|set|object|type|callable|iterable|none|any|null)$/i;

/** Not the name of a type, nor a value: `f accepts bytes` says nothing of a parameter. */
export const isParameterName = (text: string | undefined): boolean =>
  text !== undefined && /^\*{0,2}[a-z_]\w*\s*(?:[:=].*)?$/s.test(text) && !TYPES.test(text);

/** Plain words are parameters only beside something that can be nothing else. */
function areParameters(list: readonly string[], found: Found): boolean {
  const written = found.word('list')?.split(/, and |, or |, | and | & | or /) ?? [];
  const hasPlain = written.some(item => !item.replace(/^the /, '').startsWith('§'));
  const isClear = list.some(text => text.startsWith('*') || /\w\s*=/.test(text));
  const [first] = list;
  if (list.length === 1 && first?.startsWith('(')) return true;
  return list.every(isParameterName) && (!hasPlain || isClear);
}

/** A list in brackets or words: `(a, b)` is a whole signature, anything else names some of them. */
export function listClaims(
  found: Found,
  exact: boolean,
  isSaid = false,
): readonly SpotCheckClaim[] | undefined {
  const subject = subjectOf(found);
  const list = found.list(true);
  if (subject === undefined || list === undefined) return undefined;
  if (!isSaid && !areParameters(list, found)) return undefined;
  const { symbol, place, when } = subject;
  const [first] = list;
  if (list.length === 1 && first?.startsWith('('))
    return all(subject, { kind: 'signature', symbol, place, signature: first, when });
  const read = list.map(readParameter);
  if (read.some(each => each === undefined)) return undefined;
  const names = read.map(each => each?.name ?? '');
  return all(
    subject,
    { kind: 'parameters', symbol, place, names, exact, when },
    // `has the parameters a and b`: they may be all that are meant.
    ...(!exact && / (?:has|have) the (?:parameters|arguments|params) /.test(found.sentence)
      ? [{ kind: 'parameters', symbol, place, names, exact: true, isUnsure: true, when } as const]
      : []),
    ...list.filter(text => /[:=]/.test(text)).map(text => parameterClaim(subject, text)),
    ...(found.word('verb') === 'requires'
      ? list.map(text => parameterClaim(subject, text, 'there', { value: null }))
      : []),
    ...(found.word('verb') === 'gained'
      ? list.map(text => parameterClaim({ ...subject, when: 'before' }, text, 'absent'))
      : []),
  );
}

/** A parameter that a phrase has found, with its default. */
export function oneParameter(
  found: Found,
  is: 'there' | 'absent' = 'there',
): readonly SpotCheckClaim[] | undefined {
  const subject = subjectOf(found, is === 'absent' ? 'after' : 'present');
  if (subject === undefined) return undefined;
  const given = found.word('given') ?? '';
  if (given === 'keyword' || given === 'optional') {
    if (given === 'optional' && found.word('v') === undefined)
      return all(subject, parameterClaim(subject, parameterText(found)), undefined);
  }
  const value = found.value();
  const required: Detail = found.word('verb') === 'requires' ? { value: null } : {};
  const detail = { ...required, ...GIVEN_AS[given], ...(value === undefined ? {} : { value }) };
  const claim = parameterClaim(subject, parameterText(found), is, detail);
  const isNew =
    found.word('verb') === 'gained' || given === 'new' || given === 'additional' || given === 'extra';
  const before: Subject = { ...subject, when: 'before' };
  return isNew && is === 'there'
    ? all({ ...subject, when: 'after' }, claim, parameterClaim(before, parameterText(found), 'absent'))
    : all(subject, claim);
}

export const withDefault = (found: Found, value: string | null | undefined) => {
  const subject = subjectOf(found);
  return subject === undefined || value === undefined
    ? undefined
    : all(subject, parameterClaim(subject, parameterText(found), 'there', { value }));
};
