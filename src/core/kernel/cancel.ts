/** Thrown by waiting work whose signal was aborted; hosts turn it into the CANCELLED outcome. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
  constructor() {
    super('cancelled');
  }
}

/** Why a request's signal is aborted when its answer is already known to be useless: no one cancelled the run. */
export class StoppedEarly extends Error {
  override readonly name = 'StoppedEarly';
  constructor() {
    super('stopped early');
  }
}

export function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new Cancelled();
}

/** Settles as `work` does, or rejects with `Cancelled` as soon as the signal is aborted. */
export function orCancelled<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // No one hears of its end any more: a failure without a listener would end the process.
    work.catch(() => undefined);
    return Promise.reject(new Cancelled());
  }
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(new Cancelled());
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Never aborted: for what must be done to its end also when the run was cancelled. */
export const NEVER: AbortSignal = {
  aborted: false,
  reason: undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};
