import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { replies, ShopCopy } from './command-line.ts';

const GOAL = ['routa', '--goal', 'Give gift wrap and delivery a price'];
const MODEL = ['--model', `replay:${replies('routa-two-prices')}`];
const FILES = [
  'shop/pricing/delivery.py',
  'shop/pricing/gift_wrap.py',
  'tests/test_delivery.py',
  'tests/test_gift_wrap.py',
];

interface Listed {
  readonly run: string;
  readonly outcome: string;
  readonly reasons: readonly string[];
  readonly agents: readonly { id: string; status: string; parent: string | null }[];
  readonly tasks: readonly { id: string; status: string; waves: number }[];
  readonly files: readonly string[];
}

describe('workorder routa', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());
  const last = (ran: { last: () => Record<string, unknown> }) => ran.last() as unknown as Listed;

  it('lets two CRAFTERs, a wave of fixes and a GATE reach the goal of the example [003-015] [003-080]', async () => {
    const ran = await shop.run([...GOAL, ...MODEL, '--yes', '--json']);
    assert.equal(ran.code, 0, ran.stderr);
    const { outcome, agents, tasks, files, run } = last(ran);
    assert.equal(outcome, 'DONE');
    assert.deepEqual(files, FILES);
    assert.deepEqual(
      agents.map(a => `${a.id} ${a.status} ${a.parent}`),
      [
        'routa COMPLETED null',
        'crafter-wrap COMPLETED routa',
        'crafter-delivery COMPLETED routa',
        'gate COMPLETED routa',
      ],
    );
    assert.deepEqual(
      tasks.map(t => `${t.id} ${t.status} ${t.waves}`),
      ['gift-wrap COMPLETED 1', 'delivery COMPLETED 0'],
    );
    assert.match(shop.text('shop/pricing/gift_wrap.py'), /raise ValueError/);

    const status = await shop.run(['routa', '--status', run]);
    assert.match(status.stdout, /^routa {2}ROUTA · COMPLETED\n {2}crafter-wrap {2}CRAFTER · COMPLETED$/m);
    assert.match(
      (await shop.run(['routa', '--list'])).stdout,
      new RegExp(`^${run} {2}DONE .*Give gift wrap`),
    );
    const reverted = await shop.run(['routa', '--revert', run]);
    assert.equal(reverted.stdout, `Reverted: ${FILES.join(', ')}\n`);
    assert.equal(shop.changed, '');
  });

  it('asks for the plan and for each change; a rejected plan delegates nothing', async () => {
    const ran = await shop.run([...GOAL, ...MODEL, '--json'], ['too many tasks']);
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /gift-wrap {2}Give gift wrap a price\n {4}changes shop\/pricing\/gift_wrap\.py/);
    assert.match(ran.stderr, /the plan was rejected by you/);
    assert.match(ran.stderr, /BLOCKED.*the plan was rejected by you: too many tasks; routa/);
    assert.match(ran.stderr, /resume with: workorder resume \d/);
    assert.deepEqual(last(ran).tasks, []);
    assert.equal(shop.changed, '');
  });

  it('goes on with a workspace where it stopped, and says so when there is nothing to go on with', async () => {
    const half = path.join(shop.root, '../half.json');
    const whole = JSON.parse(fs.readFileSync(replies('routa-two-prices'), 'utf8'));
    const isEarly = (turn: { role: string }, i: number) => turn.role !== 'gate' && i !== 3;
    fs.writeFileSync(half, JSON.stringify({ ...whole, turns: whole.turns.filter(isEarly) }));
    const stopped = await shop.run([...GOAL, '--model', `replay:${half}`, '--yes', '--json']);
    const before = last(stopped);
    assert.equal(stopped.code, 2, stopped.stderr);
    assert.deepEqual(
      before.tasks.map(t => t.status),
      ['REVIEW_REQUIRED', 'REVIEW_REQUIRED'],
    );

    const rest = path.join(shop.root, '../rest.json');
    const isLate = (turn: { role: string }, i: number) =>
      turn.role === 'routa' ? i >= 3 : turn.role === 'gate' || (turn.role === 'crafter-wrap' && i >= 15);
    fs.writeFileSync(rest, JSON.stringify({ ...whole, turns: whole.turns.filter(isLate) }));
    const options = ['--model', `replay:${rest}`, '--yes', '--json'];
    const ran = await shop.run([
      'routa',
      '--resume',
      before.run,
      '--message',
      'Let a GATE look.',
      ...options,
    ]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.deepEqual(last(ran).files, FILES);
    const again = await shop.run(['routa', '--resume', before.run, ...options]);
    assert.equal(again.code, 3);
    assert.match(again.stderr, /is done; give a message to continue it/);
  });

  it('lets QA reject a change with --qa-model, and writes nothing of it', async () => {
    const decision = { decision: 'REJECTED', reasons: ['no test'], required_changes: [], spot_checks: [] };
    const turns = Array.from({ length: 20 }, () => ({ role: 'qa', json: decision }));
    const head = { format: 'workorder-replay/1', origin: 'written-by-hand', note: 'QA that rejects.' };
    const qa = path.join(shop.root, '../qa.json');
    fs.writeFileSync(qa, JSON.stringify({ ...head, turns }));
    const ran = await shop.run([...GOAL, ...MODEL, '--qa-model', `replay:${qa}`, '--yes', '--json']);
    // The scripted agents go on whatever they are told.
    assert.deepEqual(last(ran).files, [], ran.stderr);
    assert.match(ran.stderr, /QA rejects change 1 of crafter-\w+: no test/);
    assert.equal(shop.changed, '');
  });

  it('takes tasks from a file, and names what is wrong with it', async () => {
    shop.write('bad.md', '@@@task a\nno title\n@@@\n');
    const bad = await shop.run(['routa', '--tasks', 'bad.md', ...MODEL]);
    assert.deepEqual([bad.code, /bad\.md: line 3: the task has no title/.test(bad.stderr)], [3, true]);
    shop.write('none.md', 'Just words.\n');
    assert.match((await shop.run(['routa', '--tasks', 'none.md', ...MODEL])).stderr, /has no @@@task block/);
  });

  it('explains wrong usage: no goal, no model, an unknown workspace', async () => {
    assert.match((await shop.run(['routa', ...MODEL])).stderr, /no goal is given/);
    assert.match((await shop.run(GOAL)).stderr, /give --model SPEC or --smart-model SPEC/);
    assert.match((await shop.run(['routa', '--status', 'none'])).stderr, /there is no ROUTA workspace none/);
    assert.match((await shop.run(['routa', '--help'])).stdout, /^workorder routa --goal TEXT/);
  });
});
