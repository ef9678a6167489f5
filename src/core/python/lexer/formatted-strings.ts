import { byteAt } from '../../kernel/at.ts';
import { NAME_BYTE } from './bytes.ts';
import {
  BAD_ESCAPE,
  BAD_FIELD,
  escapedEnd,
  FORMATTED,
  isEscape,
  NO_PREFIX,
  type ReadField,
  SINGLE_BRACE,
  skipString,
  stringPrefix,
  TEXT,
  UNTERMINATED,
} from './strings.ts';

const LF = 10;
const CR = 13;
const COLON = 58;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

interface Literal {
  readonly quote: number;
  readonly isTriple: boolean;
  readonly isRaw: boolean;
  /** Without one, fields are skipped by matching brackets. */
  readonly readField: ReadField | undefined;
}

/**
 * The characters of an f-string or t-string from `start`. Its text ends behind the closing quotes. A format
 * spec ends at the `}` of its field, and doubled braces mean nothing special in it.
 */
export function skipFormatted(
  bytes: Uint8Array,
  start: number,
  literal: Literal,
  part: 'text' | 'spec',
): number {
  for (let p = start; ; p++) {
    const c = byteAt(bytes, p);
    if (c === literal.quote) {
      const isEnd = !literal.isTriple || (bytes[p + 1] === c && bytes[p + 2] === c);
      if (isEnd) return part === 'spec' ? BAD_FIELD : p + (literal.isTriple ? 3 : 1);
    } else if (c === OPEN_BRACE) {
      if (part === 'text' && bytes[p + 1] === OPEN_BRACE) p++;
      else {
        const end = skipField(bytes, p + 1, literal);
        if (end < 0) return end;
        p = end - 1;
      }
    } else if (c === CLOSE_BRACE) {
      if (part === 'spec') return p;
      if (bytes[p + 1] !== CLOSE_BRACE) return SINGLE_BRACE;
      p++;
    } else if (c === BACKSLASH) {
      const next = bytes[p + 1];
      if (next === OPEN_BRACE || next === CLOSE_BRACE) continue;
      if (!literal.isRaw && !isEscape(bytes, p, FORMATTED)) return BAD_ESCAPE;
      const isNamed = !literal.isRaw && next === 78; // \N{NAME}
      p = (isNamed ? characterNameEnd(bytes, p + 3) : escapedEnd(bytes, p)) - 1;
    } else if (c === 0 || (!literal.isTriple && (c === LF || c === CR))) return UNTERMINATED;
  }
}

function characterNameEnd(bytes: Uint8Array, start: number): number {
  let p = start;
  while (NAME_BYTE[byteAt(bytes, p)] === 1 || bytes[p] === 32 || bytes[p] === 45) p++;
  return bytes[p] === CLOSE_BRACE ? p + 1 : start;
}

/** A replacement field from behind its `{`; answers the offset behind its `}`. */
function skipField(bytes: Uint8Array, start: number, literal: Literal): number {
  const end = literal.readField === undefined ? skipExpression(bytes, start) : literal.readField(start);
  if (end < 0 || bytes[end - 1] !== COLON) return end;
  const specEnd = skipFormatted(bytes, end, literal, 'spec');
  return specEnd < 0 ? specEnd : specEnd + 1;
}

/** Behind the `}` or `:` that ends the field's expression, by matching brackets and skipping strings. */
function skipExpression(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let p = start;
  for (;;) {
    const c = byteAt(bytes, p);
    if (NAME_BYTE[c] === 1) {
      const wordStart = p;
      while (NAME_BYTE[byteAt(bytes, p)] === 1) p++;
      if (bytes[p] !== 34 && bytes[p] !== 39) continue;
      const prefix = stringPrefix(bytes, wordStart, p);
      if (prefix === NO_PREFIX) return BAD_FIELD;
      p = skipString(bytes, p, prefix);
      if (p < 0) return p;
    } else if (c === 34 || c === 39) {
      p = skipString(bytes, p, TEXT);
      if (p < 0) return p;
    } else if (depth === 0 && (c === CLOSE_BRACE || c === COLON)) {
      return p + 1;
    } else if (c === 40 || c === 91 || c === OPEN_BRACE) {
      depth++;
      p++;
    } else if (c === 41 || c === 93 || c === CLOSE_BRACE) {
      if (depth === 0) return BAD_FIELD;
      depth--;
      p++;
    } else if (c === 35) {
      while (bytes[p] !== LF && bytes[p] !== CR && bytes[p] !== 0) p++;
    } else if (c === 0) return UNTERMINATED;
    else p++;
  }
}
