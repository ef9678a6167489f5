import { Cancelled, NEVER, throwIfCancelled } from './cancel.ts';

/** Lets at most so many pieces of work run at a time, in the order in which they asked. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count with 1, work runs one after the other; a failed piece does not stop the next */
  constructor(count = 1) {
    this.#free = count;
  }

  /** Runs work when its turn comes. Waiting work rejects with `Cancelled` as soon as `signal` is aborted. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal = NEVER): Promise<T> {
    const release = await this.take(signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Gives what ends the turn; calling it twice does no harm. */
  async take(signal: AbortSignal): Promise<() => void> {
    throwIfCancelled(signal);
    if (this.#free > 0) this.#free--;
    else await this.#turn(signal);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(new Cancelled());
      };
      const go = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(go);
    });
  }
}
