/** What was read of one file and can be read again. */
export interface Held {
  /** The time on the clock when it was used last. */
  lastUsed: number;
  /** Bytes of the file. */
  readonly size: number;
  release(): void;
}

/** Bytes of files; their tokens take about thirty times as much memory. */
const MOST_BYTES = 2_000_000;
/** As many are looked at side by side, so that what one of them is asked for stays what it was. */
const MOST_SIDE_BY_SIDE = 32;

/**
 * Bounds what is kept of the files of a change: the tokens of a file take thirty times as much memory as its bytes. Those that were used last are kept; the others are read again when they are asked for.
 */
export class OpenFiles {
  readonly #held = new Set<Held>();
  #size = 0;
  /** Counts what was read. */
  clock = 0;

  add(held: Held): void {
    this.#held.add(held);
    this.#size += held.size;
    held.lastUsed = ++this.clock;
    if (this.#size > MOST_BYTES && this.#held.size > 2 * MOST_SIDE_BY_SIDE) this.#releaseOldest();
  }

  /** Half of them at once, so that they are sorted seldom. */
  #releaseOldest(): void {
    const oldest = [...this.#held].sort((a, b) => a.lastUsed - b.lastUsed);
    for (const held of oldest.slice(0, -MOST_SIDE_BY_SIDE)) {
      if (this.#size <= MOST_BYTES / 2) break;
      this.#held.delete(held);
      this.#size -= held.size;
      held.release();
    }
  }
}
