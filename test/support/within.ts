import { setTimeout as delay } from 'node:timers/promises';

/**
 * The promise's value, which must be there before a timer that starts now. A machine that stands still delays both
 * alike, so this holds under load where a comparison of times would not.
 */
export async function within<T>(ms: number, promise: PromiseLike<T>, what = 'it'): Promise<T> {
  const timer = new AbortController();
  const late = delay(ms, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${what} did not end within ${ms} ms`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
}
