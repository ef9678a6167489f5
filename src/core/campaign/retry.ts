import { backoff } from '../conversation/backoff.ts';
import type { Fault } from './events.ts';

/** Milliseconds before the first repetition, and the most. */
const WAITS: Readonly<Record<Fault, readonly [first: number, most: number]>> = {
  model: [15_000, 600_000],
  repository: [5_000, 120_000],
  worker: [2_000, 60_000],
};

/**
 * How long to wait before a target is tried again; `undefined`: not at all. What a check, QA or a program said stays
 * said: only a fault that may pass by itself is tried again.
 *
 * @param attempt the one that has just ended, from 1
 * @param retries how many more there may be in all
 */
export function retryAfter(
  fault: Fault | undefined,
  attempt: number,
  retries: number,
  random: () => number = () => 0.5,
): number | undefined {
  if (fault === undefined || attempt > retries) return undefined;
  const [first, most] = WAITS[fault];
  return Math.round(backoff(attempt, first, most, random));
}
