import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startJob } from '../../../scripts/test/run-job.mjs';
import { eventually } from '../../support/eventually.ts';

const isLinux = process.platform === 'linux';

/** A program that starts another in a group of its own, writes down its id, and then does as the job says. */
const START_CHILD = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  require('node:fs').writeFileSync(process.env.PID_FILE, String(child.pid));
  child.unref();
`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isLinux || !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('a job of a test run', () => {
  let folder = '';
  let said = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-job-'));
    said = '';
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const start = (program: string, more: { silenceMs?: number; graceMs?: number } = {}) =>
    startJob(
      { name: 'job', lane: 'cpu', expected: 1, args: ['-e', program] },
      {
        program: process.execPath,
        cwd: folder,
        env: { ...process.env, PID_FILE: path.join(folder, 'pid') },
        onText: text => {
          said += text;
        },
        ...more,
      },
    );
  const childPid = () =>
    eventually(() => Number(fs.readFileSync(path.join(folder, 'pid'), 'utf8')) || false, 'a child');

  it('ends with its code, and its output is heard', async () => {
    const { ended } = start('console.log("out"); console.error("err"); process.exitCode = 3');
    const { code, stopped } = await ended;
    assert.equal(code, 3);
    assert.equal(stopped, undefined);
    assert.match(said, /out\n/);
    assert.match(said, /err\n/);
  });

  it('is not stopped while it speaks, however long it takes', async () => {
    // Each line comes well inside the silence, all of them together take longer.
    const program =
      'let n = 0; const t = setInterval(() => { console.log(++n); if (n === 20) clearInterval(t); }, 200)';
    const { code, stopped } = await start(program, { silenceMs: 3000 }).ended;
    assert.deepEqual({ code, stopped }, { code: 0, stopped: undefined });
  });

  it('that says nothing is stopped with all its processes, and they are named', async () => {
    const { ended } = start(`${START_CHILD} setInterval(() => {}, 1000)`, { silenceMs: 1500, graceMs: 300 });
    const pid = await childPid();
    const { stopped } = await ended;
    assert.match(stopped ?? '', /^said nothing for \d+ s$/);
    assert.match(said, /job said nothing for \d+ s, so it is stopped\. Its processes:\n/);
    if (isLinux) {
      assert.match(said, new RegExp(`^ +${pid} `, 'm'));
      await eventually(() => !isAlive(pid), 'the process in a group of its own to be gone');
    }
  });

  it('gets time to close what it opened when it is interrupted', async () => {
    const program = `${START_CHILD} process.on('SIGINT', () => { console.log('closed'); process.exit(0); });
      setInterval(() => {}, 1000); console.log('ready')`;
    const { ended, stop } = start(program, { graceMs: 20_000 });
    const pid = await childPid();
    await eventually(() => said.includes('ready'), 'the job to listen');
    stop('was interrupted');
    const { stopped } = await ended;
    assert.equal(stopped, 'was interrupted');
    assert.match(said, /closed\n/);
    if (isLinux) await eventually(() => !isAlive(pid), 'its child to be gone');
  });

  it('leaves no process behind, and says which it would have', async function () {
    if (!isLinux) this.skip();
    const { ended } = start(START_CHILD);
    const { code } = await ended;
    assert.equal(code, 0);
    const pid = await childPid();
    // Killed; a busy machine takes a moment to take it off its list.
    await eventually(() => !isAlive(pid), 'the process to be gone');
    assert.match(said, new RegExp(`job left a process behind, which was ended: ${pid} `));
  });

  it('is told the processor time of all it started', async function () {
    if (!isLinux) this.skip();
    const burn =
      'const used = () => { const { user, system } = process.cpuUsage(); return user + system; }; while (used() < 1500000) for (let i = 0; i < 1e7; i++);';
    const program = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn)}]); setTimeout(() => {}, 1200)`;
    const { cpu } = await start(program).ended;
    assert.ok(cpu >= 1.4 && cpu < 10, `${cpu} s`);
  });
});
