// Runs jobs in lanes and prints one at a time: one shows its output live, the others wait for their turn.
import { nextJobs } from './lanes.mjs';

/**
 * `results`: the file where the job leaves its tests; `lane`, `expected`, `needs`: see lanes.mjs; `isSetUp`: its
 * success is no test that passed.
 * @typedef {{name: string, args: string[], lane: string, expected: number, env?: Record<string, string>,
 *   results?: string, needs?: string, isSetUp?: boolean}} Job
 * @typedef {{job: Job, code: number | string | null, seconds: number, cpu: number, stopped?: string}} JobEnd
 */

/**
 * Runs the jobs. `start` gives a running job (see run-job.mjs); `onEnd` is told of each right after its output.
 * `stop` of the returned object ends what runs, and starts nothing more.
 */
export function runJobs(jobs, { capacity, start, onEnd, write }) {
  const floor = takeTurns({ onEnd, write });
  const ended = new Map();
  const running = new Map();
  let waiting = [...jobs];
  let stopReason;

  const fill = () => {
    const { start: ready, drop } = nextJobs({ waiting, running: [...running.keys()], ended }, capacity);
    for (const job of stopReason === undefined ? drop : waiting)
      skip(job, stopReason ?? `${job.needs} failed`);
    if (stopReason === undefined) for (const job of ready) begin(job);
  };
  const begin = job => {
    waiting = waiting.filter(other => other !== job);
    floor.begin(job);
    const run = start(job, text => floor.text(job, text));
    running.set(
      job,
      Object.assign(run, {
        done: run.ended.then(end => {
          running.delete(job);
          ended.set(job.name, end.code === 0);
          floor.end(end);
        }),
      }),
    );
  };
  const skip = (job, why) => {
    waiting = waiting.filter(other => other !== job);
    ended.set(job.name, false);
    floor.begin(job);
    floor.end({ job, code: null, seconds: 0, cpu: 0, stopped: `was not started: ${why}` });
  };
  const work = async () => {
    fill();
    while (running.size > 0) {
      await Promise.race([...running.values()].map(run => run.done));
      fill();
    }
  };
  return {
    ended: work(),
    stop(reason) {
      stopReason = reason;
      for (const run of running.values()) run.stop(reason);
    },
  };
}

/** The job that started first prints live. When it ends, the ended ones follow, then the next prints live. */
function takeTurns({ onEnd, write }) {
  const buffers = new Map();
  const ends = new Map();
  const open = job => write(`\n${job.name}\n${buffers.get(job).join('')}`);
  const close = end => {
    buffers.delete(end.job);
    onEnd(end);
  };
  let live;
  const next = () => {
    live = undefined;
    for (const [job, end] of ends) {
      ends.delete(job);
      open(job);
      close(end);
    }
    [live] = buffers.keys();
    if (live) open(live);
  };
  return {
    begin(job) {
      buffers.set(job, []);
      if (live) return;
      live = job;
      open(job);
    },
    text(job, text) {
      if (job === live) write(text);
      else buffers.get(job)?.push(text);
    },
    end(end) {
      if (end.job !== live) {
        ends.set(end.job, end);
        return;
      }
      close(end);
      next();
    },
  };
}
