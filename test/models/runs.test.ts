import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';
import { type Ran, ShopCopy } from '../cli/command-line.ts';
import { REAL_MODEL, type RealServer, startLlamaServer } from '../support/llama-server/start-server.ts';

/** So small a model solves none of these: what counts is how they end. */
const RUNS = {
  'work order': [
    'run',
    'Rename subtotal to net_total',
    '--scope',
    'shop/orders/cart.py',
    '--lint-tools',
    'auto',
  ],
  'task agent': ['agent', '--task', 'Give gift wrap a price'],
  ticket: ['ticket', 'run', 'tickets/gift-wrap.ticket.json'],
  'ROUTA workspace': ['routa', '--goal', 'Give gift wrap a price'],
} as const;
const MOST_TOKENS = '250';

/** The events of a run that a model, or code after it, decided. */
const DECIDED = new Set([
  'model_replied',
  'replied',
  'unanswered',
  'protocol_fault',
  'called',
  'tool_called',
  'told',
  'simulated',
  'applied',
]);

describe('whole runs with a real model', function () {
  this.timeout(1_200_000);
  let server: RealServer;
  const shops: ShopCopy[] = [];
  before(async () => {
    server = await startLlamaServer();
  });
  after(() => server.close());
  afterEach(() => {
    for (const shop of shops.splice(0)) shop.dispose();
  });

  const shopCopy = () => {
    const shop = new ShopCopy();
    shops.push(shop);
    return shop;
  };

  for (const [kind, argv] of Object.entries(RUNS))
    it(`a ${kind} ends in a right outcome, and its recording plays the same again`, async () => {
      const first = shopCopy();
      const recording = path.join(first.root, '..', 'recording.json');
      const limits = ['--max-answer-tokens', MOST_TOKENS, '--no-preflight', '--yes', '--json'];
      const asked = ['--base-url', server.baseUrl, '--model', `openai:${REAL_MODEL}`, '--record', recording];
      const recorded = await first.run([...argv, ...limits, ...asked]);
      const end = checkEnd(recorded, first);
      const heard = decisionsIn(first);
      assert.ok(heard.length > 0, 'nothing was decided');
      console.log(`      ${String(end['outcome'])}: ${reasonOf(end)}`);

      const second = shopCopy();
      const replayed = await second.run([...argv, ...limits, '--model', `replay:${recording}`]);
      const again = checkEnd(replayed, second);
      assert.equal(replayed.code, recorded.code);
      assert.equal(reasonOf(again), reasonOf(end));
      assert.deepEqual(decisionsIn(second), heard);
      assert.equal(second.changed, first.changed);
    });
});

/** Ended as one of the outcomes there are, with words a person can read, and without writing what was not let through. */
function checkEnd({ code, stdout, stderr, last }: Ran, shop: ShopCopy): Record<string, unknown> {
  assert.ok(code === 0 || code === 2, `${code}\n${stdout}\n${stderr}`);
  assert.doesNotMatch(stderr, /^\s+at .*:\d+:\d+\)?$/m);
  const end = last();
  assert.match(String(end['outcome']), /^(APPLIED|DONE|BLOCKED)$/);
  if (end['outcome'] !== 'BLOCKED') return end;
  assert.equal(code, 2);
  assert.notEqual(reasonOf(end), '');
  const wasWritten = decisionsIn(shop).some(line => line.includes('"type":"applied"'));
  // A ticket's file says how far it is.
  if (!wasWritten) assert.equal(shop.changed.replace(/^ M tickets\/.*\n/m, ''), '');
  return end;
}

/** Why it ended so, without what names this one run. */
function reasonOf(end: Record<string, unknown>): string {
  const { reasons, reason } = end;
  return Array.isArray(reasons) ? reasons.join('; ') : String(reason ?? '');
}

/** What was said and done, from the journals, in order and without what differs from run to run. */
function decisionsIn(shop: ShopCopy): readonly string[] {
  const state = workspaceStateDir(shop.root);
  return fs
    .readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('journal.jsonl'))
    .flatMap(file => fs.readFileSync(path.join(state, file), 'utf8').trimEnd().split('\n'))
    .map(line => JSON.parse(line) as { readonly event?: object; readonly type?: string })
    .map(line => (line.event ?? line) as Readonly<Record<string, unknown>>)
    .filter(event => DECIDED.has(String(event['type'])))
    .map(({ type, text, tool, args, status, fault, code }) =>
      JSON.stringify({ type, text, tool, args, status, fault, code }),
    );
}
