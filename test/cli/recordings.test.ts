import assert from 'node:assert/strict';
import path from 'node:path';
import { replies, ShopCopy } from './command-line.ts';

const RUNS = {
  agent: ['agent', '--task', 'Give gift wrap a price', '--model', `replay:${replies('agent-gift-wrap')}`],
  ticket: [
    'ticket',
    'run',
    'tickets/gift-wrap.ticket.json',
    '--model',
    `replay:${replies('ticket-gift-wrap')}`,
  ],
  // Agents of a team take turns while they are recorded, and when they are played again.
  routa: [
    'routa',
    '--goal',
    'Give gift wrap and delivery a price',
    '--model',
    `replay:${replies('routa-two-prices')}`,
  ],
} as const;

describe('recordings of agents', function () {
  this.timeout(240_000);
  for (const [kind, argv] of Object.entries(RUNS))
    it(`play a run of the kind ${kind} again, in another folder at another time`, async () => {
      const shops = [new ShopCopy(), new ShopCopy()] as const;
      try {
        const [first, second] = shops;
        const recording = path.join(first.root, '..', 'recording.json');
        const recorded = await first.run([...argv, '--yes', '--record', recording]);
        const { code, stdout, stderr } = await second.run([
          ...argv.slice(0, -1),
          `replay:${recording}`,
          '--yes',
        ]);
        assert.equal(recorded.code, 0, recorded.stderr);
        assert.equal(code, 0, stdout + stderr);
        assert.deepEqual(second.changed, first.changed);
      } finally {
        for (const shop of shops) shop.dispose();
      }
    });
});
