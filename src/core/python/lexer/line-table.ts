import { at, byteAt } from '../../kernel/at.ts';
import { countUpTo } from '../../kernel/count-up-to.ts';

const FOUR_ONES = 0x01010101;
const FOUR_LF = 0x0a0a0a0a;
const FOUR_CR = 0x0d0d0d0d;
const FOUR_HIGHEST = 0x80808080 | 0;
const NO_WORDS = new Int32Array(0);

/** Byte offsets at which the lines of one file begin; a line ends at `\r\n`, `\n` or `\r`. */
export class LineTable {
  /** Reused for file after file, and therefore mostly longer than `count`. */
  #starts: Int32Array<ArrayBuffer>;
  #count = 1;
  /** The line that was found last: the next one is mostly near it. */
  #lastFound = 0;

  constructor(expected = 4096) {
    this.#starts = new Int32Array(Math.max(expected, 8));
  }

  /**
   * Measures a file; the lines of the one before are forgotten. Answers whether all bytes are ASCII.
   * Four bytes are looked at together, because most of them hold no line end.
   */
  measure(bytes: Uint8Array, length: number): boolean {
    const isAligned = bytes.byteOffset % 4 === 0;
    const words = isAligned ? new Int32Array(bytes.buffer, bytes.byteOffset, length >> 2) : NO_WORDS;
    let starts = this.#starts;
    let count = 1;
    let seen = 0;
    for (let i = 0; i < words.length; i++) {
      const word = at(words, i);
      seen |= word;
      const lf = word ^ FOUR_LF;
      const cr = word ^ FOUR_CR;
      // The well-known test for a zero byte: only a zero byte borrows from above its highest bit.
      const hasEnd = ((lf - FOUR_ONES) & ~lf) | ((cr - FOUR_ONES) & ~cr);
      if ((hasEnd & FOUR_HIGHEST) === 0) continue;
      if (count + 4 > starts.length) starts = this.#lengthen();
      for (let p = i * 4; p < i * 4 + 4; p++) if (endsLine(bytes, p)) starts[count++] = p + 1;
    }
    for (let p = words.length * 4; p < length; p++) {
      seen |= byteAt(bytes, p);
      if (count === starts.length) starts = this.#lengthen();
      if (endsLine(bytes, p)) starts[count++] = p + 1;
    }
    this.#count = count;
    return (seen & FOUR_HIGHEST) === 0;
  }

  #lengthen(): Int32Array<ArrayBuffer> {
    const longer = new Int32Array(this.#starts.length * 2);
    longer.set(this.#starts);
    this.#starts = longer;
    return longer;
  }

  get count(): number {
    return this.#count;
  }

  /** 1-indexed line that holds the byte. */
  lineOf(offset: number): number {
    this.#lastFound = countUpTo(this.#starts, this.#count, offset, this.#lastFound);
    return Math.max(1, this.#lastFound);
  }

  /** Offset of the first byte of a 1-indexed line. */
  startOf(line: number): number {
    return line <= this.#count ? at(this.#starts, line - 1) : 0;
  }
}

/** The first byte of `\r\n` does not count. */
function endsLine(bytes: Uint8Array, p: number): boolean {
  const c = bytes[p];
  return c === 10 || (c === 13 && bytes[p + 1] !== 10);
}
