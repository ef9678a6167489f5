import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { throwIfCancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { type FsPort, unlinkIfThere, writeAll } from './fs-port.ts';
import type { HostIdentity, ProcessIdentity, Whereabouts } from './host-identity.ts';

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
  /** What the lock is held for; whoever finds it taken may read it. */
  readonly words?: string;
  /** The sentence for who holds it; without it the one about a workspace that is being changed. */
  readonly describe?: (other: OtherHolder) => string;
}

/** Who is in the way. */
export interface OtherHolder {
  readonly pid: number;
  /** Whether it is known to run; a process in another container cannot be seen. */
  readonly isCertain: boolean;
  /** The file of its lock. */
  readonly path: string;
  /** What it holds the lock for; empty when it did not say. */
  readonly words: string;
}

// Tokens of the locks this process holds: one of ours that is not among them was left by an error.
const held = new Set<string>();

/**
 * Takes the single-writer lock of a workspace: first announce, then look round. Every contender
 * creates a file under a name of its own that says who it is, and only then lists the folder. Of two
 * contenders the one that lists last sees the other, so both can never continue; and because no name is
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
      const file = fs.create(path, 0o600);
      try {
        if (options.words !== undefined) writeAll(fs, file, Buffer.from(options.words));
      } finally {
        fs.close(file);
      }
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

/** Whether the lock is taken, also by this process; `unknown` where its holder may run in another container. Writes nothing. */
export function lockState({
  fs,
  stateDir,
  host,
}: Pick<LockOptions, 'fs' | 'stateDir' | 'host'>): 'free' | 'taken' | 'unknown' {
  const holders = fs.readdir(stateDir).flatMap(name => {
    const lock = parseLockName(name);
    return lock ? [whereIs(host, lock)] : [];
  });
  if (holders.includes('running')) return 'taken';
  return holders.includes('unknown') ? 'unknown' : 'free';
}

/** Says who else holds or wants the lock; clears away what dead processes left. */
function otherHolder(
  { fs, stateDir, host, describe = describeWriter }: LockOptions,
  ownToken: string,
): string | undefined {
  for (const name of fs.readdir(stateDir)) {
    const lock = parseLockName(name);
    if (!lock || lock.token === ownToken) continue;
    const where = whereIs(host, lock);
    const path = join(stateDir, name);
    if (where === 'gone') unlinkIfThere(fs, path);
    else
      return describe({
        pid: lock.holder.pid,
        isCertain: where === 'running',
        path,
        words: readWords(fs, path),
      });
  }
  return undefined;
}

/** Where the process of a lock is; one of ours that an error left behind is gone. */
function whereIs(host: HostIdentity, { holder, token }: Lock): Whereabouts {
  const where = host.whereabouts(holder);
  return where === 'running' && holder.pid === host.self.pid && !held.has(token) ? 'gone' : where;
}

const describeWriter = ({ pid, isCertain, path }: OtherHolder): string =>
  isCertain
    ? `process ${pid} is changing this workspace; try again`
    : `process ${pid} in another container may be changing this workspace; if it is gone, delete ${path}`;

/** Empty also when its owner lets go, or has not written them yet. */
function readWords(fs: FsPort, path: string): string {
  try {
    return fs.read(path).toString('utf8');
  } catch {
    return '';
  }
}

const lockName = (self: ProcessIdentity, token: string): string =>
  `lock-${self.boot}-${self.namespace}-${self.pid}-${self.started}-${token}`;

/** What the name of a lock says. */
interface Lock {
  readonly holder: ProcessIdentity;
  readonly token: string;
}

function parseLockName(name: string): Lock | undefined {
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
