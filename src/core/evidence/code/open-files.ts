import { TokenColumns } from './columns-being-read.ts';

/** What was read of one file, as long as there is room for it; it can be read again. */
export class Kept<T extends object> {
  /** Bytes of the file. */
  readonly size: number;
  /** The time on the clock of the shelf when it was used last. */
  lastUsed = 0;
  readonly #shelf: Shelf;
  #value: T | undefined;

  constructor(shelf: Shelf, size: number) {
    this.#shelf = shelf;
    this.size = size;
  }

  /** `undefined` before it is put there, and after it was let go. */
  get(): T | undefined {
    if (this.#value !== undefined) this.lastUsed = this.#shelf.clock;
    return this.#value;
  }

  /** Without using it. */
  peek(): T | undefined {
    return this.#value;
  }

  put(value: T): T {
    this.#value = value;
    this.#shelf.add(this);
    return value;
  }

  release(): void {
    this.#value = undefined;
  }
}

/** As many are looked at side by side, so that what one of them is asked for stays what it was. */
const MOST_SIDE_BY_SIDE = 32;

/** Keeps what was used last; the others are read again when they are asked for. */
class Shelf {
  /** Counts what was read. */
  clock = 0;
  readonly #held = new Set<Kept<object>>();
  readonly #mostBytes: number;
  #size = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Room for what is made of a file of so many bytes. */
  hold<T extends object>(size: number): Kept<T> {
    return new Kept(this, size);
  }

  add(held: Kept<object>): void {
    this.#held.add(held);
    this.#size += held.size;
    held.lastUsed = ++this.clock;
    if (this.#size > this.#mostBytes && this.#held.size > 2 * MOST_SIDE_BY_SIDE) this.#releaseOldest();
  }

  /** Half of them at once, so that they are sorted seldom. */
  #releaseOldest(): void {
    const oldest = [...this.#held].sort((a, b) => a.lastUsed - b.lastUsed);
    for (const held of oldest.slice(0, -MOST_SIDE_BY_SIDE)) {
      if (this.#size <= this.#mostBytes / 2) break;
      this.#held.delete(held);
      this.#size -= held.size;
      held.release();
    }
  }
}

/** Bytes of files whose tokens are kept: they take between two and three times as much memory. */
const MOST_IN_TOKENS = 80_000_000;
/** Bytes of files whose text is kept for quick looks: one more byte for each, and few of another thing. */
const MOST_LOOKED_AT = 16_000_000;
/** Bytes of files whose lines and what was computed of them are kept: several times as much memory. */
const MOST_IN_CONTENTS = 2_000_000;

const FIRST_LENT = 2 ** 16;

/** Bounds what is kept of the files that evidence looks at. */
export class OpenFiles {
  readonly tokens: Shelf;
  readonly looked = new Shelf(MOST_LOOKED_AT);
  readonly contents = new Shelf(MOST_IN_CONTENTS);
  /** Where tokens are read into. Of all files, so that their tokens can be compared. */
  readonly columns = new TokenColumns();
  #lent = new Uint8Array(FIRST_LENT);

  constructor(mostInTokens = MOST_IN_TOKENS) {
    this.tokens = new Shelf(mostInTokens);
  }

  /** The bytes with the zero byte behind them that the lexer needs, until another file is lent the same place. */
  lend(source: Uint8Array): Uint8Array {
    if (source.length >= this.#lent.length) this.#lent = new Uint8Array(2 * source.length);
    this.#lent.set(source);
    this.#lent[source.length] = 0;
    return this.#lent.subarray(0, source.length + 1);
  }
}
