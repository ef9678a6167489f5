import { indexOfBytes } from './host-bytes.ts';

/** Bytes and lines. A line ends at `\r\n`, `\n` or `\r`; the bytes behind the last line end are a line too. */
export const LF = 0x0a;
export const CR = 0x0d;

/** How the lines of a text end; `none` when it has no line end at all. */
export type EolStyle = 'none' | 'lf' | 'crlf' | 'cr' | 'mixed';

const EOL_BYTES = {
  lf: Uint8Array.of(LF),
  crlf: Uint8Array.of(CR, LF),
  cr: Uint8Array.of(CR),
} as const;

export const eolBytes = (style: 'lf' | 'crlf' | 'cr'): Uint8Array => EOL_BYTES[style];

/** Offset of the first byte behind a byte order mark: 3 or 0. */
export function bodyStart(bytes: Uint8Array): 0 | 3 {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Length in bytes of the line end that stops at `end` (0, 1 or 2). */
export function eolLengthBefore(bytes: Uint8Array, end: number): 0 | 1 | 2 {
  const last = bytes[end - 1];
  if (last === LF) return bytes[end - 2] === CR ? 2 : 1;
  return last === CR ? 1 : 0;
}

/** Offset just behind the line that contains `offset`, its line end included. */
export function endOfLine(bytes: Uint8Array, offset: number): number {
  for (let i = offset; i < bytes.length; i++) {
    const c = bytes[i];
    if (c === LF) return i + 1;
    if (c === CR) return bytes[i + 1] === LF ? i + 2 : i + 1;
  }
  return bytes.length;
}

/** Offset of the first byte of the line that contains `offset`. */
export function startOfLine(bytes: Uint8Array, offset: number): number {
  for (let i = offset; i > 0; i--) {
    const c = bytes[i - 1];
    if (c === LF) return i;
    if (c === CR && bytes[i] !== LF) return i;
  }
  return 0;
}

function countLineEndsPlainly(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const c = bytes[i];
    if (c === LF) count++;
    else if (c === CR && bytes[i + 1] !== LF) count++;
  }
  return count;
}

const ALL_LF = 0x0a0a0a0a;
const CARRIAGE_RETURN = Uint8Array.of(CR);

/** Line ends in `bytes[from, to)`; one that `to` cuts in two (`\r|\n`) is not counted. */
export function countLineEnds(bytes: Uint8Array, from: number, to: number): number {
  const hasCr = indexOfBytes(bytes.subarray(from, to), CARRIAGE_RETURN, 0) >= 0;
  return hasCr ? countLineEndsPlainly(bytes, from, to) : countLfs(bytes, from, to);
}

/** Four bytes at a time, which is four times as fast: a sum in every byte of a word counts. */
function countLfs(bytes: Uint8Array, from: number, to: number): number {
  const aligned = Math.min(to, from + ((4 - ((bytes.byteOffset + from) & 3)) & 3));
  let count = countLineEndsPlainly(bytes, from, aligned);
  const length = (to - aligned) >>> 2;
  if (length === 0) return count + countLineEndsPlainly(bytes, aligned, to);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + aligned, length);
  for (let at = 0; at < words.length; ) {
    // A byte of the sum holds 255 at most.
    const stop = Math.min(words.length, at + 255);
    let sums = 0;
    for (; at < stop; at++) {
      const lf = (words[at] ?? 0) ^ ALL_LF;
      // The high bit of every byte that is zero, exactly.
      sums += ~(((lf & 0x7f7f7f7f) + 0x7f7f7f7f) | lf | 0x7f7f7f7f) >>> 7;
    }
    count += (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24);
  }
  return count + countLineEndsPlainly(bytes, aligned + length * 4, to);
}

/** 1-indexed number of the line that contains the byte at `offset`. */
export function lineNumberAt(bytes: Uint8Array, offset: number): number {
  return 1 + countLineEnds(bytes, 0, offset);
}

/** How the lines of `bytes` end. */
export function eolStyle(bytes: Uint8Array): EolStyle {
  const firstCr = bytes.indexOf(CR);
  if (firstCr < 0) return bytes.includes(LF) ? 'lf' : 'none';
  if (isUniformlyCrlf(bytes)) return 'crlf';
  return bytes.includes(LF) ? 'mixed' : 'cr';
}

/** Whether every line end is `\r\n` and there is one; stops at the first that is not. */
export function isUniformlyCrlf(bytes: Uint8Array): boolean {
  const firstLf = bytes.indexOf(LF);
  if (firstLf < 1 || bytes[firstLf - 1] !== CR) return false;
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i];
    if (c === LF) return false;
    if (c !== CR) continue;
    if (bytes[i + 1] !== LF) return false;
    i++;
  }
  return true;
}
