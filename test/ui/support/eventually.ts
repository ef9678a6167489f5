import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds, where no element of the page shows it (a file on disk, say). */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what: string,
  limitMs = 20_000,
): Promise<void> {
  for (const end = Date.now() + limitMs; !(await condition()); await delay(50)) {
    if (Date.now() > end) throw new Error(`Waited ${limitMs / 1000} s in vain for ${what}.`);
  }
}
