import { readFileSync, readlinkSync } from 'node:fs';
import { uptime } from 'node:os';

/** Who holds a lock or wrote a journal, precise enough to know later whether it still runs. */
export interface ProcessIdentity {
  /** Changes with every start of the machine. Letters, digits and underscores only, as the others. */
  readonly boot: string;
  /** Process ids count only inside one namespace (containers have their own); `0` where there is none. */
  readonly namespace: string;
  readonly pid: number;
  /** When the process started, to tell it from a later one with the same id; `0` when the system does not say. */
  readonly started: string;
}

/** Where a process that left something behind is now. */
export type Whereabouts = 'running' | 'gone' | 'unknown';

export interface HostIdentity {
  readonly self: ProcessIdentity;
  /** True when the machine was started anew since: unsynced writes of that time may be lost. */
  isEarlierBoot(boot: string): boolean;
  whereabouts(other: ProcessIdentity): Whereabouts;
}

// Boot times computed from the clock differ a little each time they are asked for.
const CLOCK_TOLERANCE_S = 120;

/** This process on this machine. */
export function hostIdentity(): HostIdentity {
  const self: ProcessIdentity = {
    boot: currentBoot(),
    namespace: pidNamespace(),
    pid: process.pid,
    started: startTime(process.pid),
  };
  const isEarlierBoot = (boot: string) => !isSameBoot(boot, self.boot);
  return {
    self,
    isEarlierBoot,
    whereabouts(other) {
      if (isEarlierBoot(other.boot)) return 'gone';
      if (other.namespace !== self.namespace) return 'unknown';
      if (!isAlive(other.pid)) return 'gone';
      const started = startTime(other.pid);
      return started === '0' || other.started === '0' || started === other.started ? 'running' : 'gone';
    },
  };
}

function isSameBoot(a: string, b: string): boolean {
  const [secondsA, secondsB] = [a, b].map(boot => /^at(\d+)$/.exec(boot)?.[1]);
  if (secondsA === undefined || secondsB === undefined) return a === b;
  return Math.abs(Number(secondsA) - Number(secondsB)) <= CLOCK_TOLERANCE_S;
}

function currentBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').replace(/[^0-9a-f]/g, '');
  } catch {
    return `at${Math.round(Date.now() / 1000 - uptime())}`;
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '0';
  }
}

/** Clock ticks since boot at which the process started (Linux); `0` elsewhere. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may itself contain spaces and parentheses.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    return '0';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
