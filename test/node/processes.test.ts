import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Cancelled } from '../../src/core/kernel/cancel.ts';
import type { ProcessRequest } from '../../src/core/ports/processes.ts';
import { createProcesses } from '../../src/node/processes.ts';
import { within } from '../support/within.ts';

/** Runs a piece of JavaScript in a new Node. */
function runScript(script: string, more: Partial<ProcessRequest> = {}, environment?: NodeJS.ProcessEnv) {
  return createProcesses(environment).run({
    program: process.execPath,
    args: ['-e', script],
    cwd: tmpdir(),
    timeoutMs: 15_000,
    signal: new AbortController().signal,
    ...more,
  });
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** True once the process is gone; a killed grandchild may wait a moment to be reaped. */
async function isGone(pid: number): Promise<boolean> {
  for (let waited = 0; waited < 3000; waited += 50) {
    if (!isAlive(pid)) return true;
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (/\) Z /.test(state)) return true;
    await delay(50);
  }
  return false;
}

/** A program that starts a child which ignores SIGTERM, prints its pid, and waits. */
const STUBBORN_FAMILY = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")']);
  child.stdout.once('data', () => console.log(child.pid));
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);`;

describe('processes', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'processes-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('gives the exit code and both streams as text', async () => {
    const result = await runScript('console.log("é out"); console.error("err"); process.exit(3)');
    assert.ok(result.kind === 'exited');
    assert.deepEqual(
      { code: result.code, stdout: result.stdout, stderr: result.stderr, truncated: result.truncated },
      { code: 3, stdout: 'é out\n', stderr: 'err\n', truncated: false },
    );
  });

  it('hands arguments over untouched, without a shell', async () => {
    const args = ['a b', '$HOME', '`x`', '"q"', "'s'", '*', ';', '&&', '\\', 'é\n', ''];
    const result = await runScript('', {
      args: ['-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...args],
    });
    assert.ok(result.kind === 'exited');
    assert.deepEqual(JSON.parse(result.stdout), args);
  });

  it('feeds stdin, and is not disturbed by a program that does not read it', async () => {
    const echoed = await runScript('process.stdin.pipe(process.stdout)', {
      stdin: new TextEncoder().encode('hällo'),
    });
    assert.ok(echoed.kind === 'exited');
    assert.equal(echoed.stdout, 'hällo');
    const deaf = await runScript('process.exit(0)', { stdin: new Uint8Array(4_000_000) });
    assert.equal(deaf.kind, 'exited');
  });

  it('passes on what programs need and no secret', async () => {
    const source = {
      PATH: `/usr/bin:node_modules/.bin:.`,
      HOME: '/home/me',
      LANG: 'C.UTF-8',
      LC_ALL: 'C',
      WORKORDER_API_KEY: 'secret',
      OPENAI_API_KEY: 'secret',
      GITHUB_TOKEN: 'secret',
      AWS_SECRET_ACCESS_KEY: 'secret',
      PYTHONPATH: '/evil',
      LD_PRELOAD: '',
      NODE_OPTIONS: '',
      GIT_DIR: '/evil',
      RUFF_OUTPUT_FORMAT: 'full',
      MYPY_FORCE_COLOR: '1',
    };
    const result = await runScript(
      'console.log(JSON.stringify(process.env))',
      { env: { EXTRA: '1' } },
      source,
    );
    assert.ok(result.kind === 'exited');
    assert.deepEqual(JSON.parse(result.stdout), {
      PATH: '/usr/bin',
      HOME: '/home/me',
      LANG: 'C.UTF-8',
      LC_ALL: 'C',
      EXTRA: '1',
    });
  });

  it('keeps output up to the limit and says that there was more', async () => {
    const result = await runScript('process.stdout.write("x".repeat(3_000_000))', { maxOutputBytes: 1000 });
    assert.ok(result.kind === 'exited');
    assert.equal(result.stdout, 'x'.repeat(1000));
    assert.equal(result.truncated, true);
  });

  it('says why a program could not be started', async () => {
    const cases: readonly (readonly [Partial<ProcessRequest>, RegExp])[] = [
      [{ program: 'node' }, /not an absolute path/],
      [{ program: join(folder, 'nothing-here') }, /nothing-here.*ENOENT/],
      [{ cwd: join(folder, 'no-folder') }, /no-folder does not exist/],
      [{ program: '/tool.cmd' }, /shell/],
      [{ args: ['-e', 'a\0b'] }, /null bytes/],
    ];
    await writeFile(join(folder, 'not-executable'), 'x');
    for (const [request, reason] of [
      ...cases,
      [{ program: join(folder, 'not-executable') }, /EACCES/] as const,
    ]) {
      const result = await runScript('', request);
      assert.ok(result.kind === 'not_started', JSON.stringify(result));
      assert.match(result.reason, reason);
    }
  });

  it('tells a program that was killed from one that exited', async () => {
    const result = await runScript('process.kill(process.pid, "SIGKILL")');
    assert.deepEqual(result, { kind: 'signalled', signal: 'SIGKILL', stdout: '', stderr: '' });
  });

  it('kills the whole process group when time is up, also one that ignores SIGTERM', async () => {
    const result = await runScript(STUBBORN_FAMILY, { timeoutMs: 1500 });
    assert.ok(result.kind === 'timed_out');
    const grandchild = Number(result.stdout);
    assert.ok(grandchild > 0, result.stdout);
    assert.ok(await isGone(grandchild));
  });

  it('kills the whole process group on cancel and rejects with Cancelled at once', async () => {
    const controller = new AbortController();
    const file = join(folder, 'pid');
    const script = STUBBORN_FAMILY.replace(
      'console.log(child.pid)',
      `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(child.pid))`,
    );
    const running = runScript(script, { signal: controller.signal });
    let grandchild = 0;
    while (grandchild === 0) {
      await delay(30);
      grandchild = Number(await readFile(file, 'utf8').catch(() => '0'));
    }
    controller.abort();
    await within(1000, assert.rejects(running, Cancelled));
    assert.ok(await isGone(grandchild));
  });

  it('starts nothing when it is cancelled already', async () => {
    const file = join(folder, 'started');
    const script = `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`;
    await assert.rejects(runScript(script, { signal: AbortSignal.abort() }), Cancelled);
    await assert.rejects(readFile(file));
  });

  it('does not wait for a background program that keeps the pipes open', async () => {
    const result = await runScript(`
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      console.log(child.pid); child.unref(); process.exit(0)`);
    assert.ok(result.kind === 'exited');
    assert.equal(result.code, 0);
    assert.ok(await isGone(Number(result.stdout)));
  });
});
