import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { python } from '../../scripts/setup/places.mjs';
import type { Campaign, WorkOrder } from '../../src/generated/contracts.ts';
import { SmallTargets } from '../support/campaign/small-targets.ts';
import {
  answer,
  type Behaviour,
  type ModelServer,
  refuse,
  startModelServer,
} from '../support/model-server.ts';
import { TWO_STEPS } from '../support/two-step-plan.ts';

const verification = { tool: 'lint_backend', args: { path: 'shop', check_all: false } };

/** Says what a module is, as Designer and as QA; each answer costs 1,000 tokens sent and 100 received: 0.02 USD. */
const says: Behaviour = exchange => {
  const [system, user] = exchange.body.messages?.map(message => String(message.content)) ?? [];
  const name = /Say what (\w+) is/.exec(user ?? '')?.[1] ?? '';
  const replacements = [{ old_string: 'VALUE', new_string: name.toUpperCase() }];
  const commands = [
    { tool: 'atomic_replace', args: { file_path: `shop/${name}.py`, replacements }, reason: 'Say it.' },
  ];
  const reply = system?.startsWith('You are QA')
    ? { decision: 'APPROVED', commands, verification }
    : { touched_files: [`shop/${name}.py`], commands, changed_signatures: [], verification };
  answer(exchange, JSON.stringify(reply), { prompt_tokens: 1000, completion_tokens: 100 });
};
const isQa: (exchange: Parameters<Behaviour>[0]) => boolean = ({ body }) =>
  String(body.messages?.[0]?.content).startsWith('You are QA');

const work_order: WorkOrder = {
  step_id: 'one',
  step_text: 'Say what one is.',
  scope_allowlist: ['shop/one.py'],
  invariants: [],
  acceptance: { lint: { path: 'shop/one.py', check_all: false } },
};

/** Campaigns whose targets ask a model, through the built command line. */
describe('workorder campaign with a model', function () {
  this.timeout(240_000);
  let targets: SmallTargets;
  let server: ModelServer | undefined;
  beforeEach(() => {
    targets = new SmallTargets();
    for (const name of ['a', 'b'])
      targets.add(name, { 'shop/one.py': 'VALUE = 1\n', 'shop/two.py': 'VALUE = 2\n' });
    const prices = { currency: 'USD', models: { '*': { input: 10, output: 100 } } };
    fs.writeFileSync(targets.at('prices.json'), JSON.stringify(prices));
  });
  afterEach(async () => {
    await server?.close();
    targets.dispose();
  });

  async function run(behaviour: Behaviour, more: Partial<Campaign>) {
    server = await startModelServer(behaviour);
    const file = targets.campaign({
      title: 'Say it',
      template: { work_order },
      targets: [{ repository: 'a' }, { repository: 'b' }],
      concurrency: 1,
      delivery: { kind: 'branch' },
      ...more,
    });
    const linter = (name: string) => [`--${name}`, path.join(path.dirname(python.executable), name)];
    const { stdout, stderr } = await targets.run(
      ...['campaign', 'run', file, '--yes', '--json', ...linter('ruff'), ...linter('mypy')],
      ...['--model', 'openai:m', '--base-url', server.baseUrl, '--prices', targets.at('prices.json')],
    );
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const results = lines.filter(({ type }) => type === 'ended').map(({ result }) => result);
    return { last: lines.at(-1), results, said: stderr };
  }
  const text = (name: string, file: string) => targets.git(name, 'show', `workorder/say-it:${file}`);

  it('runs a plan at every target, and says what all of it cost', async () => {
    const { last, said } = await run(says, { template: { plan: TWO_STEPS } });
    assert.equal(last.counts.delivered, 2, said);
    assert.equal(text('a', 'shop/one.py'), 'ONE = 1');
    assert.equal(text('b', 'shop/two.py'), 'TWO = 2');
    assert.match(last.spent, /0\.16/);
  });

  it('begins no work order that the budget in money does not cover any more', async () => {
    const { last, results, said } = await run(says, { budget: ['0.15 USD'], target_budget: '0.12 USD' });
    assert.deepEqual([last.state, last.counts.delivered, last.counts.waiting], ['stopped', 1, 1], said);
    assert.match(last.reason, /budget of 0\.1500 USD does not cover another target of at most 0\.1200 USD/);
    assert.equal(results[0].spent.cost.amount, 0.04);
    assert.equal(text('a', 'shop/one.py'), 'ONE = 1');
  });

  it('does not try again what QA did not approve', async () => {
    const { last, results, said } = await run(
      exchange => (isQa(exchange) ? answer(exchange, '{"decision":"REJECTED"}') : says(exchange)),
      { targets: [{ repository: 'a' }] },
    );
    assert.equal(last.counts.blocked, 1, said);
    assert.equal(results[0].attempt, 1);
  });

  it('tries again after an outage, and counts what the attempt before it had spent', async () => {
    const { last, results, said } = await run(
      exchange => (exchange.earlier >= 1 && exchange.earlier <= 4 ? refuse(exchange, 503) : says(exchange)),
      { targets: [{ repository: 'a' }], target_budget: '0.5 USD' },
    );
    assert.equal(last.counts.delivered, 1, said);
    assert.equal(results[0].attempt, 2);
    assert.equal(results[0].spent.cost.amount.toFixed(2), '0.06');
  });
});
