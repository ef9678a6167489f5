import { NAME_BYTE } from './bytes.ts';

/** How the characters of a string literal are read; from its prefix. */
export const PLAIN = 1;
/** f-strings and t-strings: `{` begins a replacement field (PEP 701, PEP 750). */
export const FORMATTED = 2;
export const FORMATTED_RAW = 3;
/** The letters before the quote are a name, not a prefix. */
export const NO_PREFIX = 0;

/** Where a literal does not end: negative numbers instead of an end offset. */
export const UNTERMINATED = -1;
export const SINGLE_BRACE = -2;
export const BAD_FIELD = -3;

const LF = 10;
const CR = 13;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** What the letters `bytes[start, end)` before a quote mean: one of the constants above. */
export function stringPrefix(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length === 0) return PLAIN;
  if (length > 2) return NO_PREFIX;
  const first = (bytes[start] as number) | 32;
  if (length === 1) {
    if (first === 102 || first === 116) return FORMATTED; // f t
    return first === 114 || first === 98 || first === 117 ? PLAIN : NO_PREFIX; // r b u
  }
  const second = (bytes[start + 1] as number) | 32;
  if (first !== 114 && second !== 114) return NO_PREFIX;
  const other = first === 114 ? second : first;
  if (other === 98) return PLAIN;
  return other === 102 || other === 116 ? FORMATTED_RAW : NO_PREFIX;
}

/** Offset behind the literal whose opening quote is at `quoteAt`, or a negative reason. `bytes` ends with a zero byte. */
export function skipString(bytes: Uint8Array, quoteAt: number, prefix: number): number {
  const quote = bytes[quoteAt] as number;
  const triple = bytes[quoteAt + 1] === quote && bytes[quoteAt + 2] === quote;
  if (!triple && bytes[quoteAt + 1] === quote) return quoteAt + 2;
  if (prefix >= FORMATTED) {
    const start = quoteAt + (triple ? 3 : 1);
    return skipFormatted(bytes, start, { quote, triple, raw: prefix === FORMATTED_RAW }, false);
  }
  return triple ? skipTriple(bytes, quoteAt + 3, quote) : skipSingle(bytes, quoteAt + 1, quote);
}

function skipSingle(bytes: Uint8Array, start: number, quote: number): number {
  for (let p = start; ; p++) {
    const c = bytes[p] as number;
    if (c === quote) return p + 1;
    if (c === BACKSLASH) p = escapedEnd(bytes, p) - 1;
    else if (c === LF || c === CR || c === 0) return UNTERMINATED;
  }
}

function skipTriple(bytes: Uint8Array, start: number, quote: number): number {
  for (let p = start; ; p++) {
    const c = bytes[p] as number;
    if (c === quote) {
      if (bytes[p + 1] === quote && bytes[p + 2] === quote) return p + 3;
    } else if (c === BACKSLASH) p = escapedEnd(bytes, p) - 1;
    else if (c === 0) return UNTERMINATED;
  }
}

/** Behind a backslash and what it escapes; `\r\n` counts as one character, the end is never passed. */
function escapedEnd(bytes: Uint8Array, backslash: number): number {
  const escaped = bytes[backslash + 1];
  if (escaped === 0) return backslash + 1;
  return escaped === CR && bytes[backslash + 2] === LF ? backslash + 3 : backslash + 2;
}

interface Literal {
  readonly quote: number;
  readonly triple: boolean;
  readonly raw: boolean;
}

/** Called with the byte range of each replacement field's expression, outermost first. */
export type OnField = (start: number, end: number) => void;

/**
 * The text of a formatted literal from `start`. In a format spec (`inSpec`) it stops at the `}` that ends
 * the field and doubled braces mean nothing special; else it stops behind the closing quotes.
 */
export function skipFormatted(
  bytes: Uint8Array,
  start: number,
  literal: Literal,
  inSpec: boolean,
  onField?: OnField,
): number {
  for (let p = start; ; p++) {
    const c = bytes[p] as number;
    if (c === literal.quote) {
      const closes = !literal.triple || (bytes[p + 1] === c && bytes[p + 2] === c);
      if (closes) return inSpec ? BAD_FIELD : p + (literal.triple ? 3 : 1);
    } else if (c === OPEN_BRACE) {
      if (!inSpec && bytes[p + 1] === OPEN_BRACE) p++;
      else {
        const end = skipField(bytes, p + 1, literal, onField);
        if (end < 0) return end;
        p = end - 1;
      }
    } else if (c === CLOSE_BRACE) {
      if (inSpec) return p;
      if (bytes[p + 1] !== CLOSE_BRACE) return SINGLE_BRACE;
      p++;
    } else if (c === BACKSLASH) {
      const next = bytes[p + 1];
      if (next === OPEN_BRACE || next === CLOSE_BRACE) continue;
      const named = !literal.raw && next === 78 && bytes[p + 2] === OPEN_BRACE; // \N{NAME}
      p = (named ? skipCharacterName(bytes, p + 3) : escapedEnd(bytes, p)) - 1;
    } else if (c === 0 || (!literal.triple && (c === LF || c === CR))) return UNTERMINATED;
  }
}

function skipCharacterName(bytes: Uint8Array, start: number): number {
  let p = start;
  while (NAME_BYTE[bytes[p] as number] === 1 || bytes[p] === 32 || bytes[p] === 45) p++;
  return bytes[p] === CLOSE_BRACE ? p + 1 : start;
}

/** A replacement field from behind its `{`; answers the offset behind its `}`. */
function skipField(bytes: Uint8Array, start: number, literal: Literal, onField?: OnField): number {
  let depth = 0;
  let p = start;
  for (;;) {
    const c = bytes[p] as number;
    if (NAME_BYTE[c] === 1) {
      const wordStart = p;
      while (NAME_BYTE[bytes[p] as number] === 1) p++;
      const quote = bytes[p];
      if (quote !== 34 && quote !== 39) continue;
      const prefix = stringPrefix(bytes, wordStart, p);
      if (prefix === NO_PREFIX) return BAD_FIELD;
      p = skipString(bytes, p, prefix);
      if (p < 0) return p;
    } else if (c === 34 || c === 39) {
      p = skipString(bytes, p, PLAIN);
      if (p < 0) return p;
    } else if (c === 40 || c === 91 || c === OPEN_BRACE) {
      depth++;
      p++;
    } else if (c === CLOSE_BRACE && depth === 0) {
      onField?.(start, p);
      return p + 1;
    } else if (c === 41 || c === 93 || c === CLOSE_BRACE) {
      if (depth === 0) return BAD_FIELD;
      depth--;
      p++;
    } else if (c === 58 && depth === 0) {
      onField?.(start, p);
      const end = skipFormatted(bytes, p + 1, literal, true, onField);
      return end < 0 ? end : end + 1;
    } else if (c === 35) {
      while (bytes[p] !== LF && bytes[p] !== CR && bytes[p] !== 0) p++;
    } else if (c === 0) return UNTERMINATED;
    else p++;
  }
}
