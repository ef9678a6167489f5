import { byteAt } from '../../kernel/at.ts';
import { skipFormatted } from './formatted-strings.ts';
import { latin1Text } from './name-table.ts';

/** How the characters of a string literal are read; from its prefix. */
export const TEXT = 1;
export const RAW = 2;
export const BYTES = 3;
export const RAW_BYTES = 4;
/** f-strings and t-strings: `{` begins a replacement field (PEP 701, PEP 750). */
export const FORMATTED = 5;
const FORMATTED_RAW = 6;
/** The letters before the quote are a name, not a prefix. */
export const NO_PREFIX = 0;

/** Why a literal is none: negative numbers in place of its end offset. */
export const UNTERMINATED = -1;
export const SINGLE_BRACE = -2;
export const BAD_FIELD = -3;
export const BAD_ESCAPE = -4;
const NOT_ASCII = -5;

const LF = 10;
const CR = 13;
const BACKSLASH = 92;

export function stringFault(end: number): string {
  switch (end) {
    case UNTERMINATED:
      return 'unterminated string literal';
    case SINGLE_BRACE:
      return "single '}' in a formatted string";
    case BAD_ESCAPE:
      return 'truncated escape in a string literal';
    case NOT_ASCII:
      return 'bytes can only contain ASCII literal characters';
    default:
      return 'invalid replacement field in a formatted string';
  }
}

/** What the letters `bytes[start, end)` before a quote mean: one of the constants above. */
export function stringPrefix(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length === 0) return TEXT;
  if (length > 2) return NO_PREFIX;
  const first = byteAt(bytes, start) | 32;
  if (length === 1) return prefixOfLetter(first);
  const second = byteAt(bytes, start + 1) | 32;
  if (first !== 114 && second !== 114) return NO_PREFIX;
  const other = prefixOfLetter(first === 114 ? second : first);
  if (other === BYTES) return RAW_BYTES;
  return other === FORMATTED ? FORMATTED_RAW : NO_PREFIX;
}

function prefixOfLetter(letter: number): number {
  if (letter === 114) return RAW; // r
  if (letter === 98) return BYTES; // b
  if (letter === 117) return TEXT; // u
  return letter === 102 || letter === 116 ? FORMATTED : NO_PREFIX; // f t
}

/**
 * Reads one replacement field from behind its `{`. Answers the offset behind the `}` that ends it or behind
 * the `:` that begins its format spec, or a negative reason.
 */
export type ReadField = (start: number) => number;

/** Offset behind the literal whose opening quote is at `quoteAt`, or a negative reason. `bytes` ends with a zero byte. */
export function skipString(
  bytes: Uint8Array,
  quoteAt: number,
  prefix: number,
  readField?: ReadField,
): number {
  const quote = byteAt(bytes, quoteAt);
  const isTriple = bytes[quoteAt + 1] === quote && bytes[quoteAt + 2] === quote;
  if (!isTriple && bytes[quoteAt + 1] === quote) return quoteAt + 2;
  const start = quoteAt + (isTriple ? 3 : 1);
  if (prefix >= FORMATTED) {
    const isRaw = prefix === FORMATTED_RAW;
    return skipFormatted(bytes, start, { quote, isTriple, isRaw, readField }, 'text');
  }
  const end = isTriple ? skipTriple(bytes, start, quote, prefix) : skipSingle(bytes, start, quote, prefix);
  if (end > 0 && (prefix === BYTES || prefix === RAW_BYTES)) {
    for (let p = start; p < end; p++) if (byteAt(bytes, p) >= 128) return NOT_ASCII;
  }
  return end;
}

function skipSingle(bytes: Uint8Array, start: number, quote: number, prefix: number): number {
  for (let p = start; ; p++) {
    const c = byteAt(bytes, p);
    if (c === quote) return p + 1;
    if (c === BACKSLASH) {
      if (!isEscape(bytes, p, prefix)) return BAD_ESCAPE;
      p = escapedEnd(bytes, p) - 1;
    } else if (c === LF || c === CR || c === 0) return UNTERMINATED;
  }
}

function skipTriple(bytes: Uint8Array, start: number, quote: number, prefix: number): number {
  for (let p = start; ; p++) {
    const c = byteAt(bytes, p);
    if (c === quote) {
      if (bytes[p + 1] === quote && bytes[p + 2] === quote) return p + 3;
    } else if (c === BACKSLASH) {
      if (!isEscape(bytes, p, prefix)) return BAD_ESCAPE;
      p = escapedEnd(bytes, p) - 1;
    } else if (c === 0) return UNTERMINATED;
  }
}

/** Behind a backslash and what it escapes; `\r\n` counts as one character, the end is never passed. */
export function escapedEnd(bytes: Uint8Array, backslash: number): number {
  const escaped = bytes[backslash + 1];
  if (escaped === 0) return backslash + 1;
  return escaped === CR && bytes[backslash + 2] === LF ? backslash + 3 : backslash + 2;
}

/** Whether `\x`, `\u`, `\U` and `\N` have what they need; other escapes need nothing. */
export function isEscape(bytes: Uint8Array, backslash: number, prefix: number): boolean {
  if (prefix === RAW || prefix === RAW_BYTES || prefix === FORMATTED_RAW) return true;
  const letter = bytes[backslash + 1];
  if (letter === 120) return countHexDigits(bytes, backslash + 2, 2) === 2;
  if (prefix === BYTES) return true;
  if (letter === 117) return countHexDigits(bytes, backslash + 2, 4) === 4;
  if (letter === 85)
    return countHexDigits(bytes, backslash + 2, 8) === 8 && isCodePoint(bytes, backslash + 2);
  return letter !== 78 || bytes[backslash + 2] === 123; // \N{NAME}
}

function countHexDigits(bytes: Uint8Array, start: number, most: number): number {
  let count = 0;
  while (count < most && isHexDigit(byteAt(bytes, start + count))) count++;
  return count;
}

function isHexDigit(c: number): boolean {
  return (c >= 48 && c <= 57) || ((c | 32) >= 97 && (c | 32) <= 102);
}

/** Eight hexadecimal digits up to 0010ffff. */
function isCodePoint(bytes: Uint8Array, start: number): boolean {
  const text = latin1Text(bytes, start, start + 8);
  return Number.parseInt(text, 16) <= 0x10ffff;
}
