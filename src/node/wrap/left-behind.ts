import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** Marks the processes of one run; children have it from their parents. */
export const MARK = 'WORKORDER_WRAPPED';

const TRIES = 20;

/**
 * Ends the processes that carry the mark and outlived their program, also in a session of their own. A sandbox does
 * that by itself; where there is none, and no `/proc`, they are not found.
 */
export async function endLeftBehind(mark: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let tries = 0; tries < TRIES; tries++) {
    const found = marked(mark);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
    await wait(20);
  }
}

function marked(mark: string): readonly number[] {
  const wanted = `${MARK}=${mark}\0`;
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => Number.isInteger(pid) && pid !== process.pid && environmentOf(pid).includes(wanted));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
