import { setTimeout as sleep } from 'node:timers/promises';

/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    // Attached in every case, so that work that fails later is never an unhandled rejection.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

export interface IdleTimer {
  /** A sign of life: the time starts again. */
  touch(): void;
  stop(): void;
}

/** Calls `onIdle` once when nothing was touched for so long (milliseconds). */
export function startIdleTimer(milliseconds: number, onIdle: () => void): IdleTimer {
  const timer = setTimeout(onIdle, milliseconds);
  return { touch: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}

/**
 * Waits, telling the remaining whole seconds: at once, then every tenth, and the last ten one by one (each is
 * a line in the run's journal). Rejects when aborted.
 */
export async function countDown(
  milliseconds: number,
  signal: AbortSignal,
  onSeconds: (seconds: number) => void,
): Promise<void> {
  const end = Date.now() + milliseconds;
  let told: number | undefined;
  for (let left = milliseconds; left > 0; left = end - Date.now()) {
    const seconds = Math.ceil(left / 1000);
    // A timer may end a moment early: the same number is not said again.
    if (seconds !== told) onSeconds(seconds);
    told = seconds;
    const step = left > 10_000 ? 10_000 : 1000;
    await sleep(Math.min(left % step || step, left), undefined, { signal });
  }
}

const LOOK_MS = 2_000;
/** A computation that keeps the process busy for so long is not known; a machine that slept is. */
const SLEPT_MS = 20_000;

/**
 * Calls `onSlept` once when the time of day jumped: the machine slept, and whatever waited for the network waits in
 * vain. The value ends the watch.
 */
export function watchForSleep(onSlept: (milliseconds: number) => void, now = Date.now): () => void {
  let last = now();
  const timer = setInterval(() => {
    const jump = now() - last - LOOK_MS;
    last += jump + LOOK_MS;
    if (jump < SLEPT_MS) return;
    clearInterval(timer);
    onSlept(jump);
  }, LOOK_MS).unref();
  return () => clearInterval(timer);
}

/** Waits, and ends early when the machine slept meanwhile or the signal is aborted. */
export async function waitAwake(milliseconds: number, signal: AbortSignal): Promise<void> {
  const end = Date.now() + milliseconds;
  for (let left = milliseconds; left > 0 && !signal.aborted; left = end - Date.now())
    await sleep(Math.min(left, 1000), undefined, { signal }).catch(() => undefined);
}
