import { byteAt } from '../../kernel/at.ts';
import { NAME_BYTE } from './bytes.ts';
import { AND, ELSE, FOR, findWord, IF, IN, IS, NOT, OR } from './keywords.ts';

const UNDERSCORE = 95;
const MAY_FOLLOW: readonly number[] = [AND, ELSE, FOR, IF, IN, IS, NOT, OR];

/** Offset behind the number that begins at `start`, or -1 when it is malformed. */
export function numberEnd(bytes: Uint8Array, start: number): number {
  const second = byteAt(bytes, start + 1) | 32;
  if (bytes[start] === 48 && (second === 120 || second === 111 || second === 98)) {
    return checkedEnd(bytes, radixEnd(bytes, start + 2, second));
  }
  let p = digitsEnd(bytes, start);
  let isInteger = true;
  if (p < 0) return -1;
  if (bytes[p] === 46) {
    isInteger = false;
    p++;
    if (bytes[p] === UNDERSCORE) return -1;
    p = digitsEnd(bytes, p);
    if (p < 0) return -1;
  }
  if ((byteAt(bytes, p) | 32) === 101) {
    const sign = bytes[p + 1] === 43 || bytes[p + 1] === 45 ? 1 : 0;
    if (isDigit(byteAt(bytes, p + 1 + sign))) {
      isInteger = false;
      p = digitsEnd(bytes, p + 1 + sign);
      if (p < 0) return -1;
    } else if (sign === 1) return -1;
  }
  if ((byteAt(bytes, p) | 32) === 106) return checkedEnd(bytes, p + 1);
  if (isInteger && hasLeadingZeros(bytes, start, p)) return -1;
  return checkedEnd(bytes, p);
}

function isDigit(c: number): boolean {
  return c >= 48 && c <= 57;
}

/** Digits with single underscores between them; none at all is fine too. */
function digitsEnd(bytes: Uint8Array, start: number): number {
  let p = start;
  for (;;) {
    while (isDigit(byteAt(bytes, p))) p++;
    if (bytes[p] !== UNDERSCORE) return p;
    p++;
    if (!isDigit(byteAt(bytes, p))) return -1;
  }
}

function radixEnd(bytes: Uint8Array, start: number, radix: number): number {
  let p = start;
  do {
    if (bytes[p] === UNDERSCORE) p++;
    if (!isRadixDigit(byteAt(bytes, p), radix)) return -1;
    while (isRadixDigit(byteAt(bytes, p), radix)) p++;
  } while (bytes[p] === UNDERSCORE);
  return isDigit(byteAt(bytes, p)) ? -1 : p;
}

function isRadixDigit(c: number, radix: number): boolean {
  if (radix === 98) return c === 48 || c === 49;
  if (radix === 111) return c >= 48 && c <= 55;
  return isDigit(c) || ((c | 32) >= 97 && (c | 32) <= 102);
}

/** `0`, `00` and `0_0` are numbers, `0777` is not. */
function hasLeadingZeros(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] !== 48) return false;
  for (let p = start; p < end; p++) if (bytes[p] !== 48 && bytes[p] !== UNDERSCORE) return true;
  return false;
}

/** A name may not touch the number, except the operators in words: `1if x else y`. */
function checkedEnd(bytes: Uint8Array, end: number): number {
  if (end < 0 || NAME_BYTE[byteAt(bytes, end)] === 0) return end;
  let wordEnd = end;
  while (NAME_BYTE[byteAt(bytes, wordEnd)] === 1) wordEnd++;
  return MAY_FOLLOW.includes(findWord(bytes, end, wordEnd)) ? end : -1;
}
