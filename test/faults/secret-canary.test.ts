import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCli } from '../support/built-cli/run-cli.ts';
import { answer, type Behaviour, type Exchange, refuse, startModelServer } from '../support/model-server.ts';

const CANARY = 'sk-canary-7f3a9b2e41d8c6a05e';
const keyOf = ({ headers }: Exchange): string => String(headers.authorization).replace('Bearer ', '');

const order = {
  step_id: 'phase-1.step-1',
  step_text: 'Rename greet() to welcome().',
  scope_allowlist: ['greet.py'],
  invariants: [],
  acceptance: { lint: { path: 'greet.py', check_all: true } },
};
const commands = [
  {
    tool: 'atomic_replace',
    args: { file_path: 'greet.py', replacements: [{ old_string: 'greet', new_string: 'welcome' }] },
    reason: 'Rename.',
  },
];
const verification = { tool: 'lint_backend', args: { path: 'greet.py', check_all: true } };
const design = (reason = 'Rename.') => ({
  touched_files: ['greet.py'],
  commands: commands.map(command => ({ ...command, reason })),
  changed_signatures: [],
  verification,
});
const verdict = { decision: 'APPROVED', commands, verification };

const isQa = ({ body }: Exchange): boolean => String(body.messages?.[0]?.content).startsWith('You are QA');

/** What an endpoint does with the key it is given. */
const ENDPOINTS: Readonly<Record<string, Behaviour>> = {
  'is honest': exchange => answer(exchange, JSON.stringify(isQa(exchange) ? verdict : design())),
  'writes it into its refusal': exchange =>
    refuse(exchange, 400, { message: `wrong key ${keyOf(exchange)}` }),
  'writes it into its retries': exchange =>
    refuse(exchange, 503, { message: keyOf(exchange) }, { 'retry-after': '0' }),
  'writes it into its answer': exchange => answer(exchange, JSON.stringify(design(keyOf(exchange)))),
  'writes it into an answer that is stopped early': exchange =>
    answer(exchange, JSON.stringify({ ...design(), commands: [{ tool: keyOf(exchange) }, ...commands] })),
  'writes it into QA’s verdict': exchange =>
    answer(exchange, JSON.stringify(isQa(exchange) ? { ...verdict, reasons: [keyOf(exchange)] } : design())),
};

describe('the API key', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-canary-'));
  });
  afterEach(() => {
    for (const name of ['WORKORDER_API_KEY', 'OPENAI_API_KEY', 'WORKORDER_STATE_DIR'])
      delete process.env[name];
    fs.rmSync(folder, { recursive: true, force: true });
  });

  /** A run is begun only with linters that say their version. */
  const ANSWER_VERSION =
    'case "$*" in *--version*|*importlib.metadata*) echo "ruff 1.0.0"; echo "mypy 1.0.0"; echo "import-linter 1.0.0"; exit 0;; esac\n';

  /** A program in place of each linter that writes down what it was given. */
  function spyOnLinters(): string {
    const program = path.join(folder, 'spy');
    fs.writeFileSync(
      program,
      `#!/bin/sh\n{ env; echo "$0 $@"; } >> ${path.join(folder, 'children.txt')}\n${ANSWER_VERSION}exit 2\n`,
    );
    fs.chmodSync(program, 0o755);
    return program;
  }

  for (const [what, behaviour] of Object.entries(ENDPOINTS)) {
    it(`is in no output, journal, recording, report, linter’s environment or file when the endpoint ${what}`, async () => {
      const root = path.join(folder, 'workspace');
      fs.mkdirSync(root);
      fs.writeFileSync(path.join(root, 'greet.py'), 'def greet() -> None: ...\n');
      fs.writeFileSync(path.join(root, 'greet.workorder.json'), JSON.stringify(order));
      const spy = spyOnLinters();
      process.env['WORKORDER_STATE_DIR'] = path.join(folder, 'state');
      // As a person would have them: also in the environment that programs inherit.
      process.env['WORKORDER_API_KEY'] = CANARY;
      process.env['OPENAI_API_KEY'] = CANARY;
      const server = await startModelServer(behaviour);
      let output = '';
      const workorder = async (argv: readonly string[]): Promise<void> => {
        // Outside a sandbox: in one, a linter could write down nothing.
        const env = { ...process.env, WORKORDER_SANDBOX: 'off' };
        const { stdout, stderr } = await runCli(argv, { cwd: root, env });
        output += stdout + stderr;
      };
      try {
        const linters = ['--ruff', spy, '--mypy', spy, '--import-linter', spy];
        const model = ['--model', 'openai:m', '--base-url', server.baseUrl];
        const argv = ['run', 'greet.workorder.json', ...model, ...linters, '--yes', '--json'];
        await workorder([
          ...argv,
          ...['--record', path.join(folder, 'recording.json'), '--on-lint-failure', 'keep'],
        ]);
        await workorder(['show', '--json']);
        await workorder(['report', '--to', path.join(folder, 'report.json')]);
      } finally {
        await server.close();
      }
      assert.ok(server.requests.length > 0, output);
      assert.equal(server.requests[0]?.headers.authorization, `Bearer ${CANARY}`);
      fs.writeFileSync(path.join(folder, 'output.txt'), output);
      const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter(f => f.isFile());
      const names = files.map(file => path.relative(folder, path.join(file.parentPath, file.name)));
      assert.ok(
        names.some(name => name.startsWith('state')) &&
          names.some(name => name.endsWith('replies.json')) &&
          names.includes('recording.json') &&
          names.includes('report.json'),
        names.join(),
      );
      if (what === 'is honest') assert.ok(names.includes('children.txt'), `${names.join()}\n${output}`);
      for (const name of names) {
        const text = fs.readFileSync(path.join(folder, name), 'latin1');
        assert.ok(!text.includes(CANARY), `${name} holds the key`);
        assert.doesNotMatch(text, /7f3a9b2e/, name);
      }
    });
  }
});
