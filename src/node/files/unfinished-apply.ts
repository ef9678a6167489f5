import { existsSync } from 'node:fs';
import { nodeFs } from './fs-port.ts';
import { hostIdentity } from './host-identity.ts';
import { storedRecords } from './record-store.ts';
import { lockState } from './workspace-lock.ts';

/** Whether a change was begun and no process is at work on it any more, so that files may be half of it. Writes nothing. */
export function hasUnfinishedApply(stateDir: string): boolean {
  if (!existsSync(stateDir)) return false;
  const isBegun = storedRecords(nodeFs, stateDir).some(({ state }) => state === 'journal');
  return isBegun && lockState({ fs: nodeFs, stateDir, host: hostIdentity() }) !== 'taken';
}
