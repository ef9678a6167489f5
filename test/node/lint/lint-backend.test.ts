import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import { createGit } from '../../../src/node/git/modified-files.ts';
import { createLinter } from '../../../src/node/lint/index.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { eventually } from '../../support/eventually.ts';
import { within } from '../../support/within.ts';
import { ENVIRONMENT } from './cases/run-case.ts';
import { LintWorkspace } from './workspace.ts';

const PROJECT = {
  'pyproject.toml':
    '[tool.ruff.lint]\nselect = ["F"]\n[tool.importlinter]\nroot_package = "app"\n[[tool.importlinter.contracts]]\nname = "Layers"\ntype = "layers"\nlayers = ["app.high", "app.low"]\n',
  'app/__init__.py': '',
  'app/high.py': 'from app import low as low\n',
  'app/low.py': 'x: int = 1\n',
};

describe('lint_backend with the real tools', () => {
  let workspace: LintWorkspace;
  const create = (files: Readonly<Record<string, string>>) => {
    workspace = new LintWorkspace(files);
    return workspace;
  };
  afterEach(() => workspace.dispose());

  it('is clean over a clean project, with import-linter [001-025, 001-028, 001-029]', async () => {
    const outcome = await create(PROJECT).lint();
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.deepEqual(outcome.report, {
      ruff: {},
      mypy: {},
      import_linter: {},
      summary: { total_errors: 0, clean: true, files_checked: 3 },
    });
    assert.deepEqual(
      outcome.tools.map(({ tool, version }) => `${tool} ${version}`),
      ['ruff 0.17.6', 'mypy 2.4.1', 'import-linter 2.16'],
    );
    assert.ok(outcome.tools.every(({ program }) => program.startsWith(ENVIRONMENT)));
  });

  it('tells every problem of all three tools, exactly [001-030]', async () => {
    const outcome = await create({
      ...PROJECT,
      'app/low.py': 'import os\nfrom app import high as high\n\nx: int = ""\n',
    }).lint();
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.deepEqual(outcome.report, {
      ruff: {
        F401: {
          description: 'Unused import',
          fix_available: true,
          occurrences: [{ file: 'app/low.py', line: 1 }],
        },
      },
      mypy: {
        assignment: {
          description: 'Assigned value has an incompatible type',
          fix_available: false,
          occurrences: [{ file: 'app/low.py', line: 4 }],
        },
      },
      import_linter: {
        Layers: {
          description: 'Broken contract of type layers',
          fix_available: false,
          occurrences: [{ file: 'app/low.py', line: 2 }],
        },
      },
      summary: { total_errors: 3, clean: false, files_checked: 3 },
    });
    const [fix] = outcome.diagnostics?.flatMap(diagnostic => diagnostic.fix ?? []) ?? [];
    assert.deepEqual(fix, {
      message: 'Remove unused import: `os`',
      applicability: 'safe',
      edits: [{ content: '', line: 1, column: 1, endLine: 2, endColumn: 1 }],
    });
  });

  it('looks at modified and untracked files only, odd names included [001-027]', async () => {
    create({ ...PROJECT, 'app/old.py': 'import os\n', 'app/edited.py': '' });
    workspace.git('init', '-q');
    workspace.git('add', '.');
    workspace.git('commit', '-qm', 'first');
    workspace.write('app/edited.py', 'import sys\n');
    workspace.write('app/naïve 日本.py', 'import re\n');
    workspace.write('-x.py', 'import io\n');
    const outcome = await workspace.lint({ check_all: false });
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.deepEqual(
      outcome.report.ruff['F401']?.occurrences.map(place => place.file),
      ['-x.py', 'app/edited.py', 'app/naïve 日本.py'],
    );
    assert.equal(outcome.report.summary.files_checked, 3);
    const inside = await workspace.lint({ path: 'app', check_all: false });
    assert.ok(inside.kind === 'report');
    assert.equal(inside.report.summary.files_checked, 2);
  });

  it('leaves nothing behind in the workspace', async () => {
    create(PROJECT);
    const before = readdirSync(workspace.root, { recursive: true }).toSorted();
    await workspace.lint();
    const processes = createProcesses();
    const { root, files } = workspace;
    const settings = () => ({ interpreters: [join(ENVIRONMENT, 'bin', 'python')] });
    const withoutCache = createLinter({ root, files, processes, git: createGit(root, processes), settings });
    const args = { path: '.', check_all: true };
    const outcome = await withoutCache.lint(args, { signal: new AbortController().signal });
    assert.equal(outcome.kind, 'report');
    assert.deepEqual(readdirSync(workspace.root, { recursive: true }).toSorted(), before);
  });

  it('does not fix, whatever the configuration says', async () => {
    create({
      'a.py': 'import os\n',
      'ruff.toml': 'fix = true\nunsafe-fixes = true\n[lint]\nselect = ["F"]\n',
    });
    const outcome = await workspace.lint();
    assert.ok(outcome.kind === 'report');
    assert.equal(outcome.report.summary.total_errors, 1);
    assert.equal(readFileSync(join(workspace.root, 'a.py'), 'utf8'), 'import os\n');
  });

  it('kills the tools on cancel', async () => {
    create({ 'a.py': 'x = 1\n', 'mypy.ini': '[mypy]\nplugins = slow.py\n' });
    workspace.write(
      'slow.py',
      'import time, os\nopen("started", "w").write(str(os.getpid()))\ntime.sleep(60)\n',
    );
    const controller = new AbortController();
    const running = workspace.linter().lint({ path: 'a.py', check_all: true }, { signal: controller.signal });
    const file = join(workspace.root, 'started');
    while (!existsSync(file) || readFileSync(file, 'utf8') === '') await delay(50);
    controller.abort();
    await within(2000, assert.rejects(running, Cancelled));
    const isGone = () => {
      assert.throws(() => process.kill(Number(readFileSync(file, 'utf8')), 0));
      return true;
    };
    await eventually(isGone, 'the plugin to be gone');
  });

  it('is an error result when a tool takes too long [001-031]', async () => {
    create({ 'a.py': 'x = 1\n', 'mypy.ini': '[mypy]\nplugins = slow.py\n' });
    workspace.write('slow.py', 'import time\ntime.sleep(60)\n');
    const outcome = await workspace.lint({ path: 'a.py' }, { timeoutMs: 1500 });
    assert.ok(outcome.kind === 'did_not_run');
    assert.match(outcome.failure.error, /^lint did not run: mypy did not finish in time; /);
  });

  it('passes no secret on to the tools', async () => {
    create({ 'a.py': 'x = 1\n', 'mypy.ini': '[mypy]\nplugins = spy.py\n' });
    workspace.write(
      'spy.py',
      'import os\nfrom mypy.plugin import Plugin\nprint(sorted(os.environ))\ndef plugin(version):\n    return Plugin\n',
    );
    process.env['WORKORDER_API_KEY'] = 'secret';
    try {
      const outcome = await workspace.lint({ path: 'a.py' });
      assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
      assert.match(outcome.notes.join('\n'), /'PATH'/);
      assert.doesNotMatch(outcome.notes.join('\n'), /WORKORDER|API_KEY/);
    } finally {
      delete process.env['WORKORDER_API_KEY'];
    }
  });
});
