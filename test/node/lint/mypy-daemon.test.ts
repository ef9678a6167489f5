import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LintOutcome } from '../../../src/core/ports/linter.ts';
import type { Processes, ProcessRequest } from '../../../src/core/ports/processes.ts';
import { createGit } from '../../../src/node/git/modified-files.ts';
import { createLinter, type LintSettings, type WorkspaceLinter } from '../../../src/node/lint/index.ts';
import type { WorthADaemon } from '../../../src/node/lint/mypy-daemon.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { ENVIRONMENT } from './cases/run-case.ts';
import { LintWorkspace, startedTool } from './workspace.ts';

const PROJECT = {
  'ruff.toml': '[lint]\nselect = ["F"]\n',
  'app/__init__.py': '',
  'app/a.py': 'x: int = 1\n',
  'app/b.py': 'from app.a import x\n\ny: int = x\n',
};

/** Gone, or waiting to be reaped by whoever adopted it. */
function isGone(pid: number): boolean {
  try {
    return / [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}

describe('mypy kept in memory', () => {
  let workspace: LintWorkspace;
  let cacheDir = '';
  let linter: WorkspaceLinter;
  let started: ProcessRequest[] = [];

  const open = (settings: LintSettings = {}, worthADaemon: WorthADaemon = () => true) => {
    const real = createProcesses();
    const processes: Processes = {
      run: request => {
        started.push(request);
        return real.run(request);
      },
    };
    const { root, files } = workspace;
    return createLinter({
      root,
      files,
      processes,
      git: createGit(root, processes),
      worthADaemon,
      settings: () => ({
        interpreters: [join(ENVIRONMENT, 'bin', 'python')],
        cacheDir,
        keepWarm: true,
        ...settings,
      }),
    });
  };
  beforeEach(() => {
    workspace = new LintWorkspace(PROJECT);
    cacheDir = mkdtempSync(join(tmpdir(), 'daemon-cache-'));
    started = [];
    linter = open();
  });
  afterEach(async () => {
    await linter.dispose();
    workspace.dispose();
    rmSync(cacheDir, { recursive: true, force: true });
  });

  const lint = (path = 'app') =>
    linter.lint({ path, check_all: true }, { signal: new AbortController().signal });
  const programs = () => started.map(startedTool);
  const statusFile = () => join(cacheDir, 'dmypy', `dmypy-${process.pid}.json`);
  /** A file gets another time: what was found before is not simply told again. */
  const touch = (seconds: number) =>
    utimesSync(join(workspace.root, 'app/b.py'), 1000 + seconds, 1000 + seconds);
  /** Lints until the daemon answers. */
  const warmUp = async () => {
    for (let tries = 0; tries < 60; tries++) {
      touch(tries);
      started = [];
      const outcome = await lint();
      if (programs().includes('dmypy') && !programs().includes('mypy')) return outcome;
      await delay(500);
    }
    throw new Error('the daemon never answered');
  };
  const mypyOf = (outcome: LintOutcome) => {
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    return (outcome.diagnostics ?? [])
      .filter(({ tool, severity }) => tool === 'mypy' && severity !== 'note')
      .map(({ file, line, message }) => `${file}:${line} ${message}`);
  };
  const WRONG =
    'app/b.py:3 Incompatible types in assignment (expression has type "str", variable has type "int")';

  it('answers as mypy does, through every kind of change', async () => {
    assert.deepEqual(mypyOf(await lint()), []);
    assert.ok(programs().includes('mypy'));
    assert.deepEqual(mypyOf(await warmUp()), []);
    const steps: readonly (readonly [string, string | undefined])[] = [
      ['app/a.py', 'x: str = ""\n'],
      ['app/a.py', 'x: int = 2\n'],
      ['app/c.py', 'from app.b import y\n\nz: str = y\n'],
      ['app/b.py', 'def f(:\n'],
      ['app/b.py', 'y: str = ""\n'],
      ['app/c.py', undefined],
      ['app/a.py', 'import nothing_of_the_kind\n\nx = nothing_of_the_kind.x\n'],
    ];
    const plain = open({ keepWarm: false });
    for (const [path, text] of steps) {
      if (text === undefined) {
        rmSync(join(workspace.root, path));
        workspace.files.remove(path);
      } else workspace.write(path, text);
      const expected = await plain.lint(
        { path: 'app', check_all: true },
        { signal: new AbortController().signal },
      );
      assert.deepEqual(mypyOf(await lint()), mypyOf(expected), `${path}: ${text}`);
    }
  });

  it('is not asked when the configuration changed, and its complaints are not lost [001-031]', async () => {
    await warmUp();
    workspace.write('mypy.ini', '[mypy]\nstrcit = True\n');
    const outcome = await lint();
    assert.ok(outcome.kind === 'did_not_run');
    assert.match(outcome.failure.error, /Unrecognized option: strcit/);
    workspace.write('mypy.ini', '[mypy]\nstrict = True\n');
    workspace.write('app/a.py', 'x: int = 1\n\n\ndef f(a): ...\n');
    assert.deepEqual(mypyOf(await lint()), ['app/a.py:4 Function is missing a type annotation']);
  });

  it('falls back to mypy when the daemon is gone, and comes back', async () => {
    await warmUp();
    process.kill(JSON.parse(readFileSync(statusFile(), 'utf8')).pid, 'SIGKILL');
    workspace.write('app/a.py', 'x: str = ""\n');
    assert.deepEqual(mypyOf(await lint()), [WRONG]);
    assert.deepEqual(mypyOf(await warmUp()), [WRONG]);
  });

  it('is not started where it would follow other rules than mypy', async () => {
    workspace.write('mypy.ini', '[mypy]\nlocal_partial_types = False\n');
    for (const time of [1, 2, 3]) {
      touch(time);
      await delay(100);
      await lint();
    }
    assert.ok(!programs().includes('dmypy'));
  });

  it('is not started when the host does not ask for it', async () => {
    linter = open({ keepWarm: false });
    await lint();
    await lint();
    assert.ok(!programs().includes('dmypy'));
  });

  it('is kept only where mypy is slow without it and faster with it', async () => {
    const asked: (readonly [number, number | undefined])[] = [];
    const openWith = (worthADaemon: WorthADaemon) => {
      linter = open({}, worthADaemon);
      return linter;
    };
    openWith((alone, withDaemon) => {
      asked.push([alone, withDaemon]);
      return false;
    });
    await lint();
    touch(1);
    await delay(60);
    await lint();
    assert.equal(asked.length, 2);
    assert.ok(!programs().includes('dmypy'));
    openWith((_, withDaemon) => withDaemon === undefined);
    await warmUp();
    // Found slower twice, it is not asked a third time.
    for (const time of [500, 501, 502]) {
      touch(time);
      await delay(100);
      started = [];
      await lint();
    }
    assert.deepEqual(
      programs().filter(name => name?.includes('mypy')),
      ['mypy'],
    );
  });

  it('leaves with its host, also while it starts', async () => {
    await warmUp();
    const { pid } = JSON.parse(readFileSync(statusFile(), 'utf8'));
    await linter.dispose();
    assert.ok(isGone(pid));
    assert.ok(!existsSync(statusFile()));
    linter = open();
    await lint();
    touch(1);
    await lint();
    await linter.dispose();
    await delay(200);
    assert.ok(!existsSync(statusFile()));
  });
});
