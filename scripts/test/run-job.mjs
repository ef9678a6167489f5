// One job: a child process with a process group of its own, which ends by itself, by its silence, or when it is told to.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  describeProcess,
  endProcess,
  findMarked,
  listProcesses,
  MARK,
  ProcessorTime,
  signalGroup,
} from './processes.mjs';

/** A job that says nothing for so long hangs. Longer than any test's own limit, so that the test reports first. */
export const SILENCE_MS = 7 * 60_000;
const LOOK_MS = 500;
/** Time to close windows, servers and folders after a Ctrl+C. */
const GRACE_MS = 6000;

/**
 * Starts a job.
 * @param {import('./jobs.mjs').Job} job
 * @param {{program: string, cwd: string, env: NodeJS.ProcessEnv, silenceMs?: number, graceMs?: number,
 *   onText(text: string): void}} options
 */
export function startJob(job, { program, cwd, env, onText, silenceMs = SILENCE_MS, graceMs = GRACE_MS }) {
  const start = performance.now();
  const mark = randomUUID();
  const child = spawn(program, job.args, {
    cwd,
    env: { ...env, [MARK]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32', // leads a group of its own
  });
  const time = new ProcessorTime(child.pid);
  let stopped;
  let lastSign = performance.now();
  const hear = text => {
    lastSign = performance.now();
    onText(text);
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);

  const stop = reason => {
    if (stopped !== undefined) return;
    stopped = reason;
    onText(`\n  ${job.name} ${reason}, so it is stopped. Its processes:\n`);
    for (const pid of findMarked(mark)) onText(`    ${describeProcess(pid)}\n`);
    signalGroup(child.pid, 'SIGINT');
    setTimeout(() => endAll(), graceMs).unref();
  };
  const endAll = () => {
    signalGroup(child.pid, 'SIGKILL');
    for (const pid of findMarked(mark)) endProcess(pid);
  };
  const look = setInterval(() => {
    time.look(listProcesses());
    const silent = performance.now() - lastSign;
    if (silent > silenceMs) stop(`said nothing for ${describeTime(silent)}`);
  }, LOOK_MS);

  const ended = new Promise(resolve => {
    const end = async code => {
      clearInterval(look);
      const left = await endLeftovers(child.pid, mark);
      for (const line of left) onText(`  ${job.name} left a process behind, which was ended: ${line}\n`);
      const seconds = (performance.now() - start) / 1000;
      resolve({ job, code, seconds, cpu: time.seconds, ...(stopped !== undefined && { stopped }) });
    };
    child.once('error', error => {
      onText(`${error.message}\n`);
      void end(error.message);
    });
    // Not "close": a process that was left behind may hold the output open.
    child.once('exit', (code, signal) => {
      const drained = new Promise(done => child.once('close', done));
      void Promise.race([drained, delay(1000)]).then(() => end(code ?? signal));
    });
  });
  return { ended, stop };
}

/** What of a job is still there; it gets a moment to end by itself, and is named only if it did not. */
async function endLeftovers(group, mark) {
  await untilNoneIsLeft(mark);
  const left = findMarked(mark);
  const lines = left.map(describeProcess);
  signalGroup(group, 'SIGKILL');
  for (const pid of left) endProcess(pid);
  await untilNoneIsLeft(mark);
  return lines;
}

async function untilNoneIsLeft(mark) {
  for (let tries = 0; tries < 20 && findMarked(mark).length > 0; tries++) await delay(100);
}

function describeTime(ms) {
  const seconds = Math.round(ms / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} minutes`;
}
