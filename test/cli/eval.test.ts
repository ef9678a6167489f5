import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { childEnvironment, python, root } from '../../scripts/setup/places.mjs';
import { rateOf, rateWords, shortRate } from '../../src/core/eval/rate.ts';
import { tablesOf } from '../../src/core/eval/tables.ts';
import type { EvalResults } from '../../src/generated/contracts.ts';
import { runCli } from '../support/built-cli/run-cli.ts';
import { answer, startModelServer } from '../support/model-server.ts';
import { type QaAct, type SeenProposal, scriptedQa } from '../support/scripted-qa.ts';

const REFUSAL = JSON.stringify({
  touched_files: [],
  commands: [{ tool: '__error__', args: {}, reason: 'exceptions.py is outside the scope' }],
  changed_signatures: [],
  verification: { tool: 'lint_backend', args: { path: '', check_all: false } },
});

/** Something that one side waits for, and the other lets happen. */
function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {};
  const opened = new Promise<void>(resolve => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe('workorder eval', function () {
  this.timeout(300_000); // the first time a package is downloaded
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'work-order-eval-test-')));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const env = childEnvironment({
    WORKORDER_STATE_DIR: path.join(folder, 'state'),
    WORKORDER_API_KEY: 'sk-a-key-that-is-kept',
  });
  const evaluate = (out: string, ...given: readonly (string | AbortSignal)[]) => {
    const signal = given.find(arg => arg instanceof AbortSignal);
    return runCli(
      [
        'eval',
        path.join(root, 'evals'),
        ...given.filter(arg => typeof arg === 'string'),
        ...['--task', 'iniconfig/scope-too-small', '--task', 'iniconfig/keywords-of-parseline'],
        ...['--cache', path.join(root, '.vscode-test/packages'), '--python', python.executable],
        ...['--ruff', path.join(path.dirname(python.executable), 'ruff'), '--out', path.join(folder, out)],
      ],
      { cwd: folder, env, ...(signal ? { signal } : {}) },
    );
  };
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
      assert.match(first.stdout, /openai:small +openai:small +2 +50 % \(9–91\) +0 +1 +1 +0 +0 +– +0/);
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

  it('keeps what has ended on Ctrl+C, writes its tables, and says how to go on', async () => {
    const cancel = new AbortController();
    const server = await startModelServer(exchange => {
      if (exchange.earlier === 0) answer(exchange, REFUSAL);
      else cancel.abort();
    });
    const asked = ['--model', 'openai:small', '--base-url', server.baseUrl, '--jobs', '1'];
    try {
      const stopped = await evaluate('cancelled', ...asked, cancel.signal);
      assert.equal(stopped.code, 130, stopped.stderr);
      assert.match(
        stopped.stderr,
        /^1 of 2 runs had ended: they are kept in cancelled\. The same command again runs what is missing\.\nCancelled\.$/m,
      );
    } finally {
      await server.close();
    }
    const { runs }: EvalResults = JSON.parse(read('cancelled', 'results.json'));
    assert.equal(runs.length, 1);
    assert.match(read('cancelled', 'results.html'), /1 run of 1 task on 1 package/);
  });

  /** What QA did about the faults that reached it: which of them code stops before is not this test's affair. */
  const did = { reject: 0, send: 0, 'stop half-way': 0, babble: 0, 'false check': 0, approve: 0 };

  it('measures a QA: what it finds, repairs, refuses wrongly and claims, and what its tokens cost', async () => {
    const has = (text: string) => (proposal: SeenProposal) =>
      JSON.stringify(proposal.commands).includes(text);
    let right: SeenProposal['commands'] = [];
    let asked = 0;
    const exists = { kind: 'exists', subject: 'parse_lines', in: 'src/iniconfig/_parse.py' };
    const aboutFault = (proposal: SeenProposal): keyof typeof did => {
      if (has('lineno_x')(proposal)) return 'false check';
      if (has('str_x')(proposal)) return 'babble';
      if (!has('*, path')(proposal)) return did.reject === 0 ? 'reject' : 'stop half-way';
      return has('lineno=')(proposal) ? 'approve' : 'send';
    };
    const decide = (proposal: SeenProposal): QaAct => {
      // The oracle comes first, twice: the second time it is refused.
      if (asked++ < 2) right = proposal.commands;
      if (asked === 1) return { act: 'approve', spotChecks: [exists, 'verified: it is nicer than before'] };
      if (asked === 2) return { act: 'reject' };
      const act = aboutFault(proposal);
      did[act]++;
      if (act === 'false check') return { act: 'approve', spotChecks: [{ ...exists, kind: 'absent' }] };
      return act === 'send' ? { act, commands: right } : { act };
    };
    const usage = {
      prompt_tokens: 1000,
      completion_tokens: 100,
      prompt_tokens_details: { cached_tokens: 600 },
    };
    const server = await startModelServer(scriptedQa(decide, usage));
    const prices = path.join(folder, 'prices.json');
    const price = { input: 10, cached_input: 1, output: 100 };
    writeFileSync(prices, JSON.stringify({ currency: 'EUR', models: { judge: price } }));
    try {
      const models = ['--model', 'oracle', '--model', 'wrong', '--qa-model', 'openai:judge'];
      const end = await evaluate(
        'qa',
        ...models,
        '--base-url',
        server.baseUrl,
        '--runs',
        '2',
        '--jobs',
        '1',
        '--prices',
        prices,
      );
      assert.equal(end.code, 0, end.stderr);
      assert.doesNotMatch(end.stderr, /Warning/);
    } finally {
      await server.close();
    }
  });

  it('shows what it measured of a QA in the same words on the terminal, as Markdown and as a page', () => {
    const results: EvalResults = JSON.parse(read('qa', 'results.json'));
    const faults = results.runs.filter(({ model }) => model === 'wrong');
    for (const [act, count] of Object.entries(did)) assert.ok(count > 0, act);
    const asked = Object.values(did).reduce((sum, count) => sum + count, 0);
    const stopped = faults.filter(({ by }) => by === 'lint' || by === 'tests').length;
    const applied = faults.filter(({ verdict }) => verdict === 'escaped').length;
    assert.equal(stopped + applied, did.approve);
    const checks = did['false check'];
    const cells = [
      'openai:judge',
      String(faults.length),
      String(faults.length - asked),
      `${rateWords(rateOf(did.reject + did.send, asked - did['stop half-way']))}; ${did.send} repaired`,
      String(did.babble + checks + did['stop half-way']),
      String(stopped),
      rateWords(rateOf(applied, faults.length)),
      '1 of 2, 50 % (9–91); 1 by QA',
      shortRate(rateOf(1 + checks, 2 + checks)),
      rateWords(rateOf(1, 1 + checks)),
    ];
    const row = tablesOf(results).find(({ title }) => title === 'What QA adds')?.rows[0];
    assert.deepEqual(row, cells);
    assert.ok(read('qa', 'results.md').includes(`| ${cells.join(' | ')} |`));
    assert.ok(read('qa', 'results.html').includes(cells.map(cell => `<td>${cell}</td>`).join('')));
    // 600 of 1,000 tokens of each question were in the cache: (400 × 10 + 600 × 1 + 100 × 100) millionths.
    assert.match(read('qa', 'results.md'), /\| 2,000 \(1,200 cached\) \| 200 \| 0\.0292 EUR \|/);
  });

  describe('in a folder that has results already', () => {
    const oracle = ['--model', 'oracle'];
    it('refuses a second process while one is at work, and writes nothing', async () => {
      const out = path.join(folder, 'shared');
      const [first, asked] = [gate(), gate()];
      const server = await startModelServer(async exchange => {
        asked.open();
        await first.opened;
        answer(exchange, REFUSAL);
      });
      try {
        const running = evaluate('shared', '--model', 'openai:small', '--base-url', server.baseUrl);
        await asked.opened;
        const second = await evaluate('shared', ...oracle);
        assert.equal(second.code, 3);
        assert.match(
          second.stderr,
          /^another workorder eval \(process \d+\) is writing its results to \S+shared: wait until it has ended, or name another folder with --out\n/,
        );
        assert.ok(!existsSync(path.join(out, 'results.json')));
        first.open();
        assert.equal((await running).code, 0);
      } finally {
        first.open();
        await server.close();
      }
      assert.equal((await evaluate('shared', ...oracle)).code, 0);
      assert.deepEqual(readdirSync(out).sort(), [
        'replies',
        'results.html',
        'results.json',
        'results.md',
        'runs.jsonl',
      ]);
    });

    it('goes on with another model, and names whose runs its tables have too', async () => {
      const end = await evaluate('shared', '--model', 'empty');
      assert.match(end.stdout, /^2 runs of 2 tasks\n/);
      assert.match(
        end.stdout,
        /These also have 4 runs that ended here before, of other models or tasks: openai:small, oracle with QA approve\n$/,
      );
      const { runs }: EvalResults = JSON.parse(read('shared', 'results.json'));
      assert.deepEqual([...new Set(runs.map(({ model }) => model))].sort(), [
        'empty',
        'openai:small',
        'oracle',
      ]);
    });

    it('refuses other tasks or orders, and names what is not the same', async () => {
      const before = read('shared', 'runs.jsonl');
      const end = await evaluate('shared', ...oracle, '--bounded');
      assert.equal(end.code, 3);
      assert.match(
        end.stderr,
        /runs\.jsonl was begun with other settings \(only one of the two has orders that say what may change\): name another folder with --out, or remove it/,
      );
      const [header = '', ...runs] = before.split('\n');
      const others = JSON.parse(header);
      others.settings.suite_sha256 = '0'.repeat(64);
      others.settings.version = '0.0.9';
      writeFileSync(path.join(folder, 'shared', 'runs.jsonl'), [JSON.stringify(others), ...runs].join('\n'));
      const other = await evaluate('shared', ...oracle);
      assert.match(
        other.stderr,
        /other settings \(Work Order 0\.0\.9 and \S+; the tasks are not the same\): name/,
      );
    });
  });

  it('says what is wrong before anything is begun', async () => {
    const end = await evaluate('none', '--model', 'replay:x.json');
    assert.equal(end.code, 3);
    assert.match(end.stderr, /write openai:MODEL, oracle, empty or wrong/);
    assert.match(
      (await evaluate('none', '--model', 'oracle', '--jobs', '0')).stderr,
      /--jobs must be a whole number from 1/,
    );
    for (const [words, sentence] of [
      [['--kind', 'renam'], /--kind must be one of .*rename.*, not "renam"/],
      [['--task', 'iniconfg'], /--task iniconfg is no task of the suite; its packages are .*iniconfig/],
    ] as const) {
      const wrong = await evaluate('none', '--model', 'oracle', ...words);
      assert.equal(wrong.code, 3, wrong.stdout);
      assert.match(wrong.stderr, sentence);
    }
    assert.ok(!existsSync(path.join(folder, 'none')));
    writeFileSync(path.join(folder, 'file'), '');
    const taken = await evaluate('file', '--model', 'oracle');
    assert.equal(taken.code, 3);
    assert.match(taken.stderr, /^--out \S+file cannot be made a folder: /);
  });
});
