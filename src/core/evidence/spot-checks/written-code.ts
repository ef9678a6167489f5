import { encodeUtf8 } from '../../kernel/utf8.ts';
import * as word from '../../python/lexer/keywords.ts';
import { Lexer } from '../../python/lexer/lexer.ts';
import * as op from '../../python/lexer/operators.ts';
import { END_OF_FILE, STRING } from '../../python/lexer/token-kinds.ts';
import { depthAt } from '../code/brackets.ts';
import { type CodeToken, isLayout, isName, placesOfCode } from '../code/code-tokens.ts';
import { withoutComments } from '../code/comments.ts';
import type { PythonFile } from '../code/python-file.ts';
import { tokensOf } from './code-text.ts';
import { noneOf } from './found-definition.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { isSpelledTheSame } from './same-spelling.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

interface Range {
  readonly module: Parameters<Lookup['place']>[0];
  readonly file: PythonFile;
  readonly start: number;
  readonly end: number;
  /** There are overloads of it, which are not looked at. */
  readonly hasOverloads: boolean;
}

/**
 * Whether code is written in a definition, or in a file: the same tokens, one behind the other, in the same lines and
 * spelled in the same way. What stands there in another spelling, in a text or a comment, or only as a part of
 * something longer, is neither there nor absent.
 */
export async function checkWritten(look: Lookup, claim: ClaimOf<'written'>): Promise<Truth> {
  const range = await rangeOf(look, claim);
  if ('value' in range) return range;
  const { text, is } = claim;
  const { module, file, start, end } = range;
  const code = file.range(start, end).filter(token => !isLayout(token));
  const readings = [wantedOf(text), argumentsOf(text)];
  const wanted =
    readings.find(each => each.length > 0 && placesOfCode(code, each).length > 0) ?? readings[0] ?? [];
  if (wanted.length === 0) return truth('unknown', 'its value is no code');
  const found = placesOfCode(code, wanted);
  const whole = found.find(
    at => isWholeCode({ code, at, wanted, file }) && isSpelledTheSame({ code, at, wanted, file, text }),
  );
  const first = code[whole ?? found[0] ?? 0];
  const places = [look.place(module, file.lineOf(first?.start ?? start))];
  if (whole !== undefined) return truth(is === 'there' ? 'true' : 'false', 'it is written there', places);
  const part = placeOfPart(range, text);
  if (part !== undefined)
    return truth(is === 'there' ? 'true' : 'false', 'it is written there', [
      look.place(module, file.lineOf(part)),
    ]);
  if (found.length > 0)
    return truth('unknown', 'it is written there in another way, or as a part of something longer', places);
  if (/\.\.\.|…|^[+-] |\t/m.test(text.trim()))
    return truth('unknown', 'not all of the code is written out', places);
  if (range.hasOverloads) return truth('unknown', 'an overload of it may have it', places);
  const written = [file.text.text(start, end), textsOf(code)];
  // The fields of formatted strings are left out of what these say.
  const said = [text, text.replace(/\{[^{}]*\}/g, '{}')].map(squeezed);
  if (written.some(each => said.some(one => squeezed(each).includes(one))))
    return truth('unknown', 'it may be written there in another spelling, or in a text', places);
  return truth(is === 'there' ? 'false' : 'true', 'it is not written there', places);
}

/** From its decorators to its end: the one definition that has the name, or the whole file. */
async function rangeOf(look: Lookup, { symbol, place }: ClaimOf<'written'>): Promise<Range | Truth> {
  if (symbol === undefined) {
    const module = place === undefined ? undefined : look.oneModule(place);
    const file = module && (await look.open(module));
    return module === undefined || file === undefined
      ? truth('absent', `${place} is not one Python file`)
      : { module, file, start: 0, end: file.source.length, hasOverloads: false };
  }
  const all = look.definitionsIn(symbol, place).filter(({ definition: { kind } }) => KINDS.has(kind));
  const written = all.filter(({ definition: { role } }) => role !== 'overload');
  const whole = written.filter(ref => isWhole(ref, symbol));
  const [ref, ...others] = whole.length > 0 ? whole : written;
  if (ref === undefined) return noneOf(`function or class ${symbol}`, all);
  if (others.length > 0) return truth('unknown', `${symbol} is defined in several places`);
  const file = await look.open(ref.module);
  if (file === undefined) return truth('unknown', `${ref.module.path} cannot be read`);
  const { start, end } = ref.definition;
  return { module: ref.module, file, start, end, hasOverloads: written.length < all.length };
}

/** Byte offset of a string that is written so, and is one of several side by side. */
function placeOfPart({ file, start, end }: Range, text: string): number | undefined {
  const literal = text.trim().replace(/,$/, '');
  if (!/^[rbuf]{0,2}["']/i.test(literal) || !file.text.text(start, end).includes(literal)) return undefined;
  const { bytes } = file.text;
  const lexer = new Lexer(bytes, 0, bytes.length - 1);
  while (lexer.next() !== END_OF_FILE && lexer.start < end)
    if (lexer.start >= start && lexer.is(STRING) && file.text.text(lexer.start, lexer.end) === literal)
      return lexer.start;
  return undefined;
}

/** What the code says, with its texts put together, and without the fields that stand behind formatted ones. */
function textsOf(code: readonly CodeToken[]): string {
  let end = 0;
  return code
    .filter(token => {
      const isInside = token.start < end;
      end = Math.max(end, token.end);
      return !isInside;
    })
    .map(({ text }) => text.replace(/^[a-z]*:/, ''))
    .join('');
}

const KINDS: ReadonlySet<string> = new Set(['class', 'function', 'method', 'property']);

function wantedOf(text: string): readonly CodeToken[] {
  if (encodeUtf8(text).length > LONGEST) return [];
  const written = tokensOf(text.trim()).filter(token => !isLayout(token) && token.text !== '');
  // The last one of a list has none.
  return written.at(-1)?.op === op.COMMA ? written.slice(0, -1) : written;
}

/** The same read as arguments of a call: `x=a,` is no tuple there. */
function argumentsOf(text: string): readonly CodeToken[] {
  const [, open, ...rest] = wantedOf(`${CALL}${text.trim()}\n)`);
  return open?.op === op.PAREN_OPEN
    ? rest
        .slice(0, -1)
        .map(each => ({ ...each, start: each.start - CALL.length, end: each.end - CALL.length }))
    : [];
}

const CALL = 'f(';

/** Longer than any piece that a reviewer quotes. */
const LONGEST = 20_000;

interface Match {
  readonly file: PythonFile;
  readonly code: readonly CodeToken[];
  readonly at: number;
  readonly wanted: readonly CodeToken[];
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
  word.AWAIT,
]);
const GOES_ON: ReadonlySet<number> = new Set([op.DOT, op.PAREN_OPEN, op.BRACKET_OPEN]);

/** Not the end of `a.b.c`, nor the beginning of `f(x).y` or of a longer statement; and no name that is only declared. */
function isWholeCode({ file, code, at, wanted }: Match): boolean {
  const [first] = wanted;
  const before = code[at - 1];
  const isDeclared = before?.word === word.DEF || before?.word === word.CLASS_WORD;
  if (isName(first) && (before?.op === op.DOT || isDeclared)) return false;
  const last = code[at + wanted.length - 1];
  const next = code[at + wanted.length];
  const depth = depthAt(code, at);
  // `int = 1` of `x: int = 1` is no statement.
  const gap =
    before === undefined ? '\n' : withoutComments(file.text.text(before.end, code[at]?.start ?? before.end));
  const isBegun = /[\n;]/.test(gap);
  if (depth === 0 && isAssigned(wanted) && !isBegun) return false;
  if (last === undefined || next === undefined || isOpenEnd(last)) return true;
  const isLineEnd = /[\n;]/.test(withoutComments(file.text.text(last.end, next.start)));
  if ((isLineEnd && depth === 0) || op.closes(next.op) || next.op === op.COLON) return true;
  if (next.op === op.COMMA && depth > 0) return true;
  return !GOES_ON.has(next.op) && !isStatement(wanted);
}

/** `os.unlink(`, `x =`: said to go on. */
const isOpenEnd = ({ op: last }: CodeToken): boolean =>
  op.opens(last) || last === op.ASSIGN || last === op.DOT;

const isStatement = (wanted: readonly CodeToken[]): boolean =>
  STATEMENTS.has(wanted[0]?.word ?? 0) || isAssigned(wanted);

function isAssigned(wanted: readonly CodeToken[]): boolean {
  let depth = 0;
  return wanted.some(token => {
    if (op.opens(token.op)) depth++;
    if (op.closes(token.op)) depth--;
    return depth === 0 && op.assigns(token.op);
  });
}

/** With other quotes, spaces, commas or numbers, or in a comment. */
const squeezed = (text: string): string =>
  text
    .replace(/[\s'"\\;#_()+]+/g, '')
    .replace(/,(?=[\]}]|$)/g, '')
    .toLowerCase();
