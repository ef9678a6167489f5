import type { ChangeSet } from '../../src/core/changes/change-set.ts';
import { beginTransaction } from '../../src/node/files/begin-transaction.ts';
import { nodeFs } from '../../src/node/files/fs-port.ts';
import { hostIdentity } from '../../src/node/files/host-identity.ts';

/** Leaves a change as a process does that died when it had written everything and committed nothing. */
export async function interruptRun(
  places: { readonly root: string; readonly stateDir: string },
  changes: ChangeSet,
  runId: string,
): Promise<void> {
  const host = hostIdentity();
  const begun = await beginTransaction(changes, {
    ...places,
    fs: nodeFs,
    // No process has this id, so the lock counts as left behind.
    host: { ...host, self: { ...host.self, pid: 2 ** 30 } },
    runId,
    signal: new AbortController().signal,
    waitMs: 0,
    writerOf: () => 'rename',
  });
  if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
  const fault = await begun.transaction.write();
  if (fault) throw new Error(fault.reason);
}
