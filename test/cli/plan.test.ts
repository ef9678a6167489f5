import assert from 'node:assert/strict';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { answerTogether, TWO_STEPS } from '../support/two-step-plan.ts';
import { replies, ShopCopy } from './command-line.ts';

const PLAN = 'work-orders/release-2.4.plan.json';

describe('workorder plan', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const runPlan = (name: string, ...more: string[]) =>
    shop.run(['plan', PLAN, '--model', `replay:${replies(name)}`, '--yes', ...more]);

  it('runs phase by phase, lints at each boundary, and has nothing left to do the second time [001-065]', async () => {
    const first = await runPlan('release-2.4');
    assert.equal(first.code, 0, first.stdout + first.stderr);
    assert.match(
      first.stdout,
      /boundary lint of phase names is clean[\s\S]*boundary lint of phase reports is clean/,
    );
    assert.match(first.stdout, /DONE +names: [\s\S]*DONE +reports: [\s\S]*DONE {2}all 2 phases are done/);
    const changed = shop.changed;

    const second = await runPlan('release-2.4');
    assert.equal(second.code, 0);
    assert.match(second.stdout, /resumes where it stopped/);
    assert.doesNotMatch(second.stdout, /▸/);
    assert.equal(shop.changed, changed);
  });
  it('stops at a step that is not applied, and goes on from there', async () => {
    // The replies of the first order only: the second step gets none.
    const first = await runPlan('rename-calc-total');
    assert.equal(first.code, 2);
    assert.match(first.stdout, /IN_PROGRESS|PENDING/);
    assert.match(
      first.stdout,
      /was not applied: Blocked by model.*\n {2}once that is resolved, run the plan again/,
    );
    const second = await runPlan('split-sales-report');
    assert.equal(second.code, 0, second.stdout);
    assert.doesNotMatch(second.stdout, /▸ names/);
  });
  it('names only options that the command for a better answer has, and how the plan goes on', async () => {
    const { stdout } = await runPlan(
      'add-loyalty-discount',
      ...['--restart', '--parallel', '2', '--step-budget', '200k', '--lint-tools', 'all'],
    );
    assert.match(stdout, /: workorder revise \S+ --model openai:MODEL --yes --lint-tools all\n/);
    assert.match(stdout, /run the plan again without --restart: what is applied is not done again\n/);
  });
  it('takes a whole plan back by the id that its last line prints', async () => {
    const before = shop.changed;
    const { stdout } = await runPlan('release-2.4');
    const [, run = ''] = /take it back with: workorder revert (\S+)/.exec(stdout) ?? [];
    const reverted = await shop.run(['revert', run]);
    assert.equal(reverted.code, 0, reverted.stderr);
    assert.match(reverted.stdout, /^Reverted: shop\//);
    assert.equal(shop.changed, before);
    const list = await shop.run(['history', '--kind', 'plan']);
    assert.match(list.stdout, /DONE, REVERTED/);
    const again = await shop.run(['revert', run]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /has no applied change to revert/);
  });
  it('says of each run of a plan what is left of it, whichever run it was taken back through', async () => {
    const outcomes = async () => {
      const { stdout } = await shop.run(['history', '--kind', 'plan', '--json']);
      return stdout
        .split('\n')
        .flatMap(line => (line ? [(JSON.parse(line) as { outcome: string }).outcome] : []));
    };
    const first = await runPlan('release-2.4');
    const steps = [...first.stdout.matchAll(/workorder revert (\S+)/g)].map(([, run = '']) => run);
    const second = await runPlan('release-2.4');
    assert.deepEqual(await outcomes(), ['DONE', 'DONE']);

    assert.equal((await shop.run(['revert'])).code, 0, 'the last step alone');
    assert.deepEqual(await outcomes(), ['DONE, partly reverted', 'DONE, partly reverted']);
    const shown = await shop.run(['show', '--kind', 'plan', '--last']);
    assert.match(shown.stdout, /A part of this run was reverted\.\n$/);

    const [, later = ''] = /revert (\S+)\n$/.exec(second.stdout) ?? [];
    assert.ok(!steps.includes(later));
    assert.equal((await shop.run(['revert', later])).code, 0);
    assert.deepEqual(await outcomes(), ['DONE, REVERTED', 'DONE, REVERTED']);
    const reverted = await shop.run(['history', '--kind', 'plan', '--outcome', 'reverted', '--json']);
    assert.doesNotMatch(reverted.stdout, /revertable/);
  });
  it('runs a step again after its run was reverted', async () => {
    await runPlan('release-2.4');
    await shop.run(['revert']);
    const again = await runPlan('split-sales-report');
    assert.equal(again.code, 0, again.stdout);
    assert.match(again.stdout, /▸ reports/);
  });
  it('reads a checklist, which needs a scope', async () => {
    const file = shop.write('todo.md', '# Tidy\n### Phase 1: names are right\n- [ ] Rename calc_total\n');
    const without = await shop.run(['plan', file, '--model', `replay:${replies('rename-calc-total')}`]);
    assert.equal(without.code, 3);
    assert.match(without.stderr, /a checklist needs --scope/);
    const scope = ['--scope', 'shop', '--scope', 'tests'];
    const ran = await shop.run([
      'plan',
      file,
      ...scope,
      '--model',
      `replay:${replies('rename-calc-total')}`,
      '--yes',
    ]);
    assert.equal(ran.code, 0, ran.stdout + ran.stderr);
    assert.match(ran.stdout, /▸ phase-1 \/ phase-1\.step-1/);
  });
});

describe('workorder plan --parallel', () => {
  let shop: ShopCopy;
  let server: ModelServer | undefined;
  beforeEach(() => {
    shop = new ShopCopy();
    for (const name of ['one', 'two']) shop.write(`shop/${name}.py`, `VALUE = '${name}'\n`);
    shop.write('two.plan.json', JSON.stringify(TWO_STEPS));
  });
  afterEach(async () => {
    await server?.close();
    shop.dispose();
  });

  async function start(): Promise<string> {
    server = await startModelServer(answerTogether());
    return server.baseUrl;
  }

  it('asks for both steps at once, applies them in order, and marks each line with its step', async () => {
    const model = ['--model', 'openai:m', '--base-url', await start()];
    const plan = ['plan', 'two.plan.json', ...model, '--yes', '--timeout', '50'];
    const { code, stdout, stderr } = await shop.run([...plan, '--parallel', '2']);
    assert.equal(code, 0, stdout + stderr);
    assert.deepEqual(
      [shop.text('shop/one.py'), shop.text('shop/two.py')],
      ["ONE = 'one'\n", "TWO = 'two'\n"],
    );
    assert.match(stdout, /^one {4}✓ apply.*^two {4}✓ apply/ms);
    assert.match(stdout, /^ {2}\d+ tokens sent|^ {2}about \d+ tokens sent/m);
  });
  it('names the step in each JSON event', async () => {
    const model = ['--model', 'openai:m', '--base-url', await start()];
    const plan = ['plan', 'two.plan.json', ...model, '--yes', '--json', '--timeout', '50'];
    const { stdout } = await shop.run([...plan, '--parallel', '2']);
    const events = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as { step?: string; type: string });
    const applied = events.filter(event => event.type === 'applied').map(event => event.step);
    assert.deepEqual(applied, ['one', 'two']);
  });
  it('refuses a number that is none', async () => {
    const { code, stderr } = await shop.run([
      'plan',
      'two.plan.json',
      '--model',
      'openai:m',
      '--parallel',
      '0',
    ]);
    assert.equal(code, 3);
    assert.match(stderr, /--parallel must be a whole number from 1 to 16, not "0"/);
  });
});
