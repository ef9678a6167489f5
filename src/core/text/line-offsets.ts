import { bodyStart, CR, countLineEnds, eolLengthBefore, LF } from './lines.ts';

const BLOCK = 1 << 14;

/**
 * Line numbers to byte offsets. Lines are counted block by block and only the blocks that are asked for are
 * cut into lines. A byte order mark is in front of the first line; an empty rest is not a line.
 */
export class LineOffsets {
  readonly bytes: Uint8Array;
  readonly count: number;
  readonly endsWithEol: boolean;
  /** Line ends in front of each block. */
  readonly #before: readonly number[];

  constructor(bytes: Uint8Array) {
    const start = bodyStart(bytes);
    const before: number[] = [];
    let ends = 0;
    for (let at = start; at < bytes.length; at += BLOCK) {
      before.push(ends);
      ends += countLineEnds(bytes, at, Math.min(bytes.length, at + BLOCK));
    }
    this.bytes = bytes;
    this.#before = before;
    this.endsWithEol = bytes.length > start && eolLengthBefore(bytes, bytes.length) > 0;
    this.count = this.endsWithEol || bytes.length === start ? ends : ends + 1;
  }

  /** Offset of the 0-based line `index`; for the line count and beyond, of the end. */
  startOf(index: number): number {
    const start = bodyStart(this.bytes);
    if (index <= 0) return start;
    if (index >= this.count) return this.bytes.length;
    const block = this.#before.findLastIndex(ends => ends < index);
    let left = index - (this.#before[block] ?? 0);
    for (let i = start + block * BLOCK; i < this.bytes.length; i++) {
      const c = this.bytes[i];
      const isEnd = c === LF || (c === CR && this.bytes[i + 1] !== LF);
      if (isEnd && --left === 0) return i + 1;
    }
    return this.bytes.length;
  }

  /** Bytes of the line end of the 0-based line `index`; empty when it has none. */
  eolOf(index: number): Uint8Array {
    const end = this.startOf(index + 1);
    return this.bytes.subarray(end - eolLengthBefore(this.bytes, end), end);
  }
}
