import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GUARDED_MODULE_SCRIPT } from '../../../src/core/lint/python-guard.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { ENVIRONMENT } from './cases/run-case.ts';
import { LintWorkspace } from './workspace.ts';

/** Python that leaves a trace when it is run. */
const CANARY = 'open("/CANARY", "w").close()\nraise SystemExit(0)\n';

/** Names a tool or its library could be shadowed by, as module and as package. */
const SHADOWS = [
  'ruff',
  'mypy',
  'mypyc',
  'mypy_extensions',
  'pathspec',
  'importlinter',
  'grimp',
  'click',
  'rich',
  'json',
  'typing_extensions',
  'runpy',
  'sitecustomize',
  'usercustomize',
  'encodings',
];

describe('linting runs no code of the workspace', () => {
  let workspace: LintWorkspace;
  afterEach(() => workspace.dispose());

  const create = (files: Readonly<Record<string, string>>) => {
    workspace = new LintWorkspace({});
    for (const [path, text] of Object.entries(files)) {
      workspace.write(path, text.replace('/CANARY', join(workspace.root, 'canary')));
    }
  };
  const expectUntouched = () => assert.ok(!existsSync(join(workspace.root, 'canary')));

  const CONTRACTS = {
    '.importlinter':
      '[importlinter]\nroot_package = app\n\n[importlinter:contract:one]\nname = Layers\ntype = layers\nlayers =\n    app.a\n    app.b\n',
    'app/__init__.py': CANARY,
    'app/a.py': CANARY,
    'app/b.py': CANARY,
  };

  it('which is named like a tool or a library of it', async () => {
    create({
      ...CONTRACTS,
      ...Object.fromEntries(SHADOWS.map(name => [`${name}.py`, CANARY])),
      ...Object.fromEntries(SHADOWS.map(name => [`${name}/__init__.py`, CANARY])),
      ...Object.fromEntries(SHADOWS.map(name => [`${name}/__main__.py`, CANARY])),
    });
    const outcome = await workspace.lint({ path: 'app' });
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.deepEqual(
      outcome.tools.map(tool => tool.tool),
      ['ruff', 'mypy', 'import-linter'],
    );
    expectUntouched();
  });

  it('also when the tools are started through a Python', async () => {
    create({
      'a.py': 'x = 1\n',
      'mypy/__main__.py': CANARY,
      'mypy/__init__.py': CANARY,
      'ruff.py': CANARY,
      'runpy.py': CANARY,
    });
    const python = join(ENVIRONMENT, 'bin', 'python');
    const outcome = await workspace.lint({ path: 'a.py' }, { programs: { mypy: python, ruff: python } });
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    assert.equal(outcome.report.summary.clean, true);
    expectUntouched();
  });

  it('which is only checked: conftest, setup, the modules themselves', async () => {
    create({ ...CONTRACTS, 'conftest.py': CANARY, 'setup.py': CANARY, 'noxfile.py': CANARY });
    const outcome = await workspace.lint({ path: 'app' });
    assert.ok(outcome.kind === 'report', JSON.stringify(outcome));
    expectUntouched();
  });

  it('also where its plugin was overlooked: the guard refuses a file, a module and what a plugin imports', async () => {
    const plugin = 'from mypy.plugin import Plugin\ndef plugin(version):\n    return Plugin\n';
    const forms: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['tools/p.py', { 'tools/p.py': CANARY + plugin }],
      // An environment that links the workspace has it on its path.
      ['linked.p', { 'linked/__init__.py': '', 'linked/p.py': CANARY + plugin }],
      ['linked', { 'linked.py': CANARY + plugin }],
    ];
    for (const [name, files] of forms) {
      create({ 'a.py': 'x = 1\n', 'mypy.ini': `[mypy]\nplugins = ${name}\n`, ...files });
      const python = join(ENVIRONMENT, 'bin', 'python');
      const result = await createProcesses().run({
        program: python,
        args: ['-c', GUARDED_MODULE_SCRIPT, workspace.root, '--', 'mypy', '--cache-dir=/dev/null', 'a.py'],
        cwd: workspace.root,
        env: { PYTHONPATH: workspace.root },
        timeoutMs: 60_000,
        signal: new AbortController().signal,
      });
      assert.ok(result.kind === 'exited' && result.code === 2, JSON.stringify(result));
      assert.match(result.stderr + result.stdout, /is code of the workspace \(.*\) and was not run/);
      expectUntouched();
      workspace.dispose();
    }
  });

  it('except a plugin that mypy is configured with, which is why a changed configuration asks first', async () => {
    create({
      'a.py': 'x = 1\n',
      'mypy.ini': '[mypy]\nplugins = evil.py\n',
      'evil.py':
        'open("/CANARY", "w").close()\nfrom mypy.plugin import Plugin\ndef plugin(version):\n    return Plugin\n',
    });
    await workspace.lint({ path: 'a.py' });
    assert.ok(existsSync(join(workspace.root, 'canary')));
  });
});
