import { CodeTokens } from './token-columns.ts';
import { TokenTexts } from './token-texts.ts';

/** Tokens that are being read, one file after the other: where they are written is used again for each. */
export class TokenColumns {
  length = 0;
  readonly texts: TokenTexts;
  #codes = new Int32Array(FIRST_LENGTH);
  #ids = new Int32Array(FIRST_LENGTH);
  #starts = new Int32Array(FIRST_LENGTH);
  #ends = new Int32Array(FIRST_LENGTH);

  constructor(texts = new TokenTexts()) {
    this.texts = texts;
  }

  add(code: number, id: number, start: number, end: number): void {
    const index = this.length++;
    if (index === this.#codes.length) this.#lengthen();
    this.#codes[index] = code;
    this.#ids[index] = id;
    this.#starts[index] = start;
    this.#ends[index] = end;
  }

  /** As of `codeOf`; 0 where there is none. */
  code(index: number): number {
    return this.#codes[index] ?? 0;
  }

  dropLast(): void {
    this.length--;
  }

  /** Writes a token over one that is not wanted before it. */
  move(from: number, to: number): void {
    if (from === to) return;
    this.#codes[to] = this.code(from);
    this.#ids[to] = this.#ids[from] ?? 0;
    this.#starts[to] = this.#starts[from] ?? 0;
    this.#ends[to] = this.#ends[from] ?? 0;
  }

  finish(): CodeTokens {
    const { length } = this;
    const ends = this.#ends.subarray(0, length);
    return new CodeTokens(this.texts, this.#ids.subarray(0, length), this.#starts.subarray(0, length), ends);
  }

  #lengthen(): void {
    this.#codes = lengthened(this.#codes);
    this.#ids = lengthened(this.#ids);
    this.#starts = lengthened(this.#starts);
    this.#ends = lengthened(this.#ends);
  }
}

const FIRST_LENGTH = 4096;

function lengthened(column: Int32Array): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(column.length * 2);
  longer.set(column);
  return longer;
}
