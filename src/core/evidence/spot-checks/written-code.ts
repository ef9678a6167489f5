import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout, isName, isSameCode, readCodeTokens } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { noneOf } from './found-definition.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

interface Range {
  readonly module: Parameters<Lookup['place']>[0];
  readonly file: PythonFile;
  readonly start: number;
  readonly end: number;
}

/**
 * Whether code is written in a definition, or in a file: the same tokens, one behind the other, with their line
 * breaks left out. What stands there in another spelling, in a text or a comment, or only as the beginning of
 * something longer, is neither there nor absent.
 */
export async function checkWritten(look: Lookup, claim: ClaimOf<'written'>): Promise<Truth> {
  const range = await rangeOf(look, claim);
  if ('value' in range) return range;
  const { text, is } = claim;
  const { module, file, start, end } = range;
  const wanted = tokensOf(text);
  if (wanted.length === 0) return truth('unknown', 'its value is no code');
  const tokens = file.range(start, end);
  const code = tokens.filter(token => !isLayout(token));
  const at = code.flatMap((_, i) => (isSameCode(code.slice(i, i + wanted.length), wanted) ? [i] : []));
  const whole = at.find(
    i => isWholeCode(code, tokens, i, wanted) && hasSameQuotes(file, code.slice(i), wanted, text),
  );
  const first = code[whole ?? at[0] ?? 0];
  const places = [look.place(module, file.lineOf(first?.start ?? start))];
  if (whole !== undefined) return truth(is === 'there' ? 'true' : 'false', 'it is written there', places);
  if (at.length > 0)
    return truth('unknown', 'it is written there only as a part of something longer', places);
  if (/\.\.\.|…|#/.test(text)) return truth('unknown', 'not all of the code is written out', places);
  if (isSpelledOtherwise(file.text.text(start, end), text))
    return truth('unknown', 'it may be written there in another spelling, or in a text', places);
  return truth(is === 'there' ? 'false' : 'true', 'it is not written there', places);
}

const KINDS: ReadonlySet<string> = new Set(['class', 'function', 'method', 'property']);

/** From its decorators to its end: the one definition that has the name, or the whole file. */
async function rangeOf(look: Lookup, { symbol, place }: ClaimOf<'written'>): Promise<Range | Truth> {
  if (symbol === undefined) {
    const module = place === undefined ? undefined : look.oneModule(place);
    const file = module && (await look.open(module));
    return module === undefined || file === undefined
      ? truth('absent', `${place} is not one Python file`)
      : { module, file, start: 0, end: file.source.length };
  }
  const written = look
    .definitionsIn(symbol, place)
    .filter(({ definition: { kind, role } }) => role !== 'overload' && KINDS.has(kind));
  const whole = written.filter(ref => isWhole(ref, symbol));
  const [ref, ...others] = whole.length > 0 ? whole : written;
  if (ref === undefined) return noneOf(`function or class ${symbol}`, written);
  if (others.length > 0) return truth('unknown', `${symbol} is defined in several places`);
  const file = await look.open(ref.module);
  if (file === undefined) return truth('unknown', `${ref.module.path} cannot be read`);
  return { module: ref.module, file, start: ref.definition.start, end: ref.definition.end };
}

function tokensOf(text: string): readonly CodeToken[] {
  const source = `${text.trim()}\n\0`;
  try {
    const bytes = new TextEncoder().encode(source);
    const tokens = readCodeTokens({ bytes, text: (start, end) => source.slice(start, end) });
    const written = [...tokens].filter(token => !isLayout(token) && token.text !== '');
    // The last one of a list has none.
    return written.at(-1)?.op === op.COMMA ? written.slice(0, -1) : written;
  } catch {
    return [];
  }
}

/** Statements that begin with one of these are said up to their end: `return x` is not `return x + 1`. */
const STATEMENTS: ReadonlySet<number> = new Set([
  word.RETURN,
  word.RAISE,
  word.ASSERT,
  word.IF,
  word.ELIF,
  word.WHILE,
  word.FOR,
  word.WITH,
  word.DEL,
  word.YIELD,
  word.EXCEPT,
  word.IMPORT,
  word.FROM,
  word.NOT,
  word.AWAIT,
]);
const GOES_ON: ReadonlySet<number> = new Set([op.DOT, op.PAREN_OPEN, op.BRACKET_OPEN]);

/** Not the end of `a.b.c`, nor the beginning of `f(x).y` or of a longer statement. */
function isWholeCode(
  code: readonly CodeToken[],
  tokens: readonly CodeToken[],
  at: number,
  wanted: readonly CodeToken[],
): boolean {
  if (isName(wanted[0]) && code[at - 1]?.op === op.DOT) return false;
  const last = code[at + wanted.length - 1];
  const next = code[at + wanted.length];
  if (last === undefined || next === undefined || isOpenEnd(last)) return true;
  const isLineEnd = tokens.some(
    token => isLayout(token) && token.start >= last.end && token.start < next.start,
  );
  if (isLineEnd || op.closes(next.op) || [op.COLON, op.SEMICOLON].includes(next.op)) return true;
  // In brackets `a=b` is an argument.
  if (next.op === op.COMMA && depthAt(code, at) > 0) return true;
  return !GOES_ON.has(next.op) && !isStatement(wanted);
}

const depthAt = (code: readonly CodeToken[], at: number): number =>
  code
    .slice(0, at)
    .reduce((depth, each) => depth + Number(op.opens(each.op)) - Number(op.closes(each.op)), 0);

/** Texts are the same in other quotes, but a change may be of those alone. */
function hasSameQuotes(
  file: PythonFile,
  code: readonly CodeToken[],
  wanted: readonly CodeToken[],
  text: string,
): boolean {
  const source = new TextEncoder().encode(text.trim());
  const decoder = new TextDecoder('utf-8');
  return wanted.every(({ kind, start, end }, i) => {
    const found = code[i];
    if (kind !== STRING || found === undefined) return true;
    return file.text.text(found.start, found.end) === decoder.decode(source.subarray(start, end));
  });
}

/** `os.unlink(`, `x =`: said to go on. */
const isOpenEnd = ({ op: last }: CodeToken): boolean =>
  op.opens(last) || last === op.ASSIGN || last === op.DOT;

function isStatement(wanted: readonly CodeToken[]): boolean {
  if (STATEMENTS.has(wanted[0]?.word ?? 0)) return true;
  let depth = 0;
  return wanted.some(token => {
    if (op.opens(token.op)) depth++;
    if (op.closes(token.op)) depth--;
    return depth === 0 && op.assigns(token.op);
  });
}

/** With other quotes, spaces or commas, or in a comment. */
const isSpelledOtherwise = (source: string, text: string): boolean =>
  squeezed(source).includes(squeezed(text));

const squeezed = (text: string): string => text.replace(/[\s'"\\]+/g, '').replace(/,(?=[)\]}])/g, '');
