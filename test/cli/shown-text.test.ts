import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isFullRun, printTable, seedOf, tally } from '../faults/support/counts.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { CANARY, rawEscapes } from '../support/canary.ts';
import { answer, type Exchange, say, startModelServer } from '../support/model-server.ts';
import { ShopCopy } from './command-line.ts';

const FILE = 'shop/notes.py';
const TEXT = `# ${CANARY.replaceAll(/[\r\u2028\u2029\u000b\u000c\u0000]/g, '')}\nNOTE = 1\n`;

const WAYS = ['pipe', 'colours', 'json'] as const;
const seed = seedOf(20261123);

/** What the models say, by request. */
type Model = (exchange: Exchange, turn: number) => void;

describe('what the built command line shows of models, files, tests and repositories', function () {
  this.timeout(300_000);
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());
  let looks = 0;
  let tried = 0;
  after(() => {
    tally('texts of others on a pipe, in colours, as JSON', tried, 0);
    printTable(seed);
  });

  /**
   * Runs it on a pipe, on a terminal with colours, and as JSON, in a usual run two of these in turn: the text is there, and
   * nothing of it acts.
   */
  async function look(
    argv: readonly string[],
    model: Model,
    {
      answers = ['n'],
      shown = true,
    }: { readonly answers?: readonly string[]; readonly shown?: boolean } = {},
  ): Promise<void> {
    const leftOut = WAYS[(looks++ + seed) % WAYS.length];
    for (const way of WAYS.filter(one => isFullRun || one !== leftOut)) {
      tried++;
      const server = await startModelServer(exchange => model(exchange, exchange.earlier));
      const endpoint = ['--model', 'openai:test', '--base-url', server.baseUrl];
      try {
        const { stdout, stderr } = await runCli(
          [
            ...argv.map(word => word.replace('WAY', way)),
            ...endpoint,
            '--root',
            shop.root,
            ...(way === 'json' ? ['--json'] : []),
          ],
          {
            cwd: shop.root,
            answers,
            env: { ...plainEnvironment(), ...(way === 'colours' ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
          },
        );
        const written = stdout + stderr;
        if (shown) assert.match(written, /canary/, `${way}: ${written}`);
        assert.deepEqual(rawEscapes(written, way === 'colours' ? 'own' : 'none'), [], way);
        if (way !== 'json') continue;
        for (const line of stdout.split('\n').filter(one => one !== '')) JSON.parse(line);
        if (shown) assert.ok(stdout.includes('\\u001b[2J') || stderr.includes('\\u001b[2J'), written);
      } finally {
        await server.close();
      }
    }
  }

  const order = (): string => {
    const file = 'canary.workorder.json';
    const lint = { path: 'shop', check_all: false };
    shop.write(
      file,
      JSON.stringify({
        step_id: 'canary-1',
        step_text: `Write a note. ${CANARY}`,
        scope_allowlist: ['shop/'],
        invariants: [],
        acceptance: { lint, phase_boundary_lint: lint },
      }),
    );
    return file;
  };

  const verification = { tool: 'lint_backend', args: { path: 'shop', check_all: false } };
  const commands = [
    {
      tool: 'atomic_replace',
      args: {
        file_path: FILE,
        replacements: [{ old_string: 'NOTE = 1', new_string: `NOTE = 2  # ${TEXT.slice(2, -10)}` }],
      },
      reason: `Because. ${CANARY}`,
    },
  ];
  const designer = {
    touched_files: [FILE],
    commands,
    changed_signatures: [`NOTE is now 2 ${CANARY}`],
    verification,
  };

  it('QA’s reasons and spot checks, the Designer’s reasons and the diff, at the question', async () => {
    shop.write(FILE, TEXT);
    const approved = {
      decision: 'APPROVED',
      reasons: [CANARY],
      spot_checks: [`verified: ${FILE} is fine ${CANARY}`, `not checked: ${CANARY}`],
      commands,
      verification,
    };
    await look(['run', order()], (exchange, turn) =>
      answer(exchange, JSON.stringify(turn === 0 ? designer : approved)),
    );
  });

  it('QA’s reasons for a rejection', async () => {
    shop.write(FILE, TEXT);
    const rejected = {
      decision: 'REJECTED',
      commands: [],
      verification,
      reasons: [CANARY],
      required_changes: [CANARY],
      spot_checks: [CANARY],
    };
    await look(['run', order()], (exchange, turn) =>
      answer(exchange, JSON.stringify(turn === 0 ? designer : rejected)),
    );
  });

  it('a Designer that gives up, and replies that are no answer', async () => {
    for (const reply of [
      {
        ...designer,
        touched_files: [],
        commands: [{ tool: '__error__', args: {}, reason: CANARY }],
        changed_signatures: [],
      },
      { [CANARY]: CANARY },
      { ...designer, touched_files: [`shop/${CANARY}.py`] },
      { ...designer, commands: [{ ...commands[0], tool: CANARY }] },
      {
        ...designer,
        commands: [{ ...commands[0], args: { file_path: `shop/${CANARY}`, replacements: [] } }],
      },
    ])
      await look(['run', order()], exchange => answer(exchange, JSON.stringify(reply)));
    await look(['run', order()], exchange => answer(exchange, CANARY));
  });

  it('an endpoint’s error', async () => {
    await look(['run', order()], ({ response }) => {
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: CANARY, type: CANARY, code: CANARY } }));
    });
  });

  it('an agent’s thoughts, tools, paths, arguments and questions, the output of tests, names of branches', async () => {
    shop.write(FILE, TEXT);
    fs.mkdirSync(path.join(shop.root, 'scripts'), { recursive: true });
    shop.write(
      'scripts/run_tests.py',
      `print(${asciiLiteral(CANARY)})\nprint("1/2 tests passed")\nraise SystemExit(1)\n`,
    );
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
        cwd: shop.root,
        stdio: 'ignore',
      });
    git('checkout', '-q', '-b', 'canary-\u202e\u200b\u009b2J](command-x)');
    git('add', '-A');
    git('commit', '-qm', CANARY.replaceAll('\u0000', ''));
    const calls = [
      { tool_name: 'read_file', arguments: { path: FILE } },
      { tool_name: 'read_file', arguments: { path: `shop/${CANARY}` } },
      { tool_name: CANARY, arguments: {} },
      { tool_name: 'write_file', arguments: { path: FILE, content: `${TEXT}# more\n` } },
      { tool_name: 'run_tests', arguments: {} },
      { tool_name: 'finish', arguments: { reason: CANARY } },
    ];
    const turns = [
      { thoughts: CANARY, tool_calls: calls.slice(0, 3) },
      { thoughts: CANARY, tool_calls: calls.slice(3, 5) },
      { thoughts: CANARY, [CANARY]: 1 },
      { thoughts: CANARY, tool_calls: [{ tool_name: 'ask_user', arguments: { question: CANARY } }] },
      { thoughts: CANARY, tool_calls: calls.slice(5) },
    ];
    for (const options of [[], ['--yes']])
      await look(
        [
          'agent',
          '--task',
          `Do it. ${CANARY.replaceAll('\u0000', '')}`,
          '--delivery',
          'none',
          '--max-turns',
          '5',
          ...options,
        ],
        (exchange, turn) => say(exchange, { text: JSON.stringify(turns[turn] ?? turns.at(-1)) }),
        { answers: ['y', CANARY.replaceAll(/\p{Cc}/gu, ''), 'n', 'n'] },
      );
    for (const kept of [['history'], ['agent', '--list'], ['show']])
      for (const json of [[], ['--json']]) {
        const { stdout, stderr } = await shop.run([...kept, ...json, '--root', shop.root]);
        assert.deepEqual(rawEscapes(stdout + stderr), [], kept.join(' '));
      }
  });

  it('a manager’s subtasks, a team’s plan', async () => {
    const subtasks = [{ title: CANARY, description: CANARY, acceptanceCriteria: [CANARY] }];
    await look(['ticket', 'run', '--title', `WAY ${CANARY.replaceAll('\u0000', '')}`], exchange =>
      answer(exchange, JSON.stringify({ subtasks, reason: CANARY })),
    );
    await look(['routa', '--goal', `G ${CANARY.replaceAll('\u0000', '')}`, '--max-turns', '2'], exchange =>
      say(exchange, {
        text: JSON.stringify({ thoughts: CANARY, tool_calls: [{ tool_name: CANARY, arguments: {} }] }),
      }),
    );
  });

  it('faults of names given on the command line', async () => {
    const name = CANARY.replaceAll('\u0000', '');
    for (const argv of [
      [name],
      ['run', `${name}.json`],
      ['run', `--${name}`],
      ['show', name],
      ['tool', name],
      ['plan', name],
    ]) {
      const { stdout, stderr } = await shop.run(argv);
      assert.match(stdout + stderr, /canary/);
      assert.deepEqual(rawEscapes(stdout + stderr), [], argv[0]);
    }
  });
});

/** A literal of Python in plain ASCII. */
const asciiLiteral = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
