import { fail, ok } from '../../src/core/kernel/result.ts';
import type { Hold } from '../../src/core/ports/hold.ts';

/** One at a time works with a run, and in the checkout, as on disk. */
export function memoryHold(): Hold {
  const held = new Set<string>();
  const take = async (what: string) => {
    if (held.has(what)) return fail(`${what} is at work elsewhere`);
    held.add(what);
    return ok(() => void held.delete(what));
  };
  const isTaken = (what: string) => (held.has(what) ? ('at work' as const) : undefined);
  return { run: take, isTaken, checkout: () => take('the checkout') };
}

/** Nobody else is ever at work. */
export const freeHold: Hold = {
  run: async () => ok(() => undefined),
  isTaken: () => undefined,
  checkout: async () => ok(() => undefined),
};

/** Somebody else is at work. */
export const takenHold = (reason: string): Hold => ({
  run: async () => fail(reason),
  isTaken: () => 'at work',
  checkout: async () => fail(reason),
});
