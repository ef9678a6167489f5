import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { python } from '../../scripts/setup/places.mjs';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import { runCli } from '../support/built-cli/run-cli.ts';
import { answer, type ModelServer, startModelServer } from '../support/model-server.ts';
import { SmallRepository } from '../support/small-repository.ts';

const PRICES = 'def price():\n    return 1\n\n\ndef tax():\n    return 1\n';
const commands = [
  {
    tool: 'atomic_replace',
    args: {
      file_path: 'prices.py',
      replacements: [{ old_string: 'def tax():\n    return 1\n', new_string: 'def tax():\n    return 2\n' }],
    },
    reason: 'As asked.',
  },
];
const verification = { tool: 'lint_backend', args: { path: '.', check_all: true } };
const order = {
  step_id: 'tax',
  step_text: 'Let tax return 2.',
  scope_allowlist: ['prices.py'],
  invariants: [],
  acceptance: { lint: { path: '.', check_all: true } },
};

/** A program as the Designer of a work order, through the built command line; QA is a model of a script. */
describe('a program as the Designer', () => {
  let repository: SmallRepository;
  let server: ModelServer;
  let alone: readonly string[] = [];
  before(async () => {
    if ((await openSandbox('/work-order').state()).kind !== 'ready') alone = ['--without-sandbox'];
  });
  beforeEach(async () => {
    repository = new SmallRepository();
    repository.commit('start', {
      'prices.py': PRICES,
      'tax.workorder.json': JSON.stringify(order),
      'design.json': JSON.stringify({
        touched_files: ['prices.py'],
        commands,
        changed_signatures: [],
        verification,
      }),
    });
    fs.appendFileSync(path.join(repository.root, '.git/info/exclude'), '.venv\n');
    fs.symlinkSync(python.folder, path.join(repository.root, '.venv'));
    server = await startModelServer(exchange => {
      // QA repeats what it approves.
      const shown = JSON.stringify(exchange.body.messages);
      const edited = shown.includes('Made by the program of the Designer.');
      const approved = edited
        ? [
            {
              ...commands[0],
              args: {
                file_path: 'prices.py',
                replacements: [
                  {
                    old_string: PRICES,
                    new_string: PRICES.replace('tax():\n    return 1', 'tax():\n    return 2'),
                  },
                ],
              },
            },
          ]
        : commands;
      answer(exchange, JSON.stringify({ decision: 'APPROVED', commands: approved, verification }));
    });
  });
  afterEach(async () => {
    await server.close();
    repository.dispose();
  });

  const run = (script: string, ...more: readonly string[]) =>
    runCli(
      [
        ...['run', 'tax.workorder.json', '--yes', '--on-lint-failure', 'keep', ...alone],
        ...['--designer-command', JSON.stringify(['sh', '-c', script])],
        ...['--qa-model', 'openai:scripted', '--base-url', server.baseUrl, ...more],
      ],
      { cwd: repository.root },
    );
  const text = () => repository.git('diff', '--unified=0', 'prices.py');

  it('prints the answer, which passes every stage of a work order', async () => {
    const { stdout, stderr } = await run('grep -q "Let tax return 2" && cat design.json');
    assert.match(text(), /^- {4}return 1\n\+ {4}return 2$/m, stdout + stderr);
    assert.match(stdout, /APPLIED|FAILED/);
  });

  it('or edits its copy, and the edits become the commands', async () => {
    const { stdout, stderr } = await run('sed -i "6s/1/2/" prices.py');
    assert.match(text(), /^- {4}return 1\n\+ {4}return 2$/m, stdout + stderr);
  });

  it('is blocked where it fails, answers nonsense, edits out of scope, or makes files', async () => {
    for (const [script, why] of [
      ['exit 3', /the program of the Designer gave no answer: it ended with 3/],
      ['echo nonsense', /BLOCKED/],
      ['echo "# x" >> design.json', /BLOCKED[\s\S]*design\.json/],
      ['echo "x = 1" > new.py', /it creates new\.py/],
    ] as const) {
      const { code, stdout, stderr } = await run(script);
      assert.equal(code, 2, stdout + stderr);
      assert.match(stdout, why);
      assert.equal(repository.git('status', '--short'), '');
    }
  });

  it('is named by the person alone: no file of the workspace sets it', async () => {
    repository.write('workorder.toml', 'designer-command = \'["touch", "ran"]\'\n');
    const { code, stderr } = await runCli(
      ['run', 'tax.workorder.json', '--yes', '--model', 'openai:scripted', '--base-url', server.baseUrl],
      { cwd: repository.root },
    );
    assert.equal(code, 3);
    assert.match(stderr, /designer-command/);
  });
});
