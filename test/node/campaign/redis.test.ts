import assert from 'node:assert/strict';
import { moveOf } from '../../../src/core/campaign/rate.ts';
import type { QueuedJob } from '../../../src/core/ports/job-queue.ts';
import { openBullQueue } from '../../../src/node/campaign/bullmq-queue.ts';
import { createRedisTurns } from '../../../src/node/campaign/redis-turns.ts';
import { jobQueueContract } from '../../contract/job-queue.contract.ts';
import { findRedis, RedisServer } from '../../support/campaign/redis-server.ts';
import { eventually } from '../../support/eventually.ts';

/** What a queue on a real Redis does. */
describe('a queue on Redis', () => {
  let server: RedisServer;
  let used = 0;
  before(async function () {
    const program = await findRedis();
    if (program === undefined) {
      console.log('    redis-server is not installed and cannot be');
      this.skip();
    }
    server = new RedisServer(program);
    await server.start();
  });
  after(() => server?.dispose());

  const open = async (prefix = `test${used++}`, leaseMs = 1000) => {
    const opened = await openBullQueue<QueuedJob, string>({ url: server.url, prefix, leaseMs });
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  };

  jobQueueContract('BullMQ on Redis', () => open());

  it('takes over the job of a worker that gives no sign of life, and counts no attempt for it', async () => {
    const [dead, alive] = [await open('takeover'), await open('takeover')];
    await dead.add([{ id: 'a', owner: 'me', priority: 1 }]);
    let isBegun = false;
    dead.work(
      () => {
        isBegun = true;
        return new Promise(() => undefined);
      },
      { name: 'dead', concurrency: 1 },
    );
    await eventually(() => isBegun, 'the job to be begun');
    await dead.close();
    const worker = alive.work(async (_, attempt) => ({ kind: 'done', result: `attempt ${attempt}` }), {
      name: 'alive',
      concurrency: 1,
    });
    await eventually(async () => (await alive.ended('me')).length === 1, 'the job to be done by the other');
    assert.deepEqual(await alive.ended('me'), [{ id: 'a', result: 'attempt 1' }]);
    await worker.stop();
    await alive.close();
  });

  it('keeps jobs and results when Redis is killed and started again', async () => {
    const queue = await open('restart');
    await queue.add([{ id: 'a', owner: 'me', priority: 1 }]);
    const worker = queue.work(async ({ id }) => ({ kind: 'done', result: `${id}!` }), {
      name: 'w',
      concurrency: 1,
    });
    await eventually(async () => (await queue.ended('me')).length === 1, 'a to be done');
    await server.kill();
    const adding = queue.add([{ id: 'b', owner: 'me', priority: 1 }]);
    await server.start();
    await adding;
    await eventually(async () => (await queue.ended('me')).length === 2, 'b to be done');
    assert.deepEqual((await queue.ended('me')).map(({ result }) => result).sort(), ['a!', 'b!']);
    await worker.stop();
    await queue.close();
  });

  it('gives turns to all workers together, within 5 % of what a minute allows', async () => {
    const queues = await Promise.all([open('rate'), open('rate'), open('rate')]);
    const rate = { key: 'model:requests', perMinute: 6000 };
    const started = Date.now();
    const turns = queues.map(({ redis }) => createRedisTurns(redis, 'rate'));
    const waits = await Promise.all(
      Array.from({ length: 600 }, (_, i) =>
        turns[i % 3]?.take([{ rate, amount: 1 }]).then(ms => ms + Date.now() - started),
      ),
    );
    // The turns of 600 requests at 6000 a minute lie in 6 seconds, one after the other.
    const times = waits.map(Number).sort((a, b) => a - b);
    const span = (times.at(-1) ?? 0) - (times[0] ?? 0);
    const perMinute = (599 / span) * 60_000;
    console.log(`    ${Math.round(perMinute)} a minute of ${rate.perMinute}`);
    assert.ok(Math.abs(perMinute / rate.perMinute - 1) < 0.05, `${perMinute} a minute`);
    assert.equal(moveOf(rate, 1), 10);
    await turns[0]?.correct(rate, 100);
    const [next] = await Promise.all([turns[1]?.take([{ rate, amount: 1 }])]);
    assert.ok(
      Number(next) + Date.now() - started >= (times.at(-1) ?? 0) + 900,
      'what was used beyond the estimate counts',
    );
    for (const queue of queues) await queue.close();
  });

  it('says what is missing where Redis does not answer', async () => {
    const opened = await openBullQueue({ url: 'redis://user:secret@127.0.0.1:1' });
    assert.ok(!opened.ok);
    assert.match(opened.error, /^Redis at redis:\/\/127\.0\.0\.1:1 does not answer: /);
  });
});
