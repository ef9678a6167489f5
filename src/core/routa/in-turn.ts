import { Cancelled } from '../kernel/cancel.ts';

/**
 * Lets one agent after the other have its turn, from the request to the end of what its reply led to, in the order in
 * which they were made. The same replies then always lead to the same requests: a recording can be played again.
 */
export class InTurn {
  readonly #order: () => Iterable<string>;
  readonly #startAll: () => Promise<void>;
  /** Started, and not here yet. */
  readonly #onTheWay = new Set<string>();
  readonly #waiting = new Map<string, () => void>();
  #holder: string | undefined;
  #last: string | undefined;
  #isChoosing = false;

  /**
   * @param order all agents
   * @param startAll starts whoever has a reason by now; each is expected
   */
  constructor(order: () => Iterable<string>, startAll: () => Promise<void>) {
    this.#order = order;
    this.#startAll = startAll;
  }

  /** Nobody has the next turn before this one has come. */
  expect(id: string): void {
    this.#onTheWay.add(id);
  }

  /** Ends the turn that it had, and waits for its next. */
  take(id: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = () => {
        this.leave(id);
        reject(new Cancelled());
      };
      this.leave(id);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      this.#waiting.set(id, () => {
        signal.removeEventListener('abort', stop);
        resolve();
      });
    });
  }

  /** It takes no more turns for now. */
  leave(id: string): void {
    this.#onTheWay.delete(id);
    this.#waiting.delete(id);
    if (this.#holder === id) this.#holder = undefined;
    void this.#choose();
  }

  async #choose(): Promise<void> {
    if (this.#isChoosing) return;
    this.#isChoosing = true;
    try {
      if (this.#holder === undefined) await this.#startAll();
    } finally {
      this.#isChoosing = false;
    }
    if (this.#holder !== undefined || this.#onTheWay.size > 0) return;
    const next = this.#next();
    if (next === undefined) return;
    this.#holder = next;
    this.#last = next;
    const grant = this.#waiting.get(next);
    this.#waiting.delete(next);
    grant?.();
  }

  /** The first one behind who had the last turn. */
  #next(): string | undefined {
    const all = [...this.#order()].filter(id => this.#waiting.has(id) || id === this.#last);
    const last = this.#last === undefined ? -1 : all.indexOf(this.#last);
    return [...all.slice(last + 1), ...all.slice(0, last + 1)].find(id => this.#waiting.has(id));
  }
}
