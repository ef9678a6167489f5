import type { ModelReply, ModelUsage } from '../../core/ports/model.ts';

/** Adds up what tries cost that gave no whole answer: the endpoint counts them, whatever became of them. */
export class LostTries {
  #usage: ModelUsage | undefined;

  readonly add = (usage: ModelUsage): void => {
    this.#usage = this.#usage ? sum(this.#usage, usage) : usage;
  };

  /** Left out when no try was lost. */
  usage(): ModelUsage | undefined {
    return this.#usage;
  }

  /** The reply, with what it took to get it. */
  withReply(reply: ModelReply): ModelReply {
    if (this.#usage === undefined || reply.kind === 'fault') return reply;
    return { ...reply, usage: sum(this.#usage, reply.usage) };
  }
}

function sum(a: ModelUsage, b: ModelUsage): ModelUsage {
  const cached = (a.cachedInputTokens ?? 0) + (b.cachedInputTokens ?? 0);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...(cached > 0 ? { cachedInputTokens: cached } : {}),
    estimated: a.estimated || b.estimated,
  };
}
