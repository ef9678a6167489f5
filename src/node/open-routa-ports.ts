import path from 'node:path';
import { fail, ok } from '../core/kernel/result.ts';
import type { RoutaEvent } from '../core/routa/events.ts';
import type { RoutaPorts } from '../core/routa/run-request.ts';
import { nodeFs } from './files/fs-port.ts';
import { hostIdentity } from './files/host-identity.ts';
import { lockWorkspace } from './files/workspace-lock.ts';
import { createJournals } from './journal/journals.ts';
import { type AgentPlaces, journalOptions } from './open-agent-ports.ts';
import { sha256, systemClock } from './system.ts';

/** What ROUTA workspaces need of a folder: the same for the editor and the command line. */
export const openRoutaPorts = (
  places: Pick<AgentPlaces, 'stateDir' | 'files' | 'historyLimits'>,
): RoutaPorts => ({
  files: places.files,
  journals: createJournals<RoutaEvent>(
    path.join(places.stateDir, 'routa'),
    systemClock,
    journalOptions(places),
  ),
  clock: systemClock,
  sha256,
  async hold(runId) {
    const lock = await lockWorkspace({
      fs: nodeFs,
      stateDir: path.join(places.stateDir, 'routa', 'runs', runId),
      host: hostIdentity(),
      signal: new AbortController().signal,
      waitMs: 0,
    });
    if (lock.ok) return ok(lock.value.release);
    return fail(`ROUTA workspace ${runId} is at work elsewhere: ${lock.error}`);
  },
});
