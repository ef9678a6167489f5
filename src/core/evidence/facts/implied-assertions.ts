import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, codeKey, isLayout, isName } from '../code/code-tokens.ts';
import { contentOf } from '../code/string-literal.ts';
import { type NamedValues, namedValues, withValues } from './named-values.ts';
import { comparisonOf } from './read-assertions.ts';
import { COUNTED, type Said, saidBy, type Value } from './said-values.ts';

type Assertion = readonly CodeToken[];

/**
 * Whether what an assertion says may follow from others of the same test: these are about the same value, one that
 * holds it, or a part of it, and say at least as much of that. Of `r == [1]` that is true of `r[0] == 1`, `len(r)`,
 * `isinstance(r, list)` and `r is not None`; of `r.b == 1` it is not true of `r.a == 1`.
 *
 * @param test the test before the change, in which all of them stand
 */
export function isImplied(
  gone: Assertion,
  others: readonly Assertion[],
  test: readonly CodeToken[],
): boolean {
  if (others.length > MOST_OTHERS || others.some(other => isFlipped(gone, other))) return true;
  if (others.some(other => hasLongerText(gone, other))) return true;
  if (isImpliedAs(gone, others, test, NO_NAMES, tokens => tokens)) return true;
  const named = namedValues(test);
  return isImpliedAs(gone, others, test, named, tokens => withValues(tokens, named));
}

const NO_NAMES: NamedValues = new Map();

/** @param asRead gives an assertion in the words in which it is compared */
function isImpliedAs(
  gone: Assertion,
  others: readonly Assertion[],
  test: readonly CodeToken[],
  named: NamedValues,
  asRead: (assertion: Assertion) => Assertion,
): boolean {
  const said = saidBy(asRead(gone), test.slice(0, indexOf(gone, test)));
  const known = others.flatMap(other => {
    const isThen = isAtSameTime(gone, other, test, named);
    return saidBy(asRead(other), test.slice(0, indexOf(other, test))).map(each => ({ each, isThen }));
  });
  return said.length > 0 && said.every(own => known.some(({ each, isThen }) => implies(each, own, isThen)));
}

/** In a test of more assertions nobody compares each with each. */
const MOST_OTHERS = 100;

/** By halving: tokens are in the order of their places. */
function indexOf([first]: Assertion, test: readonly CodeToken[]): number {
  let [low, high] = [0, test.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((test[middle]?.start ?? 0) < (first?.start ?? 0)) low = middle + 1;
    else high = middle;
  }
  while (low < test.length && test[low]?.start === first?.start && test[low]?.kind !== first?.kind) low++;
  return low;
}

/** `1 == x` beside `x == 1`. */
function isFlipped(gone: Assertion, other: Assertion): boolean {
  const [a, b] = [comparisonOf(gone), comparisonOf(other)];
  if (a === undefined || b === undefined || a.operator !== b.operator) return false;
  return /^(?:==|!=|is)$/.test(a.operator) && isAlike(a.subject, b.other) && isAlike(a.other, b.subject);
}

const isAlike = (a: readonly CodeToken[], b: readonly CodeToken[]): boolean => codeKey(a) === codeKey(b);

/** `s.endswith("}")` beside `s.endswith("]}")`. */
function hasLongerText(gone: Assertion, other: Assertion): boolean {
  const [method, text] = [gone.at(-4)?.text, gone.at(-2)];
  if (method === undefined || !/^(?:starts|ends)with$/.test(method) || gone.length !== other.length)
    return false;
  const at = gone.length - 2;
  const isSame = gone.every((token, i) => i === at || token.text === other[i]?.text);
  const longer = other[at];
  if (!isSame || text?.kind !== STRING || longer?.kind !== STRING) return false;
  const [part, whole] = [contentOf(text.text), contentOf(longer.text)];
  return method === 'endswith' ? whole.endsWith(part) : whole.startsWith(part);
}

/** Nothing between the two may change what they look at: no call but those of assertions, and of values with names. */
function isAtSameTime(a: Assertion, b: Assertion, test: readonly CodeToken[], named: NamedValues): boolean {
  const [from, to] = [indexOf(a, test), indexOf(b, test)].sort((x, y) => x - y) as [number, number];
  let [hasCall, isAssertion] = [false, false];
  for (let i = from; i < to; i++) {
    const token = test[i] as CodeToken;
    if (isLayout(token) && hasCall && !isAssertion) return false;
    if (isLayout(token)) [hasCall, isAssertion] = [false, false];
    isAssertion ||= isLayout(test[i - 1] as CodeToken) && isNaming(test, i, named);
    hasCall ||= token.op === op.PAREN_OPEN;
    isAssertion ||= /^assert/.test(token.text);
  }
  return true;
}

const isNaming = (test: readonly CodeToken[], i: number, named: NamedValues): boolean =>
  named.has(test[i]?.text ?? '') && test[i + 1]?.op === op.ASSIGN;

function implies(known: Said, own: Said, isThen: boolean): boolean {
  // One call of a mock says nothing of another one.
  if (known.ofMock === own.ofMock && known.ofMock.includes('any_')) return false;
  return own.values.some(value => known.values.some(of => tells(known, of, own, value, isThen)));
}

/** Functions whose result says all of what they are given. */
const KEEPING = /^(?:|list|tuple|dict|str|repr|vars)$/;

function tells(known: Said, { key, inside }: Value, own: Said, value: Value, isThen: boolean): boolean {
  const power = KEEPING.test(inside) ? known.power : inside === 'type' ? 2 : 1;
  const isStrong = own.power >= 3;
  if (saysAllOf(known, inside, key, value.key)) {
    if (own.operator === 'in') return true;
    if (value.inside === 'len') return isThen;
  }
  if (key === value.key) {
    if (isStrong) return isThen && power >= own.power && (value.inside !== '' || isSameValue(known, own));
    if (power !== own.power) return power > own.power;
    return power === 2 ? isAsStrict(known, own) : value.inside === '' || value.inside === inside;
  }
  if (value.key.startsWith(key)) {
    const isWhole = !known.ofMock || !!own.ofMock || power === 4;
    const rest = value.key.slice(key.length);
    if (!isWhole || power < 3 || power < own.power || isCalledFirst(rest)) return false;
    return !isStrong || (isThen && !(isPlain(known.other) && isOfAttributes(rest)));
  }
  if (!key.startsWith(value.key)) return false;
  if (own.ofMock) return COUNTED.test(key) && (known.power === 4 || own.power < 4);
  const name = literalOf(own);
  const hasPart = own.operator === 'in' && name !== undefined && key.slice(value.key.length).includes(name);
  return !isStrong && (power >= own.power || hasPart) && (power > 2 || own.operator !== 'in' || hasPart);
}

/** `sorted(d) == […]`, `set(d) == {…}` and `list(d.items()) == […]` say what is in `d`, and mostly how much. */
function saysAllOf(known: Said, inside: string, key: string, of: string): boolean {
  if (!/^(?:==|is)$/.test(known.operator) || !key.startsWith(of)) return false;
  const rest = key.slice(of.length);
  const isView = /^\.(?:items|keys|values)\(\)$/.test(spelled(rest));
  return rest === '' ? GATHERING.test(inside) : isView && (KEEPING.test(inside) || GATHERING.test(inside));
}

/** The texts of a key, without the kinds before them. */
const spelled = (key: string): string =>
  key
    .split('\0')
    .map(each => each.replace(/^\d+/, ''))
    .join('');

const GATHERING = /^(?:sorted|set|frozenset|Counter)$/;

/** `f(1)` is no part of `f`. */
const isCalledFirst = (rest: string): boolean => /^\d+\(/.test(rest);

/** `x == 1` says nothing of `x.real`. */
const isOfAttributes = (rest: string): boolean => !/[([]/.test(rest);
const isPlain = ([first, more]: readonly CodeToken[]): boolean => more === undefined && !isName(first);

/** Two values that differ are of different times; what is compared with a name may be anything. */
function isSameValue({ other: a }: Said, { other: b }: Said): boolean {
  if (a.length === 1 && b.length === 1 && !isName(a[0]) && !isName(b[0]))
    return isAlike(a, b) || Number(a[0]?.text) === Number(b[0]?.text);
  return a.length === 0 || !a.every(token => isName(token) || token.op === op.DOT) || isAlike(a, b);
}

/** `r > 2` says `r > 1` and `r != 1`, and `"abc" in r` says `"a" in r`. */
function isAsStrict(known: Said, own: Said): boolean {
  if (own.operator === '?' || known.operator === '?' || isAlike(known.other, own.other)) return true;
  if (own.operator === 'in' || known.operator === 'in') {
    const [part, whole] = [literalOf(own), literalOf(known)];
    return own.operator === known.operator && part !== undefined && whole?.includes(part) === true;
  }
  if (own.operator === '!=') return known.operator !== '!=';
  const [bound, limit] = [known, own].map(({ other }) => Number(other[0]?.text));
  if (known.operator[0] !== own.operator[0] || bound === undefined || limit === undefined) return false;
  if (Number.isNaN(bound) || Number.isNaN(limit)) return true;
  return own.operator[0] === '>' ? bound >= limit : bound <= limit;
}

/** `"a"` of `"a" in r`. */
const literalOf = ({ other: [first, more] }: Said): string | undefined =>
  first?.kind === STRING && more === undefined ? contentOf(first.text) : undefined;
