import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ruff } from '../../../src/core/lint/linters/ruff/ruff.ts';
import { createToolFinder } from '../../../src/node/lint/find-tools.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { LintWorkspace } from './workspace.ts';

const signal = new AbortController().signal;
const VARIABLES = ['PATH', 'HOME', 'VIRTUAL_ENV', 'CONDA_PREFIX', 'UV_PROJECT_ENVIRONMENT', 'WORKON_HOME'];

describe('environments outside the workspace', () => {
  let workspace: LintWorkspace;
  /** A home folder of its own, with programs in `bin`. */
  let home = '';
  let before: Record<string, string | undefined> = {};
  beforeEach(() => {
    workspace = new LintWorkspace({ 'a.py': '' });
    home = realpathSync(mkdtempSync(join(tmpdir(), 'lint-home-')));
    before = Object.fromEntries(VARIABLES.map(name => [name, process.env[name]]));
    for (const name of VARIABLES) delete process.env[name];
    process.env['HOME'] = home;
    process.env['PATH'] = `${home}/bin:/usr/bin:/bin`;
  });
  afterEach(() => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    workspace.dispose();
    rmSync(home, { recursive: true, force: true });
  });

  const program = (path: string, script: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  };
  /** An environment with a ruff of its own. */
  const environment = (folder: string, version = '7.7.7') => {
    program(join(folder, 'bin/python'), 'echo Python 3');
    program(join(folder, 'bin/ruff'), `echo ruff ${version}`);
    return folder;
  };
  const finder = () => createToolFinder(workspace.root, createProcesses(), () => ({}));
  const find = async (from = finder()) => {
    const result = await from.find(ruff, signal);
    return result.kind === 'found' ? result.found.program : result.detail;
  };

  for (const [manager, mark, question] of [
    ['poetry', { 'pyproject.toml': '[tool.poetry]\n' }, /^env info --path /],
    ['poetry', { 'poetry.lock': '' }, /^env info --path /],
    ['hatch', { 'pyproject.toml': '[tool.hatch.envs.default]\n' }, /^--no-color env find$/],
    ['pipenv', { Pipfile: '' }, /^--venv$/],
  ] as const)
    it(`asks ${manager} for the environment of a project with ${Object.keys(mark).join()}`, async () => {
      const folder = environment(join(home, 'envs/one'));
      program(join(home, 'bin', manager), `echo "$PWD: $*" >> ${home}/asked; echo ${folder}`);
      assert.notEqual(await find(), join(folder, 'bin/ruff'), 'not asked about another project');
      for (const [file, text] of Object.entries(mark)) workspace.write(file, text);
      const tools = finder();
      assert.equal(await find(tools), join(folder, 'bin/ruff'));
      await find(tools);
      const asked = readFileSync(join(home, 'asked'), 'utf8').trim().split('\n');
      assert.equal(asked.length, 1, 'asked once');
      assert.match(asked[0]?.replace(`${workspace.root}: `, '') ?? '', question);
    });

  it('are not asked for when the workspace has its own', async () => {
    workspace.write('poetry.lock', '');
    program(join(home, 'bin/poetry'), `touch ${home}/asked; echo ${environment(join(home, 'envs/one'))}`);
    environment(join(workspace.root, '.venv'));
    assert.equal(await find(), join(workspace.root, '.venv/bin/ruff'));
    assert.throws(() => readFileSync(join(home, 'asked')));
  });

  it('are asked for again when the project changed', async () => {
    workspace.write('poetry.lock', '1');
    program(join(home, 'bin/poetry'), `echo ${environment(join(home, 'envs/one'))}`);
    const tools = finder();
    assert.equal(await find(tools), join(home, 'envs/one/bin/ruff'));
    workspace.write('poetry.lock', 'another');
    environment(join(home, 'envs/two'));
    program(join(home, 'bin/poetry'), `echo ${join(home, 'envs/two')}`);
    assert.equal(await find(tools), join(home, 'envs/two/bin/ruff'));
  });

  it('of pdm are never asked for: its answer would make one', async () => {
    workspace.write('pdm.lock', '');
    program(join(home, 'bin/pdm'), `touch ${home}/asked`);
    const python = join(environment(join(home, 'pdm-environment')), 'bin/python');
    workspace.write('.pdm-python', python);
    assert.equal(await find(), join(dirname(python), 'ruff'));
    assert.throws(() => readFileSync(join(home, 'asked')));
  });

  it('are never asked for with a program of the workspace’s', async () => {
    workspace.write('poetry.lock', '');
    for (const place of ['poetry', 'bin/poetry'])
      workspace.write(place, `#!/bin/sh\ntouch ${home}/canary\n`, { executable: true });
    process.env['PATH'] = `${workspace.root}:${workspace.root}/bin:.:bin:/usr/bin:/bin`;
    await find();
    assert.throws(() => readFileSync(join(home, 'canary')));
  });

  it('that cannot be told are named in the failure, and nothing waits for them for ever [001-031]', async () => {
    process.env['PATH'] = `${home}/bin`;
    workspace.write('poetry.lock', '');
    workspace.write('hatch.toml', '');
    program(join(home, 'bin/poetry'), 'echo "No virtual environment has been activated." >&2; exit 1');
    assert.match(
      await find(),
      /^poetry env info .*: No virtual environment has been activated\.\nhatch: not on PATH/m,
    );
  });

  it('are found where uv, conda and virtualenvwrapper keep them', async () => {
    const uv = environment(join(home, 'uv-environment'));
    process.env['UV_PROJECT_ENVIRONMENT'] = uv;
    assert.equal(await find(), join(uv, 'bin/ruff'));
    delete process.env['UV_PROJECT_ENVIRONMENT'];

    const conda = environment(join(home, 'miniforge/envs/science'));
    workspace.write('environment.yml', 'name: science # the team’s\nchannels: [conda-forge]\n');
    mkdirSync(join(home, '.conda'));
    writeFileSync(join(home, '.conda/environments.txt'), `${home}/miniforge\n${conda}\n`);
    assert.equal(await find(), join(conda, 'bin/ruff'));
    workspace.write('environment.yml', 'name: other\n');

    const wrapped = environment(join(home, '.virtualenvs', basename(workspace.root)));
    writeFileSync(join(wrapped, '.project'), '/another/project\n');
    assert.notEqual(await find(), join(wrapped, 'bin/ruff'));
    writeFileSync(join(wrapped, '.project'), `${workspace.root}\n`);
    assert.equal(await find(), join(wrapped, 'bin/ruff'));
  });

  it('of a uv workspace are found from its members', async () => {
    const top = new LintWorkspace({ 'pyproject.toml': '[tool.uv.workspace]\nmembers = ["packages/*"]\n' });
    const member = join(top.root, 'packages/one');
    mkdirSync(member, { recursive: true });
    environment(join(top.root, '.venv'));
    const result = await createToolFinder(member, createProcesses(), () => ({})).find(ruff, signal);
    assert.ok(result.kind === 'found');
    assert.equal(result.found.program, join(top.root, '.venv/bin/ruff'));
    top.dispose();
  });

  it('that are activated come after those a host names, and before PATH', async () => {
    program(join(home, 'bin/ruff'), 'echo ruff 1.0.0');
    const active = environment(join(home, 'active'));
    process.env['VIRTUAL_ENV'] = active;
    assert.equal(await find(), join(active, 'bin/ruff'));
    const chosen = environment(join(home, 'chosen'));
    const named = createToolFinder(workspace.root, createProcesses(), () => ({
      interpreters: [join(chosen, 'bin/python')],
    }));
    assert.equal(await find(named), join(chosen, 'bin/ruff'));
  });
});
