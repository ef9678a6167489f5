import { Semaphore } from '../../core/kernel/semaphore.ts';

/** Of one client. */
export const LIMITS = { atOnce: 8, waiting: 64, perMinute: 600 } as const;

const MINUTE_MS = 60_000;

/** How much one client may ask for: so many calls at once, so many that wait, so many in a minute. */
export class CallLimits {
  readonly #slots = new Semaphore(LIMITS.atOnce);
  readonly #now: () => number;
  #taken = 0;
  #begun: readonly number[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Why one more is refused now, as a sentence; `undefined`: it is counted. */
  refusal(): string | undefined {
    const now = this.#now();
    this.#begun = this.#begun.filter(at => now - at < MINUTE_MS);
    const [oldest] = this.#begun;
    if (oldest !== undefined && this.#begun.length >= LIMITS.perMinute) {
      const seconds = Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1000));
      return `this client has asked ${LIMITS.perMinute} times within a minute, which is the most; ask again in ${seconds} s`;
    }
    if (this.#taken >= LIMITS.atOnce + LIMITS.waiting)
      return `${LIMITS.waiting} calls of this client wait already, which is the most; wait for answers before you ask again`;
    this.#begun = [...this.#begun, now];
    return undefined;
  }

  /** Waits for its turn. Rejects with `Cancelled`. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#taken++;
    try {
      return await this.#slots.run(work, signal);
    } finally {
      this.#taken--;
    }
  }
}
