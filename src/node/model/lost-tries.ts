import { addUsage } from '../../core/conversation/spent.ts';
import type { ModelReply, ModelUsage } from '../../core/ports/model.ts';

/** Adds up what tries cost that gave no whole answer: the endpoint counts them, whatever became of them. */
export class LostTries {
  #usage: ModelUsage | undefined;

  readonly add = (usage: ModelUsage): void => {
    this.#usage = this.#usage ? addUsage(this.#usage, usage) : usage;
  };

  /** Left out when no try was lost. */
  usage(): ModelUsage | undefined {
    return this.#usage;
  }

  /** The reply, with what it took to get it. */
  withReply(reply: ModelReply): ModelReply {
    if (this.#usage === undefined || reply.kind === 'fault') return reply;
    return { ...reply, usage: addUsage(this.#usage, reply.usage) };
  }
}
