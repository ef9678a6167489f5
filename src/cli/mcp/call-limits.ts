import { Semaphore } from '../../core/kernel/semaphore.ts';

/** Of one client. */
export const LIMITS = { atOnce: 8, waiting: 64, perMinute: 600 } as const;

const MINUTE_MS = 60_000;

/** Work that waits for a person, or for its turn after work that does: it gives back the place of its call. */
export type Aside = <T>(work: () => Promise<T>) => Promise<T>;

/** Why a call was not begun, as a sentence. */
export class TooMuch extends Error {
  override readonly name = 'TooMuch';
}

/** How much one client may ask for: so many calls at once, so many that wait, so many in a minute. */
export class CallLimits {
  readonly #slots = new Semaphore(LIMITS.atOnce);
  readonly #now: () => number;
  #taken = 0;
  #aside = 0;
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

  /** Waits for its turn. Rejects with `Cancelled`, or `TooMuch` where too many stand aside already. */
  async run<T>(work: (aside: Aside) => Promise<T>, signal: AbortSignal): Promise<T> {
    let giveBack: () => void = () => undefined;
    let isAside = false;
    const aside: Aside = async waiting => {
      if (isAside) return waiting();
      if (this.#aside >= LIMITS.waiting)
        throw new TooMuch(
          `${LIMITS.waiting} calls of this client wait for a decision, which is the most; wait for answers before you ask again`,
        );
      isAside = true;
      this.#aside++;
      this.#taken--;
      giveBack();
      return waiting();
    };
    this.#taken++;
    try {
      giveBack = await this.#slots.take(signal);
      return await work(aside);
    } finally {
      giveBack();
      if (isAside) this.#aside--;
      else this.#taken--;
    }
  }
}
