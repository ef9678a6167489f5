import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 25;
/** A machine that does other work besides takes many times as long: only what never comes is a failure. */
const LIMIT_MS = 120_000;

/**
 * Waits until a condition holds, and gives its value; prefer an event where there is one. A condition that throws
 * does not hold yet: a file is absent or half written for an instant while it is saved.
 */
export async function eventually<T>(
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  what: string,
  limitMs = LIMIT_MS,
): Promise<T> {
  let last: unknown;
  for (const end = Date.now() + limitMs; ; await delay(EVERY_MS)) {
    try {
      last = await condition();
      if (last !== undefined && last !== false) return last as T;
    } catch (error) {
      last = error;
    }
    if (Date.now() <= end) continue;
    const seen = last instanceof Error ? `: ${last.message}` : '';
    throw new Error(`Waited ${limitMs / 1000} s in vain for ${what}${seen}.`, { cause: last });
  }
}
