// The processes of a job: what it started, what that started, and what of it is still there at its end.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Every process of a job carries this variable with the job's own value, also one that left its group. */
export const MARK = 'WORKORDER_TEST_JOB';

const TICKS_PER_SECOND = 100;
const isWindows = process.platform === 'win32';

/** @typedef {{pid: number, parent: number, ticks: number, command: string}} Process */

/**
 * Every process there is now, where the system shows it as files (Linux); elsewhere none.
 * @returns {Process[]}
 */
export function listProcesses() {
  return pids().flatMap(pid => {
    const stat = read(`/proc/${pid}/stat`);
    if (!stat) return [];
    // The program's name stands in brackets and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, field) => sum + Number(fields[field]), 0);
    return [
      {
        pid,
        parent: Number(fields[1]),
        ticks,
        command: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
      },
    ];
  });
}

/** The processes that carry this mark, this one not counted. */
export function findMarked(mark) {
  const text = `${MARK}=${mark}`;
  return pids().filter(
    pid => pid !== process.pid && read(`/proc/${pid}/environ`)?.split('\0').includes(text) && !hasEnded(pid),
  );
}

/** The command line of a process, for a person to read. */
export function describeProcess(pid) {
  const words = read(`/proc/${pid}/cmdline`)?.split('\0').join(' ').trim();
  return `${pid} ${(words || '(ended)').slice(0, 120)}`;
}

/** Sends a signal to a child's whole process group, which the child leads. */
export function signalGroup(pid, signal) {
  try {
    if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, signal);
  } catch {
    // none of it is left
  }
}

export function endProcess(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // gone meanwhile
  }
}

/**
 * Adds up the processor time of a process and all it starts. Its parent takes over what an ended process used; only
 * where the parent has gone too, what was seen last counts.
 */
export class ProcessorTime {
  #root;
  #seen = new Map();
  #lost = 0;

  constructor(root) {
    this.#root = root;
  }

  /** @param {readonly Process[]} processes */
  look(processes) {
    const now = new Map();
    const isOurs = ({ pid, parent }) => pid === this.#root || this.#seen.has(pid) || now.has(parent);
    // Parents have mostly smaller numbers than their children; a second round finds the others.
    for (let found = -1; found !== now.size; ) {
      found = now.size;
      for (const one of processes) if (!now.has(one.pid) && isOurs(one)) now.set(one.pid, one);
    }
    for (const [pid, { parent, ticks }] of this.#seen)
      if (!now.has(pid) && !now.has(parent)) this.#lost += ticks;
    this.#seen = now;
  }

  get seconds() {
    let ticks = this.#lost;
    for (const one of this.#seen.values()) ticks += one.ticks;
    return ticks / TICKS_PER_SECOND;
  }
}

function hasEnded(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return !stat || stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

function pids() {
  if (process.platform !== 'linux') return [];
  return fs.readdirSync('/proc').map(Number).filter(Number.isInteger);
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined; // gone meanwhile, or somebody else's
  }
}
