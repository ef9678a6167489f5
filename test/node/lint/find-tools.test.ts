import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { LinterDescriptor } from '../../../src/core/lint/linter-descriptor.ts';
import { importLinter } from '../../../src/core/lint/linters/import-linter/import-linter.ts';
import { mypy } from '../../../src/core/lint/linters/mypy/mypy.ts';
import { ruff } from '../../../src/core/lint/linters/ruff/ruff.ts';
import { createToolFinder } from '../../../src/node/lint/find-tools.ts';
import type { LintSettings } from '../../../src/node/lint/settings.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { ENVIRONMENT } from './cases/run-case.ts';
import { LintWorkspace } from './workspace.ts';

const signal = new AbortController().signal;

describe('finding the linters', () => {
  let workspace: LintWorkspace;
  let path: string | undefined;
  beforeEach(() => {
    workspace = new LintWorkspace({ 'a.py': '' });
    path = process.env['PATH'];
    process.env['PATH'] = '/usr/bin:/bin';
  });
  afterEach(() => {
    process.env['PATH'] = path;
    workspace.dispose();
  });
  const find = (linter: LinterDescriptor, settings: LintSettings = {}) =>
    createToolFinder(workspace.root, createProcesses(), () => settings).find(linter, signal);
  /** A program that only knows its version. */
  const fake = (place: string, answer: string) =>
    workspace.write(place, `#!/bin/sh\necho '${answer}'\n`, { executable: true });
  const programOf = async (...args: Parameters<typeof find>) => {
    const result = await find(...args);
    return result.kind === 'found' ? `${result.found.program} ${result.found.version}` : result.detail;
  };

  it('prefers the setting, then the environment of the workspace, then interpreters of the host, then PATH', async () => {
    fake('elsewhere/ruff', 'ruff 9.9.9');
    fake('tools/ruff', 'ruff 1.1.1');
    process.env['PATH'] = join(workspace.root, '..');
    const interpreters = [join(ENVIRONMENT, 'bin', 'python')];
    assert.equal(await programOf(ruff, { interpreters }), `${join(ENVIRONMENT, 'bin', 'ruff')} 0.17.6`);
    fake('venv/bin/python', 'Python 3');
    fake('venv/bin/ruff', 'ruff 2.2.2');
    assert.equal(await programOf(ruff, { interpreters }), `${workspace.root}/venv/bin/ruff 2.2.2`);
    fake('.venv/bin/python', 'Python 3');
    fake('.venv/bin/ruff', 'ruff 3.3.3');
    assert.equal(await programOf(ruff, { interpreters }), `${workspace.root}/.venv/bin/ruff 3.3.3`);
    const ruffPath = join(workspace.root, 'elsewhere/ruff');
    assert.equal(await programOf(ruff, { programs: { ruff: ruffPath }, interpreters }), `${ruffPath} 9.9.9`);
    assert.equal(
      await programOf(ruff, { programs: { ruff: 'tools/ruff' }, interpreters }),
      `${workspace.root}/tools/ruff 1.1.1`,
    );
  });

  it('finds each tool in an environment of the workspace, with its version', async () => {
    workspace.linkEnvironment();
    assert.match(await programOf(ruff), /\.venv\/bin\/ruff 0\.17\.6$/);
    assert.match(await programOf(mypy), /\.venv\/bin\/mypy 2\.4\.1$/);
    assert.match(await programOf(importLinter), /\.venv\/bin\/python 2\.16$/);
  });

  it('finds a tool on PATH, import-linter through the Python of its script', async () => {
    process.env['PATH'] = `/usr/bin:${join(ENVIRONMENT, 'bin')}`;
    assert.equal(await programOf(mypy), `${join(ENVIRONMENT, 'bin', 'mypy')} 2.4.1`);
    assert.match(await programOf(importLinter), /\/bin\/python[\d.]* 2\.16$/);
  });

  it('takes a Python in the setting for the tool in it', async () => {
    const python = join(ENVIRONMENT, 'bin', 'python');
    const result = await find(mypy, { programs: { mypy: python } });
    assert.ok(result.kind === 'found');
    assert.equal(result.found.program, python);
    assert.equal(result.found.version, '2.4.1');
    const importLinterPath = join(ENVIRONMENT, 'bin', 'lint-imports');
    assert.match(
      await programOf(importLinter, { programs: { 'import-linter': importLinterPath } }),
      /\/bin\/python[\d.]* 2\.16$/,
    );
  });

  it('falls back to the module when the script of a moved environment does not start', async () => {
    workspace.write('.venv/bin/mypy', '#!/nowhere/python\n', { executable: true });
    workspace.write('.venv/bin/python', `#!/bin/sh\nexec ${join(ENVIRONMENT, 'bin', 'python')} "$@"\n`, {
      executable: true,
    });
    const result = await find(mypy);
    assert.ok(result.kind === 'found', JSON.stringify(result));
    assert.equal(result.found.program, join(workspace.root, '.venv/bin/python'));
    assert.equal(result.found.version, '2.4.1');
  });

  it('does not replace what the setting names, but says what is wrong with it [001-031]', async () => {
    workspace.linkEnvironment();
    fake('not-ruff', 'something else 1.0');
    assert.equal(
      await programOf(ruff, { programs: { ruff: '/nowhere/ruff' } }),
      'setting: /nowhere/ruff: does not exist',
    );
    assert.equal(
      await programOf(ruff, { programs: { ruff: 'not-ruff' } }),
      `setting: ${workspace.root}/not-ruff: something else 1.0`,
    );
  });

  it('never runs a file of the workspace only because of its name', async () => {
    for (const place of ['ruff', 'bin/ruff', 'mypy', 'python3', 'python'])
      fake(place, 'ruff 6.6.6 mypy 6.6.6');
    process.env['PATH'] = [
      workspace.root,
      join(workspace.root, 'bin'),
      '.',
      'bin',
      '',
      '/usr/bin',
      '/bin',
    ].join(':');
    for (const tool of [ruff, mypy]) assert.doesNotMatch(await programOf(tool), /6\.6\.6/);
  });

  it('says everywhere it looked when there is none [001-031]', async () => {
    workspace.write('.venv/bin/python', '#!/bin/sh\necho "No module named $3" >&2\nexit 1\n', {
      executable: true,
    });
    const detail = await programOf(mypy);
    assert.match(detail, /^\.venv: .*\.venv\/bin\/python: No module named mypy$/m);
  });

  describe('says of one that is there and fails which one, and how', () => {
    const script = (place: string, ...lines: readonly string[]) =>
      workspace.write(place, `#!/bin/sh\n${lines.join('\n')}\n`, { executable: true });
    const crashOf = async (linter: LinterDescriptor) => {
      const result = await find(linter);
      assert.ok(result.kind === 'missing', JSON.stringify(result));
      return result.crashed?.replaceAll(workspace.root, '');
    };
    const TRACEBACK = `Traceback (most recent call last):\n  File "x.py", line 1\n`;
    beforeEach(() => script('.venv/bin/python', 'echo "No module named $3" >&2', 'exit 1'));

    for (const [what, lines, told] of [
      ['an exit code', ['echo boom >&2', 'echo more >&2', 'exit 101'], 'failed with exit code 101: boom'],
      [
        'a traceback',
        [`cat >&2 <<'END'\n${TRACEBACK}KeyError: 1\nEND`, 'exit 1'],
        'failed with exit code 1: KeyError: 1',
      ],
      ['a signal', ['echo boom >&2', 'kill -SEGV $$'], 'was ended by SIGSEGV: boom'],
      ['an answer that is no version', ['echo hello'], 'does not tell its version: hello'],
      ['nothing', ['exit 3'], 'failed with exit code 3: it printed nothing'],
    ] as const)
      it(`by ${what} [001-031]`, async () => {
        script('.venv/bin/ruff', ...lines);
        assert.equal(await crashOf(ruff), `/.venv/bin/ruff ${told}`);
      });

    it('whose interpreter is gone [001-031]', async () => {
      workspace.write('.venv/bin/mypy', '#!/nowhere/python\n', { executable: true });
      assert.match((await crashOf(mypy)) ?? '', /^\/\.venv\/bin\/mypy cannot be started \(/);
    });

    it('as a module of its Python, and not a Python that has none [001-031]', async () => {
      assert.equal(await crashOf(mypy), undefined);
      const failing = (last: string) =>
        script('.venv/bin/python', `cat >&2 <<'END'\n${TRACEBACK}${last}\nEND`, 'exit 1');
      failing("ModuleNotFoundError: No module named 'mypy_extensions'");
      assert.equal(
        await crashOf(mypy),
        "/.venv/bin/python failed with exit code 1: ModuleNotFoundError: No module named 'mypy_extensions'",
      );
      failing('ImportError: No module named mypy');
      assert.equal(await crashOf(mypy), undefined);
      failing('importlib.metadata.PackageNotFoundError: No package metadata was found for import-linter');
      assert.equal(await crashOf(importLinter), undefined);
    });

    it('and not of a stand-in for one that is nowhere [001-031]', async () => {
      script('.venv/bin/ruff', 'echo "ruff: command not found" >&2', 'exit 127');
      assert.equal(await crashOf(ruff), undefined);
    });
  });

  it('notices that a tool was replaced', async () => {
    fake('.venv/bin/python', '');
    fake('.venv/bin/ruff', 'ruff 1.0.0');
    const finder = createToolFinder(workspace.root, createProcesses(), () => ({}));
    const version = async () => {
      const result = await finder.find(ruff, signal);
      return result.kind === 'found' ? result.found.version : result.detail;
    };
    assert.equal(await version(), '1.0.0');
    fake('.venv/bin/ruff', 'ruff 2.0.0 (later)');
    assert.equal(await version(), '2.0.0');
  });
});
