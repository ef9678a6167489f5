import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok } from '../../core/kernel/result.ts';
import type { Hold } from '../../core/ports/hold.ts';
import { nodeFs } from '../files/fs-port.ts';
import { hostIdentity } from '../files/host-identity.ts';
import { lockWorkspace } from '../files/workspace-lock.ts';
import { isRunId } from './run-id.ts';

/**
 * One process at a time works with a run below `stateDir/runs`; a lock that a dead process left counts for nothing.
 * @param what the kind of run, for sentences: `ticket run`
 */
export const createHold =
  (stateDir: string, what: string): Hold =>
  async runId => {
    const folder = join(stateDir, 'runs', runId);
    if (!isRunId(runId) || !existsSync(folder)) return fail(`there is no ${what} ${runId}`);
    try {
      const lock = await lockWorkspace({
        fs: nodeFs,
        stateDir: folder,
        host: hostIdentity(),
        signal: new AbortController().signal,
        waitMs: 0,
      });
      if (lock.ok) return ok(lock.value.release);
      return fail(`${what} ${runId} is at work elsewhere: ${lock.error}`);
    } catch (error) {
      return fail(`${what} ${runId} cannot be locked: ${error instanceof Error ? error.message : error}`);
    }
  };
