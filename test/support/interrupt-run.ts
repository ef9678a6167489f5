import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeSet } from '../../src/core/changes/change-set.ts';
import { beginTransaction } from '../../src/node/files/begin-transaction.ts';
import { nodeFs } from '../../src/node/files/fs-port.ts';
import { hostIdentity } from '../../src/node/files/host-identity.ts';

/** No process has this id. */
const DEAD = 2 ** 30;

/**
 * Leaves a change as a process does that died when it had written everything and committed nothing. `others`: what
 * another program does before anybody can recover it.
 */
export async function interruptRun(
  places: { readonly root: string; readonly stateDir: string },
  changes: ChangeSet,
  runId: string,
  others: () => void | Promise<void> = () => {},
): Promise<void> {
  const host = hostIdentity();
  // Until all is written the lock is that of a process that runs: a window that opens the folder meanwhile would
  // clear away what a dead one left. Not of this process, which knows the locks it holds.
  const pid = process.ppid;
  const begun = await beginTransaction(changes, {
    ...places,
    fs: nodeFs,
    host: { ...host, self: { ...host.self, pid, started: '0' } },
    runId,
    signal: new AbortController().signal,
    waitMs: 10_000,
    writerOf: () => 'rename',
  });
  if (begun.kind !== 'begun') throw new Error(JSON.stringify(begun));
  const fault = await begun.transaction.write();
  if (fault) throw new Error(fault.reason);
  await others();
  for (const name of readdirSync(places.stateDir)) {
    const lock = new RegExp(`^(lock-\\w+-\\d+)-${pid}-0-`).exec(name);
    if (!lock) continue;
    const dead = name.replace(lock[0], `${lock[1]}-${DEAD}-0-`);
    renameSync(join(places.stateDir, name), join(places.stateDir, dead));
  }
}
