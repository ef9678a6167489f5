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

/** Offset of the first byte of the line that contains `offset`; `floor` is where line 1 starts. */
export function startOfLine(bytes: Uint8Array, offset: number, floor = 0): number {
  for (let i = offset; i > floor; i--) {
    const c = bytes[i - 1];
    if (c === LF) return i;
    if (c === CR && bytes[i] !== LF) return i;
  }
  return Math.min(floor, offset);
}

/** Byte offset of every line from `from` on. An empty rest is not a line: `a\n` has one line, `` has none. */
export function lineStarts(bytes: Uint8Array, from = 0): number[] {
  const starts: number[] = [];
  for (let at = from; at < bytes.length; at = endOfLine(bytes, at)) starts.push(at);
  return starts;
}

/** Line ends in `bytes[from, to)`; one that `to` cuts in two (`\r|\n`) is not counted. */
export function countLineEnds(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const c = bytes[i];
    if (c === LF) count++;
    else if (c === CR && bytes[i + 1] !== LF) count++;
  }
  return count;
}

/** 1-indexed number of the line that contains the byte at `offset`. */
export function lineNumberAt(bytes: Uint8Array, offset: number): number {
  return 1 + countLineEnds(bytes, 0, offset);
}

/** How the lines of `bytes` end. */
export function eolStyle(bytes: Uint8Array): EolStyle {
  let style: EolStyle = 'none';
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i];
    if (c !== LF && c !== CR) continue;
    const here: EolStyle = c === LF ? 'lf' : bytes[i + 1] === LF ? 'crlf' : 'cr';
    if (here === 'crlf') i++;
    if (style === 'none') style = here;
    else if (style !== here) return 'mixed';
  }
  return style;
}

/** Whether every line end is `\r\n` and there is one; stops at the first that is not. */
export function isUniformlyCrlf(bytes: Uint8Array): boolean {
  let found = false;
  for (let i = 0; i < bytes.length; i++) {
    const c = bytes[i];
    if (c === LF) return false;
    if (c !== CR) continue;
    if (bytes[i + 1] !== LF) return false;
    found = true;
    i++;
  }
  return found;
}
