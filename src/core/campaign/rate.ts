import type { Campaign } from '../../generated/contracts.ts';
import { estimateUsage } from '../conversation/estimate-usage.ts';
import type { Model } from '../ports/model.ts';

/** How much of one thing may be used in a minute, by all who know its key. */
export interface Rate {
  readonly key: string;
  readonly perMinute: number;
}

/** Turns that are shared by all workers: each use moves the time at which the next one may begin. */
export interface Turns {
  /** Takes a turn; milliseconds until it comes. */
  take(uses: readonly { readonly rate: Rate; readonly amount: number }[]): Promise<number>;
  /** More or less was used than was said before. */
  correct(rate: Rate, amount: number): Promise<void>;
}

/** How far one use moves the next: uses that follow each other like this are exactly so many a minute. */
export const moveOf = ({ perMinute }: Rate, amount: number): number => (60_000 * amount) / perMinute;

/** The turns of one process. */
export function createTurns(now: () => number): Turns {
  const next = new Map<string, number>();
  return {
    async take(uses) {
      let wait = 0;
      for (const { rate, amount } of uses) {
        const at = Math.max(next.get(rate.key) ?? 0, now());
        wait = Math.max(wait, at - now());
        next.set(rate.key, at + moveOf(rate, amount));
      }
      return wait;
    },
    async correct(rate, amount) {
      next.set(rate.key, (next.get(rate.key) ?? now()) + moveOf(rate, amount));
    },
  };
}

/** The model, asked no more often than the campaign allows all workers together. */
export function limitModel(
  model: Model,
  limits: NonNullable<Campaign['limits']>,
  turns: Turns,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
): Model {
  const name = model.identity?.model ?? model.label;
  const limit = limits.find(one => one.model === name) ?? limits.find(one => one.model === '*');
  if (limit === undefined) return model;
  const rateOf = (what: string, perMinute: number | undefined): readonly Rate[] =>
    perMinute === undefined ? [] : [{ key: `${name}:${what}`, perMinute }];
  const [requests] = rateOf('requests', limit.requests_per_minute);
  const [tokens] = rateOf('tokens', limit.tokens_per_minute);
  return {
    label: model.label,
    ...(model.identity && { identity: model.identity }),
    ...(model.plays && { plays: model.plays }),
    async ask(request) {
      const expected = estimateUsage(request, 0).inputTokens;
      const ms = await turns.take([
        ...(requests ? [{ rate: requests, amount: 1 }] : []),
        ...(tokens ? [{ rate: tokens, amount: expected }] : []),
      ]);
      if (ms > 0) {
        request.onWaiting?.(`waits ${Math.ceil(ms / 1000)} s for its turn: the campaign limits ${name}`);
        await wait(ms, request.signal);
      }
      const reply = await model.ask(request);
      if (tokens && reply.kind !== 'fault')
        await turns.correct(tokens, reply.usage.inputTokens + reply.usage.outputTokens - expected);
      return reply;
    },
  };
}
