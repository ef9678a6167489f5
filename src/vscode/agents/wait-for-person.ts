import { Cancelled } from '../../core/kernel/cancel.ts';

/** Waits until `decide` is called; `begin` shows the question and gets it. Rejects with `Cancelled` on `signal`. */
export async function waitForPerson<T>(
  signal: AbortSignal,
  begin: (decide: (answer: T) => void) => void,
): Promise<T> {
  const done = new AbortController();
  try {
    return await new Promise<T>((resolve, reject) => {
      if (signal.aborted) throw new Cancelled();
      signal.addEventListener('abort', () => reject(new Cancelled()), { signal: done.signal });
      begin(resolve);
    });
  } finally {
    done.abort();
  }
}
