import { encodeUtf8 } from '../../kernel/utf8.ts';
import { isSkipped } from '../../python/grammar/module-index.ts';
import { indexModule } from '../../python/index/index-module.ts';
import { fullName } from '../../python/index/symbol-table.ts';
import * as op from '../../python/lexer/operators.ts';
import { withZeroByte } from '../../python/lexer/token-list.ts';
import { returnAnnotation, signatureOf } from '../../python/query/header.ts';
import { sourceText } from '../../python/query/source-text.ts';
import { type CodeToken, isSameCode, readCodeTokens } from '../code/code-tokens.ts';
import { givesOther, givesValue } from './body-facts.ts';
import { isLiteral, isSameText, tokensOf, upTo } from './code-text.ts';
import { areApart, areOther, compareTypes } from './compare-types.ts';
import { type FoundDefinition, isTruth, noneOf, ofEach, soften } from './found-definition.ts';
import { certain } from './function-facts.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { nameInSignature, readSignature } from './read-signature.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';
import { hasOtherTyping } from './typing-names.ts';

/** `get_source`, run again: whether a function takes what the sentence says. */
export async function checkSignature(
  look: Lookup,
  { symbol, signature, place, isExact = false }: ClaimOf<'signature'>,
): Promise<Truth> {
  const found = await oneFunction(look, symbol, place);
  return isTruth(found)
    ? found
    : ofEach(found, each =>
        sameSignature(
          each,
          signature,
          { isExact, isWhole: symbol.includes('.') && isWhole(found.ref, symbol) },
          look,
        ),
      );
}

function sameSignature(
  one: FoundDefinition,
  signature: string,
  { isExact, isWhole }: { readonly isExact: boolean; readonly isWhole: boolean },
  look: Lookup,
): Truth {
  const { file, ref } = one;
  const { definition } = ref;
  const name = nameInSignature(signature);
  const isItsName = `.${fullName(ref)}`.endsWith(`.${name}`) || fullName(ref).endsWith(`.${name}.__init__`);
  if (name !== '' && !isItsName)
    return truth('unknown', `it is ${fullName(ref)}`, [look.place(ref.module, definition.line)]);
  const actual = signatureOf(definition, file.text);
  const places = [look.place(ref.module, definition.line)];
  const reason = `it is ${actual}`;
  const [, says] = /^(async |def )/.exec(signature) ?? [];
  if (says !== undefined && (says === 'async ') !== actual.startsWith('async '))
    return soften(truth('false', reason, places), one);
  const claimed = signature.replace(/^(async )?(def )?[\w.]*/, '');
  // What a call of it gives is something to await: who leaves out `async` may mean that, or not know.
  if (says === undefined && actual.startsWith('async ') && claimed.includes('->'))
    return truth('unknown', reason, places);
  const written = actual.replace(/^(async )?def \w+(\[[^\]]*\])?/, '');
  const [head = written, result] = written.split(') -> ', 2);
  const withoutResult = result === undefined ? written : `${head})`;
  const same = [written, withoutResult].some(each => isSameSignature(each, claimed));
  if (same) return truth('true', reason, places);
  const source = `def f${claimed}: pass`;
  if (tokensOfSignature(claimed) === undefined) return truth('unknown', reason, places);
  const words = tokensOf(source);
  const colon = words.findLastIndex(token => token.op === op.COLON);
  const said = readSignature(words.slice(0, colon), (start, end) => source.slice(start, end));
  const is = readSignature(file.range(definition.head, definition.body - 1), (start, end) =>
    file.text.text(start, end),
  );
  const found = compareSignatures(is, said, {
    isBound: isMethod(one),
    isOwnerOpen: one.isOwnerOpen,
    isExact,
    hasOverloads: one.overloads.length > 0,
    isWhole,
    compareTypes: hasOtherTyping(file, written) ? () => undefined : compareTypes,
  });
  return soften(truth(found, reason, places), one);
}

type Signature = ReturnType<typeof readSignature>;

/** Types that are not said are not claimed; whether a parameter without its default is meant is a matter of words. */
function compareSignatures(
  is: Signature,
  said: Signature,
  how: {
    readonly isBound: boolean;
    readonly isOwnerOpen: boolean;
    readonly isExact: boolean;
    readonly hasOverloads: boolean;
    /** The sentence names the class as well, so that no other function can be meant. */
    readonly isWhole: boolean;
    readonly compareTypes: (actual: string, said: string) => boolean | undefined;
  },
): 'true' | 'false' | 'unknown' {
  const whole = compareParameters(is, said, is.parameters, how);
  if (whole !== 'false' || !how.isBound || is.parameters[0]?.name.startsWith('*') === true) return whole;
  const bound = compareParameters(is, said, is.parameters.slice(1), how);
  return bound === 'true' && how.isOwnerOpen ? 'unknown' : bound;
}

/** Whether what a method is called on stands first. */
const isMethod = ({ ref: { definition, module }, file }: FoundDefinition): boolean =>
  module.index.definitions[definition.parent]?.kind === 'class' &&
  !file.range(definition.start, definition.head).some(({ text }) => text === 'staticmethod');

function compareParameters(
  is: Signature,
  said: Signature,
  own: Signature['parameters'],
  {
    isExact,
    hasOverloads,
    isWhole,
    compareTypes,
  }: Pick<Parameters<typeof compareSignatures>[2], 'isExact' | 'hasOverloads' | 'isWhole' | 'compareTypes'>,
): 'true' | 'false' | 'unknown' {
  const names = (parameters: Signature['parameters']) =>
    parameters.map(({ name, given }) => `${name} ${given}`).join();
  const plain = (parameters: Signature['parameters']) => parameters.map(({ name }) => name).join();
  if (names(own) !== names(said.parameters)) {
    if (plain(own) !== plain(said.parameters)) return 'false';
    // Marks alone differ: somebody who names parameters only may leave them out.
    const hasMarks = said.parameters.some(({ given }) => given !== 'by_either');
    return hasMarks ? 'false' : 'unknown';
  }
  const saysTypes = said.parameters.some(({ annotation }) => annotation !== undefined);
  const saysValues = said.parameters.some(({ value }) => value !== undefined);
  // Who leaves out `self` and says more than names may mean another function.
  let found: 'true' | 'unknown' =
    own !== is.parameters && (isExact || !isWhole) && (saysTypes || saysValues) ? 'unknown' : 'true';
  for (const [i, { annotation, value }] of said.parameters.entries()) {
    const actual = own[i];
    if (value !== undefined) {
      const same = actual?.value === undefined ? false : isSameText(actual.value, value);
      if (same === false) return 'false';
      if (same === undefined) found = 'unknown';
    } else if ((isExact || saysValues || saysTypes) && actual?.value !== undefined) found = 'unknown';
    const sameType =
      annotation === undefined || actual?.annotation === undefined
        ? undefined
        : isSameText(actual.annotation, annotation) === true || compareTypes(actual.annotation, annotation);
    if (sameType === false) return 'false';
    // Where one type is said, one that is left out may be said to be none.
    const isOther =
      annotation === undefined ? saysTypes && actual?.annotation !== undefined : sameType !== true;
    if (isOther) found = 'unknown';
  }
  if (said.result === undefined) return found;
  const isSame =
    is.result !== undefined &&
    (isSameType(is.result, said.result) || compareTypes(is.result, said.result) === true);
  // What a call gives is put together from overloads: the result of one alone speaks against nothing.
  const isOther =
    !hasOverloads &&
    is.result !== undefined &&
    (isOtherType(is.result, said.result) || compareTypes(is.result, said.result) === false);
  if (!isSame && isOther) return 'false';
  return isSame ? found : 'unknown';
}

export async function checkReturns(
  look: Lookup,
  { symbol, result, place, isDeclared }: ClaimOf<'returns'>,
): Promise<Truth> {
  const found = await oneFunction(look, symbol, place);
  return isTruth(found) ? found : ofEach(found, each => sameResult(each, result, isDeclared === true, look));
}

function sameResult(one: FoundDefinition, result: string, isDeclared: boolean, look: Lookup): Truth {
  // `True` and `make(a)` are no types: they are said of what comes back. `None` is both.
  const isValue = isLiteral(result) || /^(?:self|cls)$|^[\w.]+\(/.test(result);
  if (isValue && !isDeclared && result !== 'None') return givesValue(one, result, look);
  const declared = declaredResult(one, result, isDeclared, look);
  if (declared.value === 'true' && !isDeclared && givesOther(one, result))
    return truth('unknown', 'it is declared to, and its "return" gives something else', declared.places);
  return declared.value === 'true' || isDeclared || !isValue ? declared : givesValue(one, result, look);
}

function declaredResult(one: FoundDefinition, result: string, isDeclared: boolean, look: Lookup): Truth {
  const actual = returnAnnotation(one.ref.definition, one.file.text);
  const places = [look.place(one.ref.module, one.ref.definition.line)];
  if (actual === null) return truth('unknown', 'no result is declared', places);
  if (hasOtherTyping(one.file, actual))
    return soften(
      truth(actual === result ? 'true' : 'unknown', `it is declared to return ${actual}`, places),
      one,
    );
  const same = isSameType(actual, result) || compareTypes(actual, result);
  // What is declared may be wider than what is returned.
  const isOther = isDeclared
    ? isOtherType(actual, result) || areOther(actual, result)
    : result !== 'None' && areApart(actual, result);
  const value = same === true ? 'true' : isOther ? 'false' : 'unknown';
  return soften(truth(value, `it is declared to return ${actual}`, places), one);
}

/** The only function of that name, or why there is none to compare. */
async function oneFunction(
  look: Lookup,
  symbol: string,
  place: string | undefined,
): Promise<FoundDefinition | Truth> {
  const all = look.definitionsIn(symbol, place);
  const refs = all.filter(
    ({ definition: { kind, role } }) =>
      !['overload', 'setter', 'deleter'].includes(role) &&
      (kind === 'function' || kind === 'method' || kind === 'property'),
  );
  const [ref, ...others] = refs;
  if (ref === undefined) return noneOf(`function ${symbol}`, all);
  if (others.length > 0 || look.isOtherThan(symbol, place, refs))
    return truth('unknown', `${symbol} is defined in several places`);
  return certain(
    look,
    ref,
    false,
    all.filter(each => !refs.includes(each)),
  );
}

const BUILTIN = /^(?:None|str|bytes|bool|int|float|dict|list|tuple|set)(?:\[[^|]*\])?$/;

/** Two builtin types of which none can be the other. */
function isOtherType(actual: string, said: string): boolean {
  const [a, b] = [squeeze(actual), squeeze(said)];
  const head = (type: string) => upTo(type, '[');
  const isNumber = (type: string) => /^(?:bool|int|float)$/.test(type);
  if (!BUILTIN.test(a) || !BUILTIN.test(b) || head(a) === head(b)) return false;
  return !(isNumber(head(a)) && isNumber(head(b)));
}

/** The same but for spaces and quotes around it; in `Literal['a']` quotes say something. */
const isSameType = (a: string, b: string): boolean =>
  a === b || (squeeze(a) === squeeze(b) && !/Literal|Annotated/.test(a));

const squeeze = (text: string): string =>
  text
    .replace(/["'\s]/g, '')
    .replace(/,\)/g, ')')
    .replace(/\b(?:typing|t)\./g, '')
    .replace(/\b(?:Tuple|List|Dict|Set)\b/g, word => word.toLowerCase());

/** The tokens of a signature as it is said; `undefined` when the text is none. */
function tokensOfSignature(text: string): readonly CodeToken[] | undefined {
  const source = encodeUtf8(`def f${text}: pass\n`);
  if (isSkipped(indexModule(source))) return undefined;
  const bytes = withZeroByte(source);
  return readCodeTokens({ bytes, text: (start, end) => sourceText(bytes, start, end, 'utf-8') }).slice();
}

function isSameSignature(a: string, b: string): boolean {
  const [x, y] = [tokensOfSignature(a), tokensOfSignature(b)];
  return x !== undefined && y !== undefined && isSameCode(x, y);
}
