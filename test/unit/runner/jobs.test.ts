import assert from 'node:assert/strict';
import { type Job, type JobEnd, runJobs } from '../../../scripts/test/jobs.mjs';

const CAPACITY = { cpu: 1, vscode: 2 };
const job = (name: string, lane: string, expected: number, needs?: string): Job => ({
  name,
  lane,
  expected,
  args: [],
  ...(needs !== undefined && { needs }),
});

/** Jobs that say and end what the test tells them to, and all that the run prints. */
function playJobs(jobs: readonly Job[]) {
  let printed = '';
  const running = new Map<
    string,
    { say(text: string): void; end(code: number, stopped?: string): Promise<void> }
  >();
  const run = runJobs(jobs, {
    capacity: CAPACITY,
    write: text => {
      printed += text;
    },
    onEnd: ({ job: { name }, code, stopped }) => {
      printed += `= ${name} ${stopped ?? code}\n`;
    },
    start(one, onText) {
      let resolve: (end: JobEnd) => void = () => {};
      const ended = new Promise<JobEnd>(done => {
        resolve = done;
      });
      const end = async (code: number, stopped?: string) => {
        running.delete(one.name);
        resolve({ job: one, code, seconds: 1, cpu: 1, ...(stopped !== undefined && { stopped }) });
        await new Promise(setImmediate);
      };
      running.set(one.name, { say: onText, end });
      return { ended, stop: reason => void end(1, reason) };
    },
  });
  const of = (name: string) => {
    const found = running.get(name);
    assert.ok(found, `${name} runs`);
    return found;
  };
  return { run, of, running: () => [...running.keys()].join(', '), printed: () => printed };
}

const ALL = [
  job('unit', 'cpu', 40),
  job('faults', 'cpu', 120),
  job('host', 'vscode', 220),
  job('ui', 'vscode', 100),
];

describe('the jobs of a test run', () => {
  it('print one at a time: one live, what ended meanwhile behind it, then the next live', async () => {
    const { run, of, printed, running } = playJobs(ALL);
    assert.equal(running(), 'host, faults, ui');
    of('host').say('host 1\n');
    of('faults').say('faults 1\n');
    of('ui').say('ui 1\n');
    await of('faults').end(0);
    assert.equal(running(), 'host, ui, unit');
    of('host').say('host 2\n');
    assert.equal(printed(), '\nhost\nhost 1\nhost 2\n');
    await of('host').end(0);
    assert.equal(printed(), '\nhost\nhost 1\nhost 2\n= host 0\n\nfaults\nfaults 1\n= faults 0\n\nui\nui 1\n');
    of('ui').say('ui 2\n');
    await of('ui').end(3);
    await of('unit').end(0);
    await run.ended;
    assert.match(printed(), /\n\nui\nui 1\nui 2\n= ui 3\n\nunit\n= unit 0\n$/);
  });

  it('that are stopped end with the reason, and those that wait are not started', async () => {
    const { run, of, printed } = playJobs(ALL);
    of('host').say('half\n');
    run.stop('was interrupted');
    await run.ended;
    assert.match(printed(), /^\nhost\nhalf\n= host was interrupted\n/);
    assert.match(printed(), /= ui was interrupted\n/);
    assert.match(printed(), /\nunit\n= unit was not started: was interrupted\n$/);
  });

  it('that need a job that failed are not started, and say so', async () => {
    const { run, of, printed } = playJobs([job('install', 'cpu', 1), job('ui', 'vscode', 9, 'install')]);
    await of('install').end(1);
    await run.ended;
    assert.equal(printed(), '\ninstall\n= install 1\n\nui\n= ui was not started: install failed\n');
  });
});
