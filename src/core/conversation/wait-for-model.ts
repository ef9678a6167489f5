import { withStop } from '../kernel/sentences.ts';
import type { Model, ModelReply } from '../ports/model.ts';
import type { Patience } from '../ports/patience.ts';
import { backoff } from './backoff.ts';

type Fault = Extract<ModelReply, { kind: 'fault' }>;

interface Waiting {
  readonly signal: AbortSignal;
  /** A person wants no further reply. */
  readonly isPaused?: () => boolean;
  readonly say?: ((sentence: string) => void) | undefined;
}

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;
/** How soon a pause ends a wait. */
const LOOK_MS = 500;

/** The waits for a model that cannot be asked just now, until it answers or the patience is used up. */
export class ModelWaits {
  readonly #patience: Patience | undefined;
  #tries = 0;
  #waited = 0;

  constructor(patience: Patience | undefined) {
    this.#patience = patience;
  }

  /** It answered: the next outage gets the whole patience. */
  answered(): void {
    this.#tries = 0;
    this.#waited = 0;
  }

  /** Waits before the model is asked again; the value says why it is not asked again. */
  async next({ reason, outage }: Fault, waiting: Waiting): Promise<string | undefined> {
    const patience = this.#patience;
    if (!outage || !patience) return reason;
    const left = patience.milliseconds - this.#waited;
    const asked = outage.retryAfterMs ?? 0;
    if (asked > left)
      return `${withStop(reason)} It asks to wait ${time(asked)}, longer than ${this.#limit(left)}`;
    if (left <= 0)
      return `${withStop(reason)} It was waited for ${time(this.#waited)}, as long as this run waits`;
    this.#tries++;
    const wait = backoff(this.#tries, FIRST_WAIT_MS, LONGEST_WAIT_MS, patience.random);
    await this.#countDown(Math.min(left, Math.max(asked, wait)), reason, patience, waiting);
    return undefined;
  }

  async #countDown(
    milliseconds: number,
    reason: string,
    patience: Patience,
    waiting: Waiting,
  ): Promise<void> {
    const { signal, isPaused, say } = waiting;
    const end = this.#waited + milliseconds;
    let said: number | undefined;
    while (this.#waited < end && !signal.aborted && !isPaused?.()) {
      const seconds = Math.ceil((end - this.#waited) / 1000);
      if (said === undefined || (seconds !== said && isShown(seconds))) {
        const limit = this.#limit(patience.milliseconds - end);
        say?.(`${withStop(reason)} Asking again in ${seconds} s (${limit} after that)`);
        said = seconds;
      }
      const step = Math.min(LOOK_MS, end - this.#waited);
      await patience.wait(step, signal);
      this.#waited += step;
    }
  }

  #limit(left: number): string {
    return this.#waited === 0 && this.#tries === 0
      ? `the ${time(left)} that this run waits for a model`
      : `up to ${time(left)} more`;
  }
}

/** The remaining seconds that are worth a line: a long wait is not a long journal. */
const isShown = (seconds: number): boolean => seconds % 30 === 0 || seconds === 10 || seconds === 5;

function time(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/** The same model, waited for; for what asks one question and has no conversation to continue. */
export const waitedFor = (
  model: Model,
  patience: Patience | undefined,
  say: (sentence: string) => void,
): Model => ({
  label: model.label,
  ...(model.identity ? { identity: model.identity } : {}),
  ...(model.plays ? { plays: model.plays } : {}),
  async ask(request) {
    const waits = new ModelWaits(patience);
    for (;;) {
      const reply = await model.ask({ onWaiting: say, ...request });
      if (reply.kind !== 'fault') return reply;
      const reason = await waits.next(reply, { signal: request.signal, say });
      if (reason !== undefined) return { ...reply, reason };
    }
  },
});
