import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { returnAnnotation } from '../../python/query/header.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import { type CodeToken, isLayout } from '../code/code-tokens.ts';
import { isSameText } from './code-text.ts';
import { areApart } from './compare-types.ts';
import { type FoundDefinition, isTruth, placesOf } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import type { Lookup } from './lookup.ts';
import { hasOwnSelf } from './own-self.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** The tokens of a function's body without those of what is defined in it. */
export function ownTokens({ ref, file }: Pick<FoundDefinition, 'ref' | 'file'>): readonly CodeToken[] {
  const { body, end } = ref.definition;
  const inner = ref.module.index.definitions.filter(
    each => each.start >= body && each.end <= end && (each.kind === 'class' || CALLABLE.has(each.kind)),
  );
  /** Blocks that begin in what is left out, and end behind it. */
  let open = 0;
  return file.range(body, end).filter(({ kind, start }) => {
    const isInside = inner.some(each => each.start <= start && start < each.end);
    if (!isInside && (kind !== DEDENT || open === 0)) return true;
    if (kind === INDENT) open++;
    if (kind === DEDENT) open--;
    return false;
  });
}

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'property']);

/** Whether a call gives this value: what every `return` of the function's own says, and that it ends with one. */
export function givesValue(one: FoundDefinition, value: string, look: Lookup): Truth {
  const places = placesOf(look, one);
  const own = ownTokens(one);
  if (own.some(token => token.word === word.YIELD)) return truth('unknown', 'it is a generator', places);
  const given = returnsOf(one, own);
  const shown = [...new Set(given)].slice(0, 4).join(', ');
  const reason = given.length === 0 ? 'it has no "return"' : `its "return" gives ${shown}`;
  // What a decorator makes of it may give something else.
  if (one.isOpen) return truth('unknown', reason, places);
  if (given.length === 0 && value !== 'None' && givesNothing(one, own)) return truth('false', reason, places);
  const same = given.map(each => isSameText(each, value));
  const isEnded = endsWithReturn(own);
  const isSame = same.length > 0 && isEnded && same.every(each => each === true);
  // It may end otherwise before, or give what the name was given meanwhile.
  const mayDiffer = own.some(mayEnd) || isRebound(own, value) || isOtherName(one, value);
  if (isSame) return truth(mayDiffer ? 'unknown' : 'true', reason, places);
  const isOther = same.length > 0 && same.every(each => each === false);
  return truth(isOther && (isEnded || value !== 'None') ? 'false' : 'unknown', reason, places);
}

/** A body that is written out, and is none that others have to fill in. */
const givesNothing = ({ ref: { module } }: FoundDefinition, own: readonly CodeToken[]): boolean =>
  !module.isStub &&
  own.some(token => !isLayout(token) && token.kind !== STRING && token.word !== word.PASS) &&
  !own.some(({ text }) => text === '...' || /^NotImplemented/.test(text));

/** Whether a `return` gives a literal that is not of a type: `return 5` where `None` is declared. */
export function givesOther(one: FoundDefinition, type: string): boolean {
  const own = ownTokens(one);
  if (own.some(token => token.word === word.YIELD)) return false;
  return returnsOf(one, own).some(text => {
    const kind = typeOfLiteral(text);
    return kind !== undefined && areApart(kind, type);
  });
}

function typeOfLiteral(text: string): string | undefined {
  if (/^[rub]?(?:"[^"]*"|'[^']*')$/i.test(text)) return /^b/i.test(text) ? 'bytes' : 'str';
  if (/^-?\d[\d_]*$/.test(text)) return 'int';
  if (/^-?\d[\d_]*\.\d*$/.test(text)) return 'float';
  return { None: 'None', True: 'bool', False: 'bool', '[]': 'list', '{}': 'dict', '()': 'tuple' }[text];
}

const mayEnd = (token: CodeToken): boolean =>
  token.word === word.RAISE || token.word === word.ASSERT || /^_?exit$|^abort$|^fail$/.test(token.text);

/** `self` that is not what the method was called on; another plain name that is a parameter of it. */
function isOtherName(one: FoundDefinition, name: string): boolean {
  if (name === 'self') return !hasOwnSelf(one, true);
  const header = one.file.range(one.ref.definition.head, one.ref.definition.body);
  const open = header.findIndex(token => token.op === op.PAREN_OPEN);
  return header.some(({ text }, i) => i > open && text === name);
}

/** Of a plain name, whether something in the body gives it another value. */
const isRebound = (own: readonly CodeToken[], name: string): boolean =>
  own.some(
    (token, i) =>
      token.text === name &&
      token.word === 0 &&
      (own[i + 1]?.op === op.ASSIGN ||
        own[i + 1]?.op === op.WALRUS ||
        own[i + 1]?.op === op.COMMA ||
        [word.FOR, word.AS, word.DEL].includes(own[i - 1]?.word ?? 0) ||
        own[i - 1]?.op === op.COMMA),
  );

/** What stands behind each `return`; `None` for nothing. */
function returnsOf({ file }: FoundDefinition, own: readonly CodeToken[]): readonly string[] {
  return own.flatMap((token, i) => {
    if (token.word !== word.RETURN) return [];
    const [first, last] = [own[i + 1], own[endOfLine(own, i) - 1]];
    return first === undefined || last === undefined || last.start < first.start
      ? ['None']
      : [file.copy(first.start, last.end)];
  });
}

export function endOfLine(tokens: readonly CodeToken[], from: number): number {
  const end = tokens.findIndex((token, i) => i > from && token.kind === NEWLINE);
  return end < 0 ? tokens.length : end;
}

/** Whether the last statement of the body, and not of a block in it, is a `return`. */
function endsWithReturn(own: readonly CodeToken[]): boolean {
  let depth = 0;
  let last: CodeToken | undefined;
  let isStart = true;
  for (const token of own) {
    if (token.kind === INDENT) depth++;
    else if (token.kind === DEDENT) depth--;
    else if (token.kind !== NEWLINE && isStart && depth === 0) last = token;
    isStart = isLayout(token);
  }
  return last?.word === word.RETURN;
}

export const depthAt = (own: readonly CodeToken[], at: number): number =>
  own.slice(0, at).reduce((depth, { kind }) => depth + Number(kind === INDENT) - Number(kind === DEDENT), 0);

/** Whether a call gives what is said, always the same. */
export async function checkGives(look: Lookup, { symbol, place, value }: ClaimOf<'gives'>): Promise<Truth> {
  const found = await findFunction(look, symbol, place);
  if (isTruth(found)) return found;
  return isNamedSo(found, symbol) ? givesValue(found, value, look) : truth('unknown', `${symbol} is a class`);
}

/** Of a class its `__init__` is found. */
export const isNamedSo = ({ ref }: FoundDefinition, symbol: string): boolean =>
  ref.definition.name === symbol.split('.').at(-1);

/** Whether a function is a generator. */
export async function checkYields(
  look: Lookup,
  { symbol, place, is, isAsync }: ClaimOf<'yields'>,
): Promise<Truth> {
  const found = await findFunction(look, symbol, place);
  if (isTruth(found)) return found;
  const places = placesOf(look, found);
  const own = ownTokens(found);
  const isSo = own.some(token => token.word === word.YIELD);
  const reason = isSo ? 'it says "yield"' : 'it has no "yield" of its own';
  const { head, body } = found.ref.definition;
  const isMoreThanSaid = isSo && isAsync !== true && found.file.range(head, body)[0]?.text === 'async';
  const isOther = found.isOpen || !isNamedSo(found, symbol) || isMoreThanSaid;
  // In a lambda it is of another function.
  const mayBeLambdas = isSo && own.some(token => token.word === word.LAMBDA);
  // One that only hands on a generator, or is declared without a body, may be called one as well.
  const mayBeCalledSo = !isSo && (isDeclaredOnly(own) || givesOnGenerator(found, own));
  if (isOther || mayBeLambdas || mayBeCalledSo) return truth('unknown', reason, places);
  return truth(isSo === (is === 'there') ? 'true' : 'false', reason, places);
}

/** `...`, `pass` or a docstring is all there is, or that it has to be written elsewhere. */
export const isDeclaredOnly = (own: readonly CodeToken[]): boolean =>
  own.every(
    token => isLayout(token) || token.kind === STRING || token.text === '...' || token.text === 'pass',
  ) || own.some(({ text }) => text === 'NotImplementedError');

function givesOnGenerator({ ref, file }: FoundDefinition, own: readonly CodeToken[]): boolean {
  const result = returnAnnotation(ref.definition, file.text) ?? '';
  let depth = 0;
  const isInBrackets = own.some(token => {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    return depth > 0 && token.word === word.FOR;
  });
  return isInBrackets || /Iter|Generator/.test(result);
}
