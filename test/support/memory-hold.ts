import { fail, ok } from '../../src/core/kernel/result.ts';
import type { Hold } from '../../src/core/ports/hold.ts';

/** One at a time works with a run, as on disk. */
export function memoryHold(): Hold {
  const held = new Set<string>();
  return async runId => {
    if (held.has(runId)) return fail(`${runId} is at work elsewhere`);
    held.add(runId);
    return ok(() => void held.delete(runId));
  };
}
