import type { RunSummary } from '../../core/ports/journal.ts';
import { nodeFs } from '../files/fs-port.ts';
import { hostIdentity } from '../files/host-identity.ts';
import { lockState } from '../files/workspace-lock.ts';

/** Whether a process works on the run of this folder now; left out: none does. Only reads. */
export function underWay(folder: string): RunSummary['underWay'] {
  try {
    const state = lockState({ fs: nodeFs, stateDir: folder, host: hostIdentity() });
    return state === 'free' ? undefined : state === 'taken' ? 'at work' : 'may be at work';
  } catch {
    // Pruned meanwhile: nobody works on it.
    return undefined;
  }
}
