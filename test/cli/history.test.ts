import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { replies, repository, ShopCopy } from './command-line.ts';

const replay = (name: string) => ['--model', `replay:${replies(name)}`];
const EDIT = JSON.stringify({
  file_path: 'shop/money.py',
  replacements: [{ old_string: '"EUR"', new_string: '"CHF"' }],
});

/** One run of each kind that changes files. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  'work order': [
    'run',
    'work-orders/rename-calc-total.workorder.json',
    '--yes',
    ...replay('rename-calc-total'),
  ],
  'tool call': ['tool', 'atomic_replace', EDIT, '--allow-edits', '--yes'],
  agent: [
    ...['agent', '--task', 'Give gift wrap a price', '--delivery', 'none', '--yes'],
    ...['--approve-control-plane', 'scripts/run_tests.py', ...replay('agent-gift-wrap')],
  ],
  ticket: ['ticket', 'run', 'tickets/gift-wrap.ticket.json', '--yes', ...replay('ticket-gift-wrap')],
  routa: ['routa', '--goal', 'Give gift wrap and delivery a price', '--yes', ...replay('routa-two-prices')],
};

interface Listed {
  readonly runId: string;
  readonly kind: string;
  readonly outcome: string;
  readonly files: readonly string[];
}

describe('one history of all runs', function () {
  this.timeout(240_000);
  let shop: ShopCopy;
  before(() => {
    shop = new ShopCopy();
  });
  after(() => shop.dispose());

  const history = async (...filter: readonly string[]): Promise<readonly Listed[]> => {
    const { stdout } = await shop.run(['history', '--json', ...filter]);
    return stdout
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line));
  };

  for (const [kind, argv] of Object.entries(KINDS))
    it(`lists, shows, verifies, reports and takes back a run of the kind ${kind}, by the same words`, async () => {
      const ran = await shop.run(argv);
      // Whether a person is needed in the end makes no difference here.
      assert.ok(ran.code === 0 || ran.code === 2, ran.stderr);
      const [run] = await history('--kind', kind);
      assert.ok(run);
      const { runId, files } = run;
      assert.ok(files.length > 0);
      assert.deepEqual(await history('--kind', kind, '--file', path.posix.dirname(files[0] ?? '')), [run]);
      assert.deepEqual(await history('--kind', kind, '--file', 'nowhere.py'), []);
      assert.match(
        (await shop.run(['history'])).stdout,
        new RegExp(`^${runId} .*  ${kind} +${run.outcome}`, 'm'),
      );

      const shown = await shop.run(['show', runId]);
      assert.equal(shown.code, 0, shown.stderr);
      assert.match(shown.stdout, /^\+/m, 'the change it applied');
      assert.match(shown.stdout, new RegExp(`^${run.outcome} `, 'm'));
      assert.match((await shop.run(['show', runId, '--transcript'])).stdout, /^# /);
      const events = (await shop.run(['show', runId, '--json'])).stdout.trimEnd().split('\n');
      assert.equal(JSON.parse(events.at(-1) ?? '').type, 'finished');

      const verified = await shop.run(['verify', runId, '--json']);
      assert.equal(verified.code, 0, verified.stderr);
      const { files: verdicts, problems } = JSON.parse(verified.stdout);
      assert.deepEqual(problems, []);
      assert.ok(
        verdicts.every((file: { verdict: string }) => file.verdict === 'as applied'),
        verified.stdout,
      );

      const report = path.join(shop.root, '..', `${kind}.json`);
      assert.equal((await shop.run(['report', runId, '--to', report])).code, 0);
      const { format, summary, journal } = JSON.parse(fs.readFileSync(report, 'utf8'));
      assert.equal(format, 'workorder-report/1');
      assert.equal(summary.run, runId);
      assert.deepEqual([...summary.files].sort(), files);
      assert.equal(journal.length, events.length);

      const named = ['--approve-control-plane', 'scripts/run_tests.py'];
      const reverted = await shop.run(['revert', '--last', '--kind', kind, ...named]);
      assert.equal(reverted.code, 0, reverted.stderr);
      assert.match(reverted.stdout, /^Reverted: /);
      assert.equal((await shop.run(['revert', runId])).code, 1, 'a second time');
      assert.match((await history('--kind', kind))[0]?.outcome ?? '', /REVERTED$/);
    });

  it('filters by outcome, knows runs by the beginning of their id, and says what is wrong', async () => {
    const runs = await history();
    assert.equal(runs.length, Object.keys(KINDS).length);
    const done = runs.filter(run => run.outcome.startsWith('DONE'));
    assert.ok(done.length > 0);
    assert.deepEqual(await history('--outcome', 'done'), done);
    assert.equal((await history('--outcome', 'interrupted')).length, 0);
    const [{ runId = '' } = {}] = runs;
    assert.equal((await shop.run(['show', runId.slice(0, -1)])).code, 0);
    for (const [argv, message] of [
      [['show', '2'], /"2" is the beginning of 5 runs/],
      [['show', runId, '--last'], /give RUN or --last, not both/],
      [['history', '--kind', 'ghost'], /--kind must be one of "work order"/],
      [['history', '--outcome', 'succeeded'], /--outcome must be one of applied, done, .*, not "succeeded"/],
      [['history', '--outcome', ''], /--outcome must be one of/],
      [['show', '--last', '--outcome', 'ok'], /--outcome must be one of/],
      [['resume', '--last', '--outcome', 'ok'], /--outcome must be one of/],
      [['resume', ...replay('agent-gift-wrap')], /name a RUN, or give --last for the newest/],
      [['resume', '--last', '--kind', 'work order'], /is a work order and cannot be resumed/],
    ] as const) {
      const { code, stderr } = await shop.run(argv);
      assert.equal(code, 3, argv.join(' '));
      assert.match(stderr, message);
    }
  });

  it('resumes by the same words, and says that a run which is done does not go on', async () => {
    const routa = await shop.run(['resume', '--last', '--kind', 'routa', ...replay('routa-two-prices')]);
    assert.equal(routa.code, 3);
    assert.match(routa.stderr, /^workspace \S+ is done; give a message/);
    const more = ['--message', 'Once more.', '--delivery', 'none', '--yes', ...replay('agent-gift-wrap')];
    const done = await shop.run(['resume', '--last', '--kind', 'agent', ...more]);
    assert.equal(done.code, 3);
    assert.match(done.stderr, /^run \S+ has ended \(DONE\); start a new one/);
    const limited = ['--max-turns', '1', '--delivery', 'none', '--yes', ...replay('agent-gift-wrap')];
    const stopped = await shop.run(['agent', '--task', 'Give gift wrap a price', ...limited]);
    assert.equal(stopped.code, 2, stopped.stderr);
    const agent = await shop.run(['resume', '--last', '--kind', 'agent', ...more]);
    assert.ok(agent.code === 0 || agent.code === 2, agent.stderr);
    for (const kind of ['agent', 'ticket', 'routa']) {
      const wrong = await shop.run(['resume', '--last', '--kind', kind, '--nonsense']);
      assert.equal(wrong.code, 3);
      assert.match(
        wrong.stderr,
        /^Unknown option '--nonsense'\n\n {2}workorder resume RUN.*\nworkorder resume --help/,
      );
    }
    const said = await shop.run(['show', '--last', '--kind', 'agent', '--transcript']);
    assert.match(said.stdout, /Once more\./);
  });

  it('lists runs without loading models, linters or the index of Python code', () => {
    const { outputs } = JSON.parse(fs.readFileSync(path.join(repository, 'dist/bundles.json'), 'utf8')) as {
      outputs: Record<
        string,
        { entryPoint?: string; inputs: object; imports: { path: string; kind: string }[] }
      >;
    };
    const seen = new Set<string>();
    const load = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      for (const { path: next, kind } of outputs[file]?.imports ?? [])
        if (kind === 'import-statement') load(next);
    };
    const entry = Object.entries(outputs).find(([, { inputs }]) => 'src/cli/commands/history.ts' in inputs);
    assert.ok(entry);
    load(entry[0]);
    const inputs = [...seen].flatMap(file => Object.keys(outputs[file]?.inputs ?? {}));
    assert.ok(inputs.includes('src/node/journal/journals.ts'));
    const heavy = inputs.filter(input =>
      /node_modules\/openai|src\/node\/(model|lint|python|sandbox)\/|src\/core\/(python|evidence|routa|tickets)\//.test(
        input,
      ),
    );
    assert.deepEqual(heavy, []);
  });
});
