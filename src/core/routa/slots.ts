import { Cancelled } from '../kernel/cancel.ts';

/** At most so many at a time, in the order of the asking (C46). */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Gives what lets the slot go; calling it twice does no harm. */
  async take(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) throw new Cancelled();
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
