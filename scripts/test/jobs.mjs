// Jobs run two at a time and speak one at a time: the first shows its output live, a later one waits for its turn.
import { spawn } from 'node:child_process';
import { childEnvironment, projectNode, root } from '../setup/places.mjs';

/** Longest time for one job; one that hangs must not hang the run. */
const LIMIT_MS = 8 * 60_000;

/**
 * `results`: the file where the job leaves its counts; `alone`: nothing runs beside it; `early`: started first,
 * wherever its output stands.
 * @typedef {{name: string, args: string[], env?: Record<string, string>, results?: string, alone?: boolean,
 *   early?: boolean}} Job
 * @typedef {{job: Job, code: number | string, seconds: number}} JobEnd
 */

/**
 * Runs the jobs; `onEnd` is told of each in order, right after its output.
 * @param {readonly Job[]} jobs
 * @param {{atOnce: number, onEnd(end: JobEnd): void}} options
 * @returns {Promise<void>}
 */
export async function runJobs(jobs, { atOnce, onEnd }) {
  const print = speakInTurn(jobs, onEnd);
  const waiting = [...jobs.filter(job => job.early), ...jobs.filter(job => !job.early)];
  const running = new Map();
  while (waiting.length || running.size) {
    while (canStart(waiting[0], running, atOnce)) {
      const job = waiting.shift();
      const end = runJob(job, text => print.text(job, text)).then(result => {
        running.delete(job);
        print.end(job, result);
      });
      running.set(job, end);
    }
    await Promise.race(running.values());
  }
}

function canStart(job, running, atOnce) {
  if (!job) return false;
  if (job.alone || [...running.keys()].some(other => other.alone)) return running.size === 0;
  return running.size < atOnce;
}

function runJob(job, onText) {
  const start = performance.now();
  return new Promise(resolve => {
    const env = childEnvironment(job.env);
    const child = spawn(projectNode, job.args, {
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
      resolve({ job, code, seconds: (performance.now() - start) / 1000 });
    };
    child.once('error', error => {
      onText(`${error.message}\n`);
      end(String(error.message));
    });
    child.once('close', (code, signal) => end(code ?? signal));
  });
}

function speakInTurn(jobs, onEnd) {
  const buffers = new Map(jobs.map(job => [job, []]));
  const ends = new Map();
  let turn = -1;
  const next = () => {
    turn += 1;
    const job = jobs[turn];
    if (!job) return;
    process.stdout.write(`\n${job.name}\n${buffers.get(job).join('')}`);
    const end = ends.get(job);
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
      else buffers.get(job).push(text);
    },
    end(job, end) {
      if (jobs[turn] === job) close(end);
      else ends.set(job, end);
    },
  };
}
