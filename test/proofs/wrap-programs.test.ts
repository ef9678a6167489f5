import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { python, root } from '../../scripts/setup/places.mjs';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { say, startModelServer } from '../support/model-server.ts';
import { SmallRepository } from '../support/small-repository.ts';

/** Installed once for all runs on this machine. */
const INSTALLED = path.join(root, 'test-results/wrapped-programs');
const CODEMODS = ['pyupgrade==3.22.0', 'libcst==1.9.0'];
const AGENT = '@qwen-code/qwen-code@0.15.10';

const LEGACY =
  'from typing import List, Optional\n\n\ndef names(rows: List[dict], first: Optional[str] = None) -> List[str]:\n    return ["%s %s" % (r["a"], r["b"]) for r in rows if first is None]\n';

/** Programs of others, from their registries, through the built command line: `npm run proofs wrap-programs`. */
describe('programs of others through workorder wrap', function () {
  this.timeout(600_000);
  let repository: SmallRepository;
  before(() => {
    const environment = path.join(INSTALLED, 'codemods');
    if (!fs.existsSync(path.join(environment, 'bin/pyupgrade'))) {
      execFileSync(python.executable, ['-m', 'venv', environment]);
      execFileSync(path.join(environment, 'bin/python'), ['-m', 'pip', 'install', '--quiet', ...CODEMODS]);
    }
    const agent = path.join(INSTALLED, 'agent');
    if (!fs.existsSync(path.join(agent, 'node_modules/.bin/qwen')))
      execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent', '--prefix', agent, AGENT]);
  });
  beforeEach(() => {
    repository = new SmallRepository();
    repository.commit('start', { 'legacy.py': LEGACY, 'setup.cfg': '[metadata]\nname = legacy\n' });
  });
  afterEach(() => repository.dispose());

  const bin = (name: string) => path.join(INSTALLED, 'codemods/bin', name);
  const text = () => fs.readFileSync(path.join(repository.root, 'legacy.py'), 'utf8');
  const wrap = (env: Record<string, string>, ...args: readonly string[]) =>
    runCli(['wrap', '--yes', ...args], {
      cwd: repository.root,
      env: { ...plainEnvironment(), ...env },
    });
  const takesBack = async () => {
    assert.equal((await runCli(['revert', '--last'], { cwd: repository.root })).code, 0);
    assert.equal(repository.git('status', '--short'), '');
  };

  it('pyupgrade', async () => {
    const { code, stdout } = await wrap(
      {},
      ...['--accept-exit', '1', '--', bin('pyupgrade'), '--py311-plus', 'legacy.py'],
    );
    assert.equal(code, 0, stdout);
    assert.match(text(), /rows: list\[dict\]/);
    await takesBack();
  });

  it('a codemod of LibCST', async () => {
    const codemod = 'convert_percent_format_to_fstring.ConvertPercentFormatStringCommand';
    const { code, stdout } = await wrap(
      {},
      ...['--invariant', 'no public API changes', '--'],
      ...[bin('python'), '-m', 'libcst.tool', 'codemod', '--no-format', codemod, 'legacy.py'],
    );
    assert.equal(code, 0, stdout);
    assert.match(text(), /return \[f"/);
    await takesBack();
  });

  it('the command line of a coding agent, with a model of a script', async () => {
    const file = path.join(repository.root, 'legacy.py');
    const server = await startModelServer(exchange => {
      const { tools = [], messages = [] } = exchange.body;
      const canWrite = tools.some(tool => tool.function.name === 'write_file');
      // It writes no file that it has not read.
      const content = LEGACY.replaceAll('names', 'full_names');
      const steps = [
        { name: 'read_file', arguments: JSON.stringify({ file_path: file }) },
        { name: 'write_file', arguments: JSON.stringify({ file_path: file, content }) },
      ];
      const step = canWrite ? steps[messages.filter(({ role }) => role === 'tool').length] : undefined;
      say(exchange, step ? { calls: [step], finish: 'tool_calls' } : { text: 'Renamed.' });
    });
    const home = path.join(repository.folder, 'home');
    fs.mkdirSync(home);
    try {
      const { code, stdout, stderr } = await wrap(
        { HOME: home, OPENAI_API_KEY: 'none', OPENAI_BASE_URL: server.baseUrl, OPENAI_MODEL: 'scripted' },
        ...['--scope', 'legacy.py', '--allow-network', '--allow-write', home],
        ...['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL'].flatMap(name => ['--env', name]),
        ...['--', process.execPath, path.join(INSTALLED, 'agent/node_modules/.bin/qwen')],
        ...['--auth-type', 'openai', '--yolo', '--prompt', 'Rename names to full_names in legacy.py.'],
      );
      assert.equal(code, 0, stdout + stderr);
      assert.ok(server.requests.length >= 3);
      assert.match(text(), /def full_names\(/);
      await takesBack();
    } finally {
      await server.close();
    }
  });
});
