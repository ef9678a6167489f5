import { addUsage } from '../../core/conversation/spent.ts';
import type { ModelReply, ModelUsage } from '../../core/ports/model.ts';

/** UTF-16 code units that are kept of what was written: enough to see where a model lost its way. */
const KEPT_AT_THE_BEGINNING = 48_000;
const KEPT_AT_THE_END = 16_000;

/** Adds up what tries cost that gave no whole answer: the endpoint counts them, whatever became of them. */
export class LostTries {
  readonly #clean: (text: string) => string;
  #usage: ModelUsage | undefined;
  #written: string | undefined;

  /** @param clean takes secrets out of a text */
  constructor(clean: (text: string) => string) {
    this.#clean = clean;
  }

  /** @param written what had come of the answer; of several tries the last that wrote anything is kept */
  readonly add = (usage: ModelUsage, written: string): void => {
    this.#usage = this.#usage ? addUsage(this.#usage, usage) : usage;
    // Cleaned before it is cut: half a key could not be found.
    if (written.trim() !== '') this.#written = withoutMiddle(this.#clean(written));
  };

  /** Left out when no try was lost. */
  usage(): ModelUsage | undefined {
    return this.#usage;
  }

  /** Left out when nothing was written. */
  written(): string | undefined {
    return this.#written;
  }

  /** The reply, with what it took to get it. */
  withReply(reply: ModelReply): ModelReply {
    if (this.#usage === undefined || reply.kind === 'fault') return reply;
    return { ...reply, usage: addUsage(this.#usage, reply.usage) };
  }
}

function withoutMiddle(text: string): string {
  const left = text.length - KEPT_AT_THE_BEGINNING - KEPT_AT_THE_END;
  if (left <= 0) return text;
  return `${text.slice(0, KEPT_AT_THE_BEGINNING)}\n[… ${left} characters left out …]\n${text.slice(-KEPT_AT_THE_END)}`;
}
