// Jobs run two at a time and speak one at a time: the first shows its output live, a later one waits for its turn.
import { spawn } from 'node:child_process';
import { childEnvironment, projectNode, root } from '../setup/places.mjs';

/** Longest time for one job; one that hangs must not hang the run. */
const LIMIT_MS = 8 * 60_000;

/**
 * @typedef {{name: string, args: string[], env?: Record<string, string>, alone?: boolean,
 *   after?: string[], title?: string, node?: string}} Job `alone`: nothing runs beside it; `after`: jobs it waits for
 * @typedef {{name: string, code: number | string, seconds: number}} JobEnd
 */

/**
 * Runs the jobs; `onEnd` is told of each in order, right after its output.
 * @param {readonly Job[]} jobs
 * @param {{atOnce: number, onEnd(end: JobEnd): void}} options
 * @returns {Promise<void>}
 */
export async function runJobs(jobs, { atOnce, onEnd }) {
  const print = speakInTurn(jobs, onEnd);
  const waiting = [...jobs];
  const running = new Map();
  const ended = new Set();
  while (waiting.length || running.size) {
    for (const job of startable(waiting, running, ended, atOnce)) {
      waiting.splice(waiting.indexOf(job), 1);
      const end = runJob(job, text => print.text(job, text)).then(result => {
        running.delete(job.name);
        ended.add(job.name);
        print.end(job, result);
      });
      running.set(job.name, { job, end });
    }
    await Promise.race([...running.values()].map(({ end }) => end));
  }
}

function startable(waiting, running, ended, atOnce) {
  const busy = [...running.values()];
  if (busy.some(({ job }) => job.alone)) return [];
  const ready = [];
  for (const job of waiting) {
    if (busy.length + ready.length >= atOnce) break;
    const isReady = (job.after ?? []).every(name => ended.has(name));
    if (!job.alone && isReady) ready.push(job);
    if (!job.alone) continue;
    // A lone job waits until everything before it is over.
    if (isReady && waiting[0] === job && busy.length === 0) ready.push(job);
    break;
  }
  return ready;
}

function runJob(job, onText) {
  const start = performance.now();
  return new Promise(resolve => {
    const env = childEnvironment(job.env);
    const child = spawn(job.node ?? projectNode, job.args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stop = setTimeout(() => {
      onText(`\n${job.name} did not end within ${LIMIT_MS / 60_000} minutes and was stopped.\n`);
      child.kill('SIGKILL');
    }, LIMIT_MS);
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onText);
    const end = code => {
      clearTimeout(stop);
      resolve({ name: job.name, code, seconds: (performance.now() - start) / 1000 });
    };
    child.once('error', error => {
      onText(`${error.message}\n`);
      end(String(error.message));
    });
    child.once('close', (code, signal) => end(code ?? signal));
  });
}

function speakInTurn(jobs, onEnd) {
  const buffers = new Map(jobs.map(job => [job.name, []]));
  const ends = new Map();
  let turn = -1;
  const next = () => {
    turn += 1;
    const job = jobs[turn];
    if (!job) return;
    process.stdout.write(`\n${job.title ?? job.name}\n${buffers.get(job.name).join('')}`);
    const end = ends.get(job.name);
    if (end) close(end);
  };
  const close = end => {
    onEnd(end);
    next();
  };
  next();
  return {
    text(job, text) {
      if (jobs[turn] === job) process.stdout.write(text);
      else buffers.get(job.name).push(text);
    },
    end(job, end) {
      if (jobs[turn] === job) close(end);
      else ends.set(job.name, end);
    },
  };
}
