import { orCancelled, throwIfCancelled } from '../kernel/cancel.ts';

/** Runs work in the order it was asked for, one after the other; waiting work can be cancelled. */
export type OneAtATime = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

export function oneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return async (signal, work) => {
    const before = last;
    let finish: () => void = () => undefined;
    const mine = new Promise<void>(resolve => {
      finish = resolve;
    });
    last = Promise.all([before, mine]);
    try {
      await orCancelled(before, signal);
      throwIfCancelled(signal);
      return await work();
    } finally {
      finish();
    }
  };
}
