import assert from 'node:assert/strict';
import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { LintToolRun } from '../../../src/core/ports/linter.ts';
import type { Processes, ProcessResult } from '../../../src/core/ports/processes.ts';
import { createGit } from '../../../src/node/git/modified-files.ts';
import { createLinter, type LintSettings } from '../../../src/node/lint/index.ts';
import { UNCHANGED } from '../../../src/node/lint/remember.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { LintWorkspace, startedTool } from './workspace.ts';

const said = (stdout: string, code = 0): ProcessResult => ({
  kind: 'exited',
  code,
  stdout,
  stderr: '',
  truncated: false,
  ms: 1,
});

describe('lint when nothing changed', () => {
  let workspace: LintWorkspace;
  let started: string[] = [];
  let fails = false;
  let settings: LintSettings = {};

  /** Real git, and linters that only say that all is well. */
  const processes = (): Processes => {
    const real = createProcesses();
    return {
      run: async request => {
        const name = startedTool(request);
        if (name === 'git') return real.run(request);
        if (request.args.includes('--version')) return said(`${name} 2.4.1\n`);
        started.push(name);
        if (fails) return said('', 2);
        return said(
          ({ ruff: '[]', mypy: '\n' } as Record<string, string>)[name as LintToolRun['tool']] ?? '',
        );
      },
    };
  };
  beforeEach(async () => {
    workspace = new LintWorkspace({ 'app/a.py': 'x = 1\n', 'app/sub/b.py': 'y = 1\n', 'notes.md': '' });
    for (const name of ['python', 'ruff', 'mypy'])
      workspace.write(`.venv/bin/${name}`, '#!/bin/sh\n', { executable: true });
    workspace.write('.venv/pyvenv.cfg', '');
    workspace.write('.gitignore', '.venv/\n');
    workspace.git('init', '-q');
    workspace.git('add', '.');
    workspace.git('commit', '-qm', 'first');
    started = [];
    fails = false;
    settings = { keepWarm: true };
    await delay(60);
  });
  afterEach(() => workspace.dispose());

  const open = () => {
    const { root, files } = workspace;
    const all = processes();
    return createLinter({ root, files, processes: all, git: createGit(root, all), settings: () => settings });
  };
  const lintWith = async (linter: ReturnType<typeof open>, check_all = true) => {
    started = [];
    const outcome = await linter.lint({ path: '.', check_all }, { signal: new AbortController().signal });
    return { outcome, started };
  };

  it('gives the same report again without starting anything, and says so', async () => {
    const linter = open();
    const first = await lintWith(linter);
    assert.deepEqual(first.started.toSorted(), ['mypy', 'ruff']);
    const second = await lintWith(linter);
    assert.deepEqual(second.started, []);
    assert.ok(first.outcome.kind === 'report' && second.outcome.kind === 'report');
    assert.deepEqual(second.outcome.report, first.outcome.report);
    assert.deepEqual(second.outcome.notes, [...first.outcome.notes, UNCHANGED]);
    // What is asked is part of what is remembered.
    workspace.write('app/new.py', 'z = 1\n');
    await delay(60);
    assert.equal((await lintWith(linter, false)).started.length, 2);
    assert.equal((await lintWith(linter, false)).started.length, 0);
  });

  const CHANGES: readonly (readonly [string, () => void])[] = [
    ['a file is edited', () => workspace.write('app/sub/b.py', 'y = 2\n')],
    ['a file gets another time only', () => utimesSync(join(workspace.root, 'app/a.py'), 1, 1)],
    ['a file appears', () => workspace.write('app/c.pyi', '')],
    ['a file goes', () => rmSync(join(workspace.root, 'app/a.py'))],
    ['configuration appears', () => workspace.write('mypy.ini', '[mypy]\n')],
    ['a file is staged', () => workspace.git('rm', '-q', '--cached', 'notes.md')],
    ['a commit is made', () => workspace.git('commit', '-q', '--allow-empty', '-m', 'x')],
    ['a tool is replaced', () => workspace.write('.venv/bin/mypy', '#!/bin/sh\n#\n', { executable: true })],
    ['a package is installed', () => workspace.write('.venv/lib/python3.12/site-packages/x.py', '')],
    ['another environment appears', () => workspace.write('venv/bin/python', '', { executable: true })],
    [
      'a setting changes',
      () => {
        settings = { ...settings, timeoutMs: 1234 };
      },
    ],
  ];
  for (const [what, change] of CHANGES) {
    it(`looks again when ${what}`, async () => {
      const linter = open();
      await lintWith(linter);
      change();
      await delay(60);
      assert.notDeepEqual((await lintWith(linter)).started, []);
      assert.deepEqual((await lintWith(linter)).started, []);
    });
  }

  it('does not look again when a file changes that no linter reads', async () => {
    const linter = open();
    await lintWith(linter);
    workspace.write('notes.md', 'changed');
    assert.deepEqual((await lintWith(linter)).started, []);
  });

  const DISTRUSTED: readonly (readonly [string, () => void])[] = [
    [
      'a package is used where it lies outside',
      () => workspace.write('.venv/lib/python3.12/site-packages/e.pth', '/elsewhere/src\n'),
    ],
    ['mypy is pointed elsewhere', () => workspace.write('mypy.ini', '[mypy]\nmypy_path = ../stubs\n')],
    ['a file was written a moment ago', () => workspace.write('app/a.py', 'x = 3\n')],
  ];
  for (const [what, prepare] of DISTRUSTED) {
    it(`remembers nothing while ${what}`, async () => {
      const linter = open();
      if (what.startsWith('a file')) {
        prepare();
        await lintWith(linter);
        prepare();
      } else {
        prepare();
        await delay(60);
        await lintWith(linter);
      }
      assert.equal((await lintWith(linter)).started.length, 2);
    });
  }

  it('remembers no failure, and nothing for a host that does not ask for it [001-031]', async () => {
    const linter = open();
    fails = true;
    assert.equal((await lintWith(linter)).outcome.kind, 'did_not_run');
    assert.equal((await lintWith(linter)).started.length, 2);
    fails = false;
    settings = {};
    await lintWith(linter);
    assert.equal((await lintWith(linter)).started.length, 2);
  });
});
