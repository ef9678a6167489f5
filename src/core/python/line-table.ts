/** Byte offsets at which the lines of one file begin; a line ends at `\r\n`, `\n` or `\r`. */
export class LineTable {
  /** Reused for file after file, and therefore mostly longer than `count`. */
  #starts = new Int32Array(4096);
  #count = 1;

  /** Measures a file; the lines of the one before are forgotten. Answers whether all bytes are ASCII. */
  measure(bytes: Uint8Array, length: number): boolean {
    let starts = this.#starts;
    let count = 1;
    let seen = 0;
    for (let p = 0; p < length; p++) {
      const c = bytes[p] as number;
      seen |= c;
      if (c > 13) continue;
      if (c === 10 || (c === 13 && bytes[p + 1] !== 10)) {
        if (count === starts.length) {
          starts = new Int32Array(count * 2);
          starts.set(this.#starts);
          this.#starts = starts;
        }
        starts[count++] = p + 1;
      }
    }
    this.#count = count;
    return seen < 128;
  }

  get count(): number {
    return this.#count;
  }

  /** 1-indexed line that holds the byte. */
  lineOf(offset: number): number {
    const starts = this.#starts;
    let low = 0;
    let high = this.#count;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** Offset of the first byte of a 1-indexed line. */
  startOf(line: number): number {
    return line <= this.#count ? (this.#starts[line - 1] as number) : 0;
  }
}
