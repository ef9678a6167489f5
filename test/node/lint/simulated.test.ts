import assert from 'node:assert/strict';
import { readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangeSet, FileChange } from '../../../src/core/changes/change-set.ts';
import { compareLint } from '../../../src/core/lint/baseline.ts';
import type { LintOutcome } from '../../../src/core/ports/linter.ts';
import type { Processes, ProcessRequest } from '../../../src/core/ports/processes.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { LintWorkspace, startedTool } from './workspace.ts';

const PROJECT = {
  'pyproject.toml':
    '[tool.ruff.lint]\nselect = ["F"]\n[tool.importlinter]\nroot_package = "app"\n[[tool.importlinter.contracts]]\nname = "Layers"\ntype = "layers"\nlayers = ["app.high", "app.low"]\n',
  'app/__init__.py': '',
  'app/high.py': 'from app import low as low\n\n\ndef f() -> int:\n    return low.x\n',
  'app/low.py': 'import os\n\nx: int = 1\n',
  'app/spare.py': 'import re\n',
  'other/tool.py': 'import sys\n',
};

/** Contents after the change; `undefined` deletes the file. */
type After = Readonly<Record<string, string | undefined>>;

describe('linting before anything is applied', () => {
  let workspace: LintWorkspace;
  beforeEach(() => {
    workspace = new LintWorkspace(PROJECT);
    workspace.git('init', '-q');
    workspace.git('add', '.');
    workspace.git('commit', '-qm', 'first');
  });
  afterEach(() => workspace.dispose());

  const toChanges = (after: After): ChangeSet => ({
    receipts: [],
    files: Object.entries(after).map(([path, text]): FileChange => {
      const before = workspace.files.bytes(path);
      const bytes = text === undefined ? undefined : new TextEncoder().encode(text);
      const spans =
        before && bytes ? [{ start: 0, end: before.length, afterStart: 0, afterEnd: bytes.length }] : [];
      return { path, before, after: bytes, beforeSha256: undefined, afterSha256: undefined, spans };
    }),
  });
  const simulate = (after: After, check_all: boolean, path = '.') =>
    workspace
      .linter()
      .lintSimulated({ path, check_all }, toChanges(after), { signal: new AbortController().signal });
  const apply = (after: After) => {
    for (const [path, text] of Object.entries(after)) {
      if (text !== undefined) workspace.write(path, text);
      else {
        rmSync(join(workspace.root, path));
        workspace.files.remove(path);
      }
    }
  };
  const reportOf = (outcome: LintOutcome) => {
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    return outcome.report;
  };

  const CASES: readonly (readonly [string, After])[] = [
    ['an edit', { 'app/low.py': 'import os\nimport io\n\nx: int = ""\n' }],
    ['an edit that breaks another file', { 'app/low.py': 'x: str = ""\n' }],
    ['an edit that breaks a contract', { 'app/low.py': 'from app import high as high\n\nx: int = 1\n' }],
    ['an edit that repairs everything', { 'app/low.py': 'x: int = 1\n', 'app/spare.py': '' }],
    ['a syntax error', { 'app/low.py': 'def f(:\n' }],
    ['a created module', { 'app/new.py': 'import os\nfrom app.low import x\n\ny: str = x\n' }],
    [
      'a created package',
      { 'app/sub/__init__.py': 'from app.sub.a import y as y\n', 'app/sub/a.py': 'y = undefined\n' },
    ],
    ['a deleted module that is imported', { 'app/low.py': undefined }],
    [
      'a split of one file into two',
      {
        'app/high.py': 'from app.low import f as f\n',
        'app/low.py': 'x: int = 1\n\n\ndef f() -> int:\n    return x\n',
      },
    ],
    [
      'a notebook',
      {
        'app/n.ipynb': JSON.stringify({
          cells: [
            { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: ['import os\n'] },
          ],
          metadata: {},
          nbformat: 4,
          nbformat_minor: 5,
        }),
      },
    ],
    ['odd names', { 'app/-x.py': 'import os\n', 'app/a b.py': 'import os\n' }],
  ];
  for (const [index, [what, after]] of CASES.entries()) {
    it(`tells of ${what} what linting tells once it is applied`, async () => {
      const check_all = index % 3 !== 0;
      const simulated = await simulate(after, check_all);
      apply(after);
      assert.deepEqual(comparable(simulated), comparable(await workspace.lint({ check_all })));
    });
  }

  /** What must agree: everything but times, programs and temporary folders. */
  const comparable = (outcome: LintOutcome): unknown =>
    outcome.kind === 'report'
      ? { report: outcome.report, notes: outcome.notes, stopped: outcome.stoppedEarly }
      : { error: outcome.failure.error.replace(/\/\S*\/copy/g, workspace.root) };

  describe('of files that lie in the workspace as they would be', () => {
    /** A linter, what it starts, and what happens when ruff begins. */
    const watched = (onRuff: () => void = () => undefined) => {
      const processes = createProcesses();
      const started: ProcessRequest[] = [];
      const run: Processes['run'] = async request => {
        started.push(request);
        if (startedTool(request) === 'ruff') onRuff();
        return processes.run(request);
      };
      const linter = workspace.linter({}, undefined, { run });
      const args = { path: '.', check_all: false };
      const { signal } = new AbortController();
      return {
        started: (tool: string) => started.filter(one => startedTool(one) === tool),
        lint: (changes: ChangeSet) => linter.lintSimulated(args, changes, { signal }),
      };
    };
    const asTheyAre = (...paths: readonly string[]) =>
      toChanges(Object.fromEntries(paths.map(path => [path, workspace.files.text(path)])));

    it('starts each linter once for all of them', async () => {
      const { lint, started } = watched();
      const found = reportOf(await lint(asTheyAre('app/low.py', 'app/spare.py', 'app/high.py')));
      assert.deepEqual(
        found.ruff['F401']?.occurrences.map(place => place.file),
        ['app/low.py', 'app/spare.py'],
      );
      assert.equal(started('ruff').length, 1);
    });

    it('finds what is new in a file that has the time and size of one that was linted before', async () => {
      const write = (text: string) => {
        workspace.write('app/spare.py', text);
        utimesSync(join(workspace.root, 'app/spare.py'), 1_700_000_000, 1_700_000_000);
      };
      write('x: int = 11\n');
      reportOf(await workspace.lint());
      write('x: int = un\n');
      const { lint, started } = watched();
      const { ruff, mypy } = reportOf(await lint(asTheyAre('app/spare.py')));
      assert.equal(ruff['F821']?.occurrences[0]?.file, 'app/spare.py');
      assert.equal(mypy['name-defined']?.occurrences[0]?.file, 'app/spare.py');
      assert.deepEqual([started('ruff').length, started('mypy').length], [1, 1]);
    });

    it('simulates the others alone, also what is only reached through a link', async () => {
      rmSync(join(workspace.root, 'app/spare.py'));
      symlinkSync('low.py', join(workspace.root, 'app/spare.py'));
      workspace.files.set('app/spare.py', workspace.files.text('app/low.py') ?? '');
      const { lint, started } = watched();
      const changes = asTheyAre('app/high.py', 'app/spare.py');
      await lint({ ...changes, files: [...changes.files, ...toChanges({ 'app/low.py': 'x = 1\n' }).files] });
      const named = started('ruff').flatMap(({ args }) =>
        args.filter((_, i) => args[i - 1] === '--stdin-filename'),
      );
      assert.deepEqual(named.sort(), ['./app/low.py', './app/spare.py']);
    });

    it('looks again, at what was asked about, when somebody saves one of them meanwhile', async () => {
      const file = join(workspace.root, 'app/spare.py');
      const { lint } = watched(() => writeFileSync(file, 'x = 1\n'));
      const found = reportOf(await lint(asTheyAre('app/low.py', 'app/spare.py')));
      assert.deepEqual(
        found.ruff['F401']?.occurrences.map(place => place.file),
        ['app/low.py', 'app/spare.py'],
      );
    });
  });

  it('looks under the given path only, which the change may create', async () => {
    const after = { 'other/tool.py': 'import sys\nimport io\n', 'fresh/a.py': 'import os\n' };
    assert.deepEqual(
      reportOf(await simulate(after, true, 'fresh')).ruff['F401']?.occurrences.map(place => place.file),
      ['fresh/a.py'],
    );
    assert.equal(reportOf(await simulate(after, true, 'other')).summary.total_errors, 2);
  });

  it('changes nothing in the workspace and leaves no temporary folder', async () => {
    const look = () => readdirSync(workspace.root, { recursive: true }).toSorted();
    const before = look();
    const mine = () => readdirSync(tmpdir()).filter(name => name.startsWith('work-order-lint-'));
    const temporary = mine();
    await simulate({ 'app/new.py': 'x = 1\n', 'app/low.py': 'x: int = 2\n' }, true);
    assert.deepEqual(look(), before);
    assert.deepEqual(mine(), temporary);
  });

  it('runs ruff alone on a change of lint configuration, which could run code', async () => {
    const outcome = await simulate(
      { 'mypy.ini': '[mypy]\nplugins = evil.py\n', 'app/low.py': 'import io\n\nx: int = ""\n' },
      true,
    );
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.deepEqual(
      outcome.tools.map(({ tool }) => tool),
      ['ruff'],
    );
    const reason = 'the change touches mypy.ini, which decides what it runs';
    assert.deepEqual(outcome.leftOut, [
      { tool: 'mypy', reason },
      { tool: 'import-linter', reason },
    ]);
  });

  it('tells what ruff will say under the configuration that the change brings', async () => {
    const after = { 'app/low.py': 'import io\n\nx: int = 1\n', 'ruff.toml': '[lint]\nselect = ["E"]\n' };
    assert.deepEqual(reportOf(await simulate(after, true)).ruff, {});
  });

  it('separates new problems from those that were there', async () => {
    const after = { 'app/low.py': 'import io\nimport os\n\nx: int = 1\n' };
    const before = await workspace.lint();
    const simulated = await simulate(after, true);
    assert.ok(before.kind === 'report' && simulated.kind === 'report');
    const low = workspace.files.bytes('app/low.py') ?? new Uint8Array();
    const changes = toChanges(after);
    const inserted = 'import io\n'.length;
    const precise: ChangeSet = {
      ...changes,
      files: changes.files.map(file => ({
        ...file,
        spans: [{ start: 0, end: 0, afterStart: 0, afterEnd: inserted }],
      })),
    };
    assert.equal(low.length + inserted, changes.files[0]?.after?.length);
    const delta = compareLint(
      { diagnostics: before.diagnostics ?? [] },
      { diagnostics: simulated.diagnostics ?? [] },
      precise,
    );
    assert.deepEqual(
      delta.added.map(one => `${one.file}:${one.line} ${one.message}`),
      ['app/low.py:1 `io` imported but unused'],
    );
    assert.deepEqual(
      delta.preExisting.map(one => `${one.file}:${one.line}`),
      ['app/low.py:2', 'app/spare.py:1', 'other/tool.py:1'],
    );
    assert.deepEqual(delta.fixed, []);
  });
});
