import assert from 'node:assert/strict';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import type { ProcessResult } from '../../../src/core/ports/processes.ts';
import { backendIn, exited, lintIn, type World } from './fake-ports.ts';

const PACKAGE = {
  'pkg/__init__.py': '',
  'pkg/a.py': '',
  'pkg/b.pyi': '',
  'pkg/n.ipynb': '',
  'pkg2/c.py': '',
  'README.md': '',
};
const modified = (...paths: readonly string[]) => ({ kind: 'files', paths }) as const;
const ruffSays = (...files: readonly string[]) =>
  exited(
    1,
    JSON.stringify(
      files.map(filename => ({
        code: 'E501',
        name: 'line-too-long',
        filename: `/ws/${filename}`,
        location: { row: 42, column: 1 },
        end_location: { row: 42, column: 5 },
        message: 'Line too long (120 > 100)',
        fix: { applicability: 'safe', message: 'Wrap', edits: [] },
        severity: 'error',
      })),
    ),
  );
const mypySays = (...files: readonly string[]) =>
  exited(
    1,
    files
      .map(file =>
        JSON.stringify({
          file,
          line: 55,
          column: 4,
          end_line: 55,
          end_column: 9,
          message: 'Argument 1 has incompatible type',
          hint: null,
          code: 'arg-type',
          severity: 'error',
        }),
      )
      .join('\n'),
  );
/** What a tool was started with, after its own flags. */
const pathsOf = (args: readonly string[]) => args.slice(args.indexOf('--') + 1);

async function checkRefused(world: World, args: Parameters<typeof lintIn>[1], error: RegExp) {
  const { outcome, started } = await lintIn(world, args);
  assert.ok(outcome.kind === 'did_not_run', JSON.stringify(outcome));
  assert.match(outcome.failure.error, /^lint did not run: /);
  assert.match(outcome.failure.error, error);
  assert.equal(outcome.failure.changed, false);
  return { failure: outcome.failure, started };
}

describe('lint_backend', () => {
  it('answers clean in the exact shape [001-029]', async () => {
    const { outcome } = await lintIn({ files: PACKAGE, git: modified('pkg/a.py', 'pkg/b.pyi') });
    assert.ok(outcome.kind === 'report');
    assert.deepEqual(outcome.report, {
      ruff: {},
      mypy: {},
      summary: { total_errors: 0, clean: true, files_checked: 2 },
    });
    assert.deepEqual(
      outcome.tools.map(({ tool, program, version }) => `${tool} ${version} ${program}`),
      ['ruff 0.17.6 /bin/ruff', 'mypy 2.4.1 /bin/mypy'],
    );
  });

  it('answers problems by tool and code in the exact shape [001-030]', async () => {
    const { outcome } = await lintIn({
      files: PACKAGE,
      git: modified('pkg/a.py'),
      says: { ruff: ruffSays('pkg/a.py'), mypy: mypySays('pkg/a.py') },
    });
    assert.ok(outcome.kind === 'report');
    assert.deepEqual(outcome.report, {
      ruff: {
        E501: {
          description: 'Line too long',
          fix_available: true,
          occurrences: [{ file: 'pkg/a.py', line: 42 }],
        },
      },
      mypy: {
        'arg-type': {
          description: 'Argument has an incompatible type',
          fix_available: false,
          occurrences: [{ file: 'pkg/a.py', line: 55 }],
        },
      },
      summary: { total_errors: 2, clean: false, files_checked: 1 },
    });
  });

  it('looks only at modified and untracked Python files under the path, by whole segments [001-027]', async () => {
    const { outcome, started } = await lintIn({
      files: PACKAGE,
      git: modified('README.md', 'pkg/a.py', 'pkg/n.ipynb', 'pkg/venv/lib/x.py', 'pkg2/c.py', 'setup.py'),
    });
    assert.ok(outcome.kind === 'report');
    assert.equal(outcome.report.summary.files_checked, 2);
    assert.deepEqual(
      started.map(({ program, args }) => [program, pathsOf(args)]),
      [
        ['/bin/ruff', ['./pkg/a.py', './pkg/n.ipynb']],
        ['/bin/mypy', ['./pkg/a.py']],
      ],
    );
  });

  it('runs import-linter with check_all only, and then over everything under the path [001-025, 001-028]', async () => {
    const files = { ...PACKAGE, '.importlinter': '[importlinter]\nroot_package = pkg\n' };
    const few = await lintIn({ files, git: modified('pkg/a.py') });
    assert.deepEqual(
      few.started.map(one => one.program),
      ['/bin/ruff', '/bin/mypy'],
    );
    const { outcome, started } = await lintIn({ files }, { check_all: true });
    assert.ok(outcome.kind === 'report');
    assert.deepEqual(started.map(one => one.program).toSorted(), [
      '/bin/import-linter',
      '/bin/mypy',
      '/bin/ruff',
    ]);
    assert.deepEqual(pathsOf(started[0]?.args ?? []), ['./pkg']);
    assert.deepEqual(outcome.report, {
      ruff: {},
      mypy: {},
      import_linter: {},
      summary: { total_errors: 0, clean: true, files_checked: 4 },
    });
  });

  it('says so when no import contracts are declared, and does not start import-linter then [001-028]', async () => {
    const { outcome, started } = await lintIn(
      { files: PACKAGE, missing: ['import-linter'] },
      { check_all: true },
    );
    assert.ok(outcome.kind === 'report');
    assert.deepEqual(
      started.map(one => one.program),
      ['/bin/ruff', '/bin/mypy'],
    );
    assert.deepEqual(outcome.report.import_linter, {});
    assert.match(outcome.notes.join('\n'), /No import-linter contracts are declared/);
  });

  it('uses the default path for null and for an empty path [001-026]', async () => {
    for (const path of [null, '']) {
      const { started } = await lintIn({ files: PACKAGE, defaultPath: 'pkg2' }, { path, check_all: true });
      assert.deepEqual(pathsOf(started[0]?.args ?? []), ['./pkg2']);
    }
  });

  it('takes a path in any usual spelling, a file too [001-026]', async () => {
    for (const [path, given] of [
      ['pkg/', './pkg'],
      ['./pkg', './pkg'],
      ['pkg/./', './pkg'],
      ['.', '.'],
      ['pkg/a.py', './pkg/a.py'],
    ] as const) {
      const { started } = await lintIn({ files: PACKAGE }, { path, check_all: true });
      assert.deepEqual(pathsOf(started[0]?.args ?? []), [given], path);
    }
  });

  it('refuses a path that is not there or leads outside, and starts nothing [001-026]', async () => {
    for (const [path, error] of [
      ['nothing', /no file or folder nothing/],
      ['pkg/nothing', /pkg\/nothing/],
      ['/etc', /absolute/],
      ['../x', /"\.\."/],
      ['pkg\\a.py', /use \//],
      ['C:/x', /drive/],
    ] as const) {
      const { started } = await checkRefused({ files: PACKAGE }, { path, check_all: true }, error);
      assert.deepEqual(started, []);
    }
  });

  it('names what may have changed under the path and git does not say, also beside other changes', async () => {
    const repository = (path: string) => ({ path, why: 'a repository of its own' }) as const;
    const flagged = (path: string) => ({ path, why: 'taken for unchanged' }) as const;
    const unseen = [
      ...['pkg/sub', 'other', '.venv/src/x'].map(repository),
      ...['pkg/a.py', 'pkg/data.txt', 'b.py'].map(flagged),
    ];
    const git = { kind: 'files', paths: ['pkg/c.py'], unseen } as const;
    const { outcome } = await lintIn({ files: { ...PACKAGE, 'pkg/c.py': '' }, git });
    assert.ok(outcome.kind === 'report');
    assert.deepEqual(
      outcome.notes.filter(note => note.startsWith('Not checked')),
      [
        'Not checked, because it is a repository of its own that changed: pkg/sub.',
        'Not checked, because git was told to take it for unchanged (assume-unchanged, skip-worktree): pkg/a.py.',
      ],
    );
  });

  it('calls nothing clean, and starts nothing, when there is nothing to check [001-029]', async () => {
    const few = await lintIn({ files: PACKAGE, git: modified('pkg2/c.py') });
    assert.ok(few.outcome.kind === 'report');
    assert.deepEqual(few.outcome.report, {
      ruff: {},
      mypy: {},
      summary: { total_errors: 0, clean: false, files_checked: 0 },
    });
    assert.deepEqual(few.started, []);
    assert.deepEqual(few.outcome.notes, [
      'Nothing was checked: git sees no modified or untracked Python file under pkg.',
    ]);
    const all = await lintIn({ files: { 'docs/a.md': '' } }, { path: 'docs', check_all: true });
    assert.ok(all.outcome.kind === 'report');
    assert.equal(all.outcome.report.summary.files_checked, 0);
    assert.deepEqual(all.started, []);
  });

  it('checks everything and says so when this is no git repository [001-027]', async () => {
    const { outcome, started } = await lintIn({
      files: PACKAGE,
      git: { kind: 'not_a_repository', reason: 'not a git repository' },
    });
    assert.ok(outcome.kind === 'report');
    assert.deepEqual(pathsOf(started[0]?.args ?? []), ['./pkg']);
    assert.deepEqual(outcome.notes, [
      'Not a git repository (not a git repository): everything under pkg was checked.',
    ]);
    assert.equal(outcome.report.import_linter, undefined);
  });

  it('leaves out what mypy reports in files that were not asked for, and says so [001-027]', async () => {
    const { outcome } = await lintIn({
      files: PACKAGE,
      git: modified('pkg/a.py'),
      says: { mypy: mypySays('pkg/a.py', 'pkg/other.py', 'pkg2/c.py') },
    });
    assert.ok(outcome.kind === 'report');
    assert.equal(outcome.report.summary.total_errors, 1);
    assert.deepEqual(outcome.notes, [
      'mypy also reported 2 problems in files that are not modified, left out here.',
    ]);
  });

  it('is never clean when mypy stopped at a file that was not asked for [001-031]', async () => {
    const stopped = JSON.stringify({
      file: 'pkg/other.py',
      line: 1,
      column: 0,
      message: 'Invalid syntax',
      code: 'syntax',
      severity: 'error',
    });
    const { outcome } = await lintIn({
      files: PACKAGE,
      git: modified('pkg/a.py'),
      says: { mypy: exited(2, stopped) },
    });
    assert.ok(outcome.kind === 'report');
    assert.deepEqual(outcome.report.summary, { total_errors: 1, clean: false, files_checked: 1 });
    assert.deepEqual(outcome.stoppedEarly, ['mypy']);
  });

  it('gives a folder instead of a list that is too long for a command line, and leaves the rest out [001-027]', async () => {
    const names = Array.from({ length: 900 }, (_, index) => `pkg/a_rather_long_module_name_${index}.py`);
    const { outcome, started } = await lintIn({
      files: PACKAGE,
      git: modified(...names),
      says: { ruff: ruffSays('pkg/a_rather_long_module_name_7.py', 'pkg/untouched.py') },
    });
    assert.ok(outcome.kind === 'report');
    assert.deepEqual(pathsOf(started[0]?.args ?? []), ['./pkg']);
    assert.deepEqual(
      outcome.report.ruff['E501']?.occurrences.map(place => place.file),
      ['pkg/a_rather_long_module_name_7.py'],
    );
    assert.equal(outcome.report.summary.files_checked, 900);
  });

  it('names a missing tool, where it was looked for and what installs it [001-031]', async () => {
    const { failure, started } = await checkRefused(
      { files: PACKAGE, missing: ['mypy'] },
      { check_all: true },
      /^lint did not run: mypy not found in \.venv, PATH or setting workorder\.lint\.mypyPath; install with "pip install mypy"$/,
    );
    assert.equal(failure.tool, 'mypy');
    assert.equal(failure.path, 'pkg');
    assert.equal(failure.detail, 'PATH: no mypy');
    assert.deepEqual(started, []);
  });

  it('runs the others where a tool may be missing, and calls nothing clean [001-031]', async () => {
    const world = {
      files: PACKAGE,
      git: modified('pkg/a.py'),
      missing: ['mypy'],
      mayBeMissing: true,
    } as const;
    const { outcome, started } = await lintIn(world);
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.deepEqual(
      started.map(({ program }) => program),
      ['/bin/ruff'],
    );
    assert.deepEqual(outcome.report.summary, { total_errors: 0, clean: false, files_checked: 1 });
    assert.deepEqual(outcome.leftOut, [{ tool: 'mypy', reason: 'it is not installed', isMissing: true }]);
  });

  it('calls nothing clean where the configuration of each linter excludes every file', async () => {
    const says = {
      ruff: exited(0, '[]', 'warning: No Python files found under the given path(s)\n'),
      mypy: exited(2, '', "There are no .py[i] files in directory 'pkg'\n"),
    };
    const { outcome } = await lintIn({ files: PACKAGE, git: modified('pkg/a.py'), says });
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.deepEqual(outcome.report.summary, { total_errors: 0, clean: false, files_checked: 0 });
    const one = await lintIn({ files: PACKAGE, git: modified('pkg/a.py'), says: { ruff: says.ruff } });
    assert.ok(one.outcome.kind === 'report', JSON.stringify(one.outcome));
    assert.deepEqual(one.outcome.report.summary, { total_errors: 0, clean: true, files_checked: 1 });
    assert.deepEqual(one.outcome.notes, ['ruff: its configuration excludes every file under the path']);
  });

  it('says that there is nothing to check where a tool may be missing, and starts nothing [001-031]', async () => {
    const { outcome, started } = await lintIn({
      files: PACKAGE,
      git: modified('pkg2/c.py'),
      missing: ['mypy'],
      mayBeMissing: true,
    });
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.deepEqual(outcome.report.summary, { total_errors: 0, clean: false, files_checked: 0 });
    assert.deepEqual(outcome.notes, [
      'Nothing was checked: git sees no modified or untracked Python file under pkg.',
    ]);
    assert.deepEqual(started, []);
  });

  it('runs nothing where every tool that may be missing is [001-031]', async () => {
    const files = PACKAGE;
    const { started } = await checkRefused(
      { files, missing: ['ruff', 'mypy'], mayBeMissing: true },
      {},
      /ruff not found .* mypy not found /,
    );
    assert.deepEqual(started, []);
  });

  it('says what is wrong with a program that a person chose, also where a tool may be missing [001-031]', async () => {
    const { started } = await checkRefused(
      { files: PACKAGE, missing: ['mypy'], chosen: '/nope: does not exist', mayBeMissing: true },
      {},
      /^lint did not run: mypy cannot be started as it was chosen \(\/nope: does not exist\); correct --mypy or the setting workorder\.lint\.mypyPath, or leave it out$/,
    );
    assert.deepEqual(started, []);
  });

  it('says of a tool that is there and fails how it does, also where a tool may be missing, and never clean [001-031]', async () => {
    const { failure, started } = await checkRefused(
      {
        files: PACKAGE,
        missing: ['mypy'],
        crashed: '/bin/mypy failed with exit code 1: KeyError: 1',
        mayBeMissing: true,
      },
      {},
      /^lint did not run: mypy is there and does not work \(\/bin\/mypy failed with exit code 1: KeyError: 1\); run it in a terminal to see why, reinstall it \("pip install --force-reinstall mypy"\) or name another one: --mypy or the setting workorder\.lint\.mypyPath$/,
    );
    assert.equal(failure.tool, 'mypy');
    assert.deepEqual(started, []);
  });

  it('names every missing tool at once [001-031]', async () => {
    const files = { ...PACKAGE, 'setup.cfg': '[importlinter]\nroot_package = pkg\n' };
    await checkRefused(
      { files, missing: ['ruff', 'import-linter'] },
      { check_all: true },
      /ruff not found .*pip install ruff"\. import-linter not found .*pip install import-linter"$/,
    );
  });

  const FAULTS: readonly (readonly [string, ProcessResult, RegExp])[] = [
    [
      'an unknown exit code',
      exited(101, '[]', 'thread panicked'),
      /stopped with exit code 101: thread panicked/,
    ],
    ['output that is no JSON', exited(0, 'Hello'), /cannot be read/],
    ['a line that is no answer', exited(0, '\nHello\nthere'), /cannot be read: Hello; check that this/],
    [
      'a traceback',
      exited(1, '', 'Traceback (most recent call last):\n  File "x.py", line 1\nKeyError: 1\n'),
      /ruff crashed \(exit code 1\): KeyError: 1; update or reinstall ruff, and run it in a terminal/,
    ],
    [
      'a signal with a last word',
      { kind: 'signalled', signal: 'SIGABRT', stdout: '', stderr: 'out of memory\n' },
      /was ended by SIGABRT: out of memory; run it in a terminal to see why/,
    ],
    ['nothing at all', exited(0, ''), /cannot be read/],
    ['cut output', { ...exited(0, '[]'), truncated: true } as ProcessResult, /more than can be kept/],
    ['a signal', { kind: 'signalled', signal: 'SIGSEGV', stdout: '', stderr: '' }, /was ended by SIGSEGV/],
    [
      'time running out',
      { kind: 'timed_out', stdout: '', stderr: '' },
      /did not finish in time; .*timeoutSeconds/,
    ],
    ['a program that does not start', { kind: 'not_started', reason: 'EACCES' }, /could not be started/],
  ];
  for (const [fault, result, error] of FAULTS) {
    it(`is an error result, never clean, after ${fault} [001-031]`, async () => {
      const { failure } = await checkRefused(
        { files: PACKAGE, says: { ruff: result } },
        { check_all: true },
        error,
      );
      assert.equal(failure.tool, 'ruff');
    });
  }

  it('tells every tool that failed, and drops what the others found [001-031]', async () => {
    const { failure } = await checkRefused(
      {
        files: PACKAGE,
        says: { ruff: exited(2, '', 'bad config'), mypy: exited(2, '', 'mypy: error: boom') },
      },
      { check_all: true },
      /ruff stopped with exit code 2: bad config; .*\. mypy stopped with exit code 2: mypy: error: boom; /,
    );
    assert.match(failure.detail ?? '', /ruff:\nbad config\n\nmypy:\nmypy: error: boom/);
  });

  it('starts the tools at the same time [001-025]', async () => {
    let release: (result: ProcessResult) => void = () => undefined;
    const waiting = new Promise<ProcessResult>(resolve => {
      release = resolve;
    });
    const { linter, started } = backendIn({ files: PACKAGE, says: { ruff: waiting, mypy: waiting } });
    const running = linter.lint({ path: null, check_all: true }, { signal: new AbortController().signal });
    while (started.length < 2) await Promise.resolve();
    release(exited(2, '', ''));
    assert.equal((await running).kind, 'did_not_run');
  });

  it('rejects with Cancelled when it is cancelled before or meanwhile', async () => {
    const { linter, started } = backendIn({ files: PACKAGE });
    await assert.rejects(
      linter.lint({ path: null, check_all: true }, { signal: AbortSignal.abort() }),
      Cancelled,
    );
    assert.deepEqual(started, []);
    const later = backendIn({ files: PACKAGE, says: { mypy: Promise.reject(new Cancelled()) } });
    await assert.rejects(
      later.linter.lint({ path: null, check_all: true }, { signal: new AbortController().signal }),
      Cancelled,
    );
  });

  it('reports progress tool by tool', async () => {
    const lines: string[] = [];
    const { linter } = backendIn({ files: PACKAGE, says: { ruff: ruffSays('pkg/a.py', 'pkg/a.py') } });
    await linter.lint(
      { path: null, check_all: true },
      { signal: new AbortController().signal, onProgress: line => lines.push(line) },
    );
    assert.deepEqual(lines.toSorted(), ['mypy 2.4.1: no problem (10 ms)', 'ruff 0.17.6: 2 problems (10 ms)']);
  });

  it('keeps names that look like options from being read as such', async () => {
    const { started } = await lintIn({ files: { '-x.py': '' }, git: modified('-x.py'), defaultPath: '.' });
    for (const { args } of started) assert.deepEqual(args.slice(args.indexOf('--')), ['--', './-x.py']);
  });

  it('asks an old mypy for text, because it knows no JSON', async () => {
    const { outcome, started } = await lintIn(
      {
        files: PACKAGE,
        mypyVersion: '1.10.1',
        says: {
          mypy: exited(
            1,
            'pkg/a.py:1:10:1:12: error: Incompatible types  [assignment]\nFound 1 error in 1 file (checked 1 source file)\n',
          ),
        },
      },
      { check_all: true },
    );
    assert.ok(outcome.kind === 'report');
    assert.equal(started[1]?.args.includes('--output=json'), false);
    assert.deepEqual(outcome.report.mypy['assignment']?.occurrences, [{ file: 'pkg/a.py', line: 1 }]);
  });
});
