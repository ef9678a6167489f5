import { Cancelled } from '../../core/kernel/cancel.ts';

/** What the person says to an agent, a turn after the other: words that come while it works wait for the next turn. */
export class PersonsWords {
  readonly #words: string[];
  #waiting: ((words: string | undefined) => void) | undefined;

  /** @param first what they said when they started it */
  constructor(first: string) {
    this.#words = [first];
  }

  say(text: string): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting === undefined) this.#words.push(text);
    else waiting(text);
  }

  /** Says that nothing more will be said; answers whether the agent waited for that. */
  end(): boolean {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(undefined);
    return waiting !== undefined;
  }

  /** The next words; `undefined`: there are no more. Rejects only with `Cancelled`. */
  next(signal: AbortSignal): Promise<string | undefined> {
    const text = this.#words.shift();
    if (text !== undefined) return Promise.resolve(text);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting = undefined;
        reject(new Cancelled());
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting = words => {
        signal.removeEventListener('abort', onAbort);
        resolve(words);
      };
    });
  }
}
