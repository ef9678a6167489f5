import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { throwIfCancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { type FsPort, unlinkIfThere } from './fs-port.ts';
import type { HostIdentity, ProcessIdentity } from './host-identity.ts';

/** Being the only one who changes the workspace. */
export interface WorkspaceLock {
  release(): void;
}

export interface LockOptions {
  readonly fs: FsPort;
  readonly stateDir: string;
  readonly host: HostIdentity;
  readonly signal: AbortSignal;
  /** Milliseconds to wait for another holder. */
  readonly waitMs: number;
}

// Tokens of the locks this process holds: one of ours that is not among them was left by an error.
const held = new Set<string>();

/**
 * Takes the single-writer lock of a workspace (T2): first announce, then look round. Every contender
 * creates a file under a name of its own that says who it is, and only then lists the folder. Of two
 * contenders the one that lists last sees the other, so both can never go on; and because no name is
 * ever used twice, removing the file of a dead process cannot hit a living one.
 * The error is a sentence; rejects only with `Cancelled` or an error of the file system.
 */
export async function lockWorkspace(options: LockOptions): Promise<Result<WorkspaceLock>> {
  const { fs, stateDir, host, signal, waitMs } = options;
  const end = Date.now() + waitMs;
  for (;;) {
    throwIfCancelled(signal);
    const token = randomBytes(6).toString('hex');
    const path = join(stateDir, lockName(host.self, token));
    held.add(token);
    const release = () => {
      held.delete(token);
      unlinkIfThere(fs, path);
    };
    let other: string | undefined;
    try {
      fs.close(fs.create(path, 0o600));
      other = otherHolder(options, token);
    } catch (error) {
      tryQuietly(release);
      throw error;
    }
    if (other === undefined) return ok({ release });
    release();
    if (Date.now() >= end) return fail(other);
    // Different waits for each, so that two contenders do not step back for ever.
    await sleep(5 + Math.random() * 30);
  }
}

/** Says who else holds or wants the lock; clears away what dead processes left. */
function otherHolder({ fs, stateDir, host }: LockOptions, ownToken: string): string | undefined {
  for (const name of fs.readdir(stateDir)) {
    const lock = parseLockName(name);
    if (!lock || lock.token === ownToken) continue;
    const isOurs = lock.holder.pid === host.self.pid && host.whereabouts(lock.holder) === 'running';
    const where = isOurs ? (held.has(lock.token) ? 'running' : 'gone') : host.whereabouts(lock.holder);
    if (where === 'gone') unlinkIfThere(fs, join(stateDir, name));
    else if (where === 'running') return `process ${lock.holder.pid} is changing this workspace; try again`;
    else
      return `process ${lock.holder.pid} in another container may be changing this workspace; if it is gone, delete ${join(stateDir, name)}`;
  }
  return undefined;
}

const lockName = (self: ProcessIdentity, token: string): string =>
  `lock-${self.boot}-${self.namespace}-${self.pid}-${self.started}-${token}`;

function parseLockName(
  name: string,
): { readonly holder: ProcessIdentity; readonly token: string } | undefined {
  const match = /^lock-(\w+)-(\d+)-(\d+)-(\d+)-([0-9a-f]+)$/.exec(name);
  if (!match) return undefined;
  const [, boot = '', namespace = '', pid = '', started = '', token = ''] = match;
  return { holder: { boot, namespace, pid: Number(pid), started }, token };
}

function tryQuietly(act: () => void): void {
  try {
    act();
  } catch {
    // The error that led here is the one to report.
  }
}
