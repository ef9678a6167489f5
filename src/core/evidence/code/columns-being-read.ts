import { CodeTokens } from './token-columns.ts';
import { TokenTexts } from './token-texts.ts';

/** A token that is not in the file. */
export interface AddedToken {
  /** Index of the token that it comes before. */
  readonly before: number;
  readonly code: number;
  readonly text: string;
  /** Byte offset. */
  readonly at: number;
}

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

  /** Leaves out those with these indices, and writes others before such; both in order. */
  rewrite(dropped: readonly number[], added: readonly AddedToken[]): void {
    if (dropped.length === 0 && added.length === 0) return;
    const { length } = this;
    const codes = this.#codes.slice(0, length);
    const ids = this.#ids.slice(0, length);
    const starts = this.#starts.slice(0, length);
    const ends = this.#ends.slice(0, length);
    let [nextDropped, nextAdded] = [0, 0];
    this.length = 0;
    for (let i = 0; i < length; i++) {
      for (let token = added[nextAdded]; token?.before === i; token = added[++nextAdded])
        this.add(token.code, this.texts.idOf(token.code, token.text), token.at, token.at + 1);
      if (i === dropped[nextDropped]) nextDropped++;
      else this.add(codes[i] ?? 0, ids[i] ?? 0, starts[i] ?? 0, ends[i] ?? 0);
    }
  }

  start(index: number): number {
    return this.#starts[index] ?? 0;
  }

  end(index: number): number {
    return this.#ends[index] ?? 0;
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
