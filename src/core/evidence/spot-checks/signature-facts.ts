import { encodeUtf8 } from '../../kernel/utf8.ts';
import { isSkipped } from '../../python/grammar/module-index.ts';
import { indexModule } from '../../python/index/index-module.ts';
import type { SymbolRef } from '../../python/index/symbol-table.ts';
import * as op from '../../python/lexer/operators.ts';
import { withZeroByte } from '../../python/lexer/token-list.ts';
import { returnAnnotation, signatureOf } from '../../python/query/header.ts';
import { sourceText } from '../../python/query/source-text.ts';
import { splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isSameCode, readCodeTokens } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** `get_source`, run again: whether a function takes what the sentence says. */
export async function checkSignature(
  look: Lookup,
  { symbol, signature }: ClaimOf<'signature'>,
): Promise<Truth> {
  const one = await oneFunction(look, symbol);
  if ('value' in one) return one;
  const { file, ref } = one;
  const { definition } = ref;
  const actual = signatureOf(definition, file.text);
  const places = [look.place(ref.module, definition.line)];
  const reason = `it is ${actual}`;
  const claimed = signature.replace(/^(async )?(def )?\w*/, '');
  const written = actual.replace(/^(async )?def \w+(\[[^\]]*\])?/, '');
  const [head = written, result] = written.split(') -> ', 2);
  const withoutResult = result === undefined ? written : `${head})`;
  const same = [written, withoutResult].some(each => isSameSignature(each, claimed));
  if (same) return truth('true', reason, places);
  const names = parameterNames(file.range(definition.head, definition.body - 1));
  const claimedTokens = tokensOfSignature(claimed);
  if (claimedTokens === undefined) return truth('unknown', reason, places);
  const claimedNames = parameterNames(claimedTokens);
  if (names.join() === claimedNames.join()) {
    const isBare = !/[:=]|->/.test(claimed);
    return truth(isBare ? 'true' : 'unknown', reason, places);
  }
  const withoutSelf = names.filter(name => name !== 'self' && name !== 'cls');
  return withoutSelf.join() === claimedNames.join()
    ? truth('unknown', reason, places)
    : truth('false', reason, places);
}

export async function checkReturns(look: Lookup, { symbol, result }: ClaimOf<'returns'>): Promise<Truth> {
  const one = await oneFunction(look, symbol);
  if ('value' in one) return one;
  const actual = returnAnnotation(one.ref.definition, one.file.text);
  const places = [look.place(one.ref.module, one.ref.definition.line)];
  if (actual === null) return truth('unknown', 'no result is declared', places);
  // What is declared may be wider than what is returned.
  return truth(
    squeeze(actual) === squeeze(result) ? 'true' : 'unknown',
    `it is declared to return ${actual}`,
    places,
  );
}

/** The only function of that name, or why there is none to compare. */
async function oneFunction(
  look: Lookup,
  symbol: string,
): Promise<{ readonly ref: SymbolRef; readonly file: PythonFile } | Truth> {
  const refs = look
    .definitions(symbol)
    .filter(({ definition: { kind } }) => kind === 'function' || kind === 'method' || kind === 'property');
  const [ref, ...others] = refs;
  if (ref === undefined) return truth('absent', `no function ${symbol} was found`);
  const file = others.length === 0 ? await look.open(ref.module) : undefined;
  return file === undefined ? truth('unknown', `${symbol} is defined in several places`) : { ref, file };
}

const squeeze = (text: string): string => text.replace(/["'\s]/g, '').replace(/,\)/g, ')');

/** The tokens of a signature as it is said; `undefined` when the text is none. */
function tokensOfSignature(text: string): readonly CodeToken[] | undefined {
  const source = encodeUtf8(`def f${text}: pass\n`);
  if (isSkipped(indexModule(source))) return undefined;
  const bytes = withZeroByte(source);
  return readCodeTokens({ bytes, text: (start, end) => sourceText(bytes, start, end, 'utf-8') });
}

function isSameSignature(a: string, b: string): boolean {
  const [x, y] = [tokensOfSignature(a), tokensOfSignature(b)];
  return x !== undefined && y !== undefined && isSameCode(x, y);
}

/** The parameters in order, with the marks that say how they are given: `/`, `*`, `*args`, `**more`. */
function parameterNames(header: readonly CodeToken[]): readonly string[] {
  const open = header.findIndex(token => token.op === op.PAREN_OPEN);
  return splitArguments(header, open).map(([first, second]) =>
    first?.op === op.STAR || first?.op === op.DOUBLE_STAR
      ? `${first.text}${second?.text ?? ''}`
      : (first?.text ?? ''),
  );
}
