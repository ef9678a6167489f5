import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { childEnvironment, python, root } from '../../scripts/setup/places.mjs';
import { runCli } from '../support/built-cli/run-cli.ts';
import { answer, startModelServer } from '../support/model-server.ts';

const REFUSAL = JSON.stringify({
  touched_files: [],
  commands: [{ tool: '__error__', args: {}, reason: 'exceptions.py is outside the scope' }],
  changed_signatures: [],
  verification: { tool: 'lint_backend', args: { path: '', check_all: false } },
});

describe('workorder eval', function () {
  this.timeout(300_000); // the first time a package is downloaded
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'work-order-eval-test-')));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const env = childEnvironment({
    WORKORDER_STATE_DIR: path.join(folder, 'state'),
    WORKORDER_API_KEY: 'sk-a-key-that-is-kept',
  });
  const evaluate = (out: string, ...args: readonly string[]) =>
    runCli(
      [
        'eval',
        path.join(root, 'evals'),
        ...args,
        ...['--task', 'iniconfig/scope-too-small', '--task', 'iniconfig/keywords-of-parseline'],
        ...['--cache', path.join(root, '.vscode-test/packages'), '--python', python.executable],
        ...['--ruff', path.join(path.dirname(python.executable), 'ruff'), '--out', path.join(folder, out)],
      ],
      { cwd: folder, env },
    );
  const read = (...file: readonly string[]) => readFileSync(path.join(folder, ...file), 'utf8');

  it('judges a model, keeps what it said, goes on where it stopped, and plays it again to the same bytes', async () => {
    const server = await startModelServer(exchange =>
      answer(exchange, REFUSAL, { prompt_tokens: 900, completion_tokens: 50 }),
    );
    const model = ['--model', 'openai:small'];
    try {
      const first = await evaluate('first', ...model, '--base-url', server.baseUrl);
      assert.equal(first.code, 0, first.stderr);
      assert.match(first.stdout, /blocked rightly +iniconfig\/scope-too-small/);
      assert.match(first.stdout, /blocked wrongly by desi.*iniconfig\/keywords-of-parseline/);
      assert.match(first.stdout, /openai:small +openai:small +2 +50 % \(9–91\) +0 +1 +1 +0 +0 +0/);
      assert.equal(server.requests.length, 2);
      const again = await evaluate('first', ...model, '--base-url', server.baseUrl);
      assert.match(again.stdout, /^0 runs of 2 tasks, 2 have ended before/);
      assert.equal(server.requests.length, 2);
    } finally {
      await server.close();
    }
    assert.match(read('first', 'results.md'), /\| openai:small \| openai:small \| 2 \| 50 % \(9–91\)/);
    for (const out of ['once', 'twice'])
      assert.equal((await evaluate(out, ...model, '--replay', path.join(folder, 'first'))).code, 0);
    assert.equal(read('once', 'results.json'), read('twice', 'results.json'));
    assert.match(read('once', 'results.json'), /"input_tokens": 900/);

    const compared = await runCli(
      ['eval', '--compare', 'once/results.json', '--compare', 'first/results.json'],
      { cwd: folder, env },
    );
    assert.match(compared.stdout, /openai:small +openai:small +1 of 2.* +0 \(/);

    const others = JSON.parse(read('once', 'results.json'));
    others.settings.version = '9\u001b[31m';
    writeFileSync(path.join(folder, 'others.json'), JSON.stringify(others));
    const withOthers = await runCli(['eval', '--compare', 'once/results.json', '--compare', 'others.json'], {
      cwd: folder,
      env,
    });
    assert.match(withOthers.stdout, /Not the same in both: Work Order \S+ and 9\\u001b\[31m/);
  });

  it('says what is wrong before anything is begun', async () => {
    const end = await evaluate('none', '--model', 'replay:x.json');
    assert.equal(end.code, 3);
    assert.match(end.stderr, /write openai:MODEL, oracle, empty or wrong/);
    assert.match(
      (await evaluate('none', '--model', 'oracle', '--jobs', '0')).stderr,
      /--jobs must be a whole number from 1/,
    );
    assert.ok(!existsSync(path.join(folder, 'none')));
    writeFileSync(path.join(folder, 'file'), '');
    const taken = await evaluate('file', '--model', 'oracle');
    assert.equal(taken.code, 3);
    assert.match(taken.stderr, /^--out \S+file cannot be made a folder: /);
  });
});
