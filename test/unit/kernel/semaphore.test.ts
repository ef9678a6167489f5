import assert from 'node:assert/strict';
import { Cancelled, NEVER } from '../../../src/core/kernel/cancel.ts';
import { Semaphore } from '../../../src/core/kernel/semaphore.ts';

describe('a semaphore', () => {
  it('runs work in order, one after the other, also after a failure', async () => {
    const turns = new Semaphore();
    const seen: string[] = [];
    const work = (name: string, fails = false) =>
      turns.run(async () => {
        seen.push(`${name} begins`);
        await Promise.resolve();
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const all = await Promise.allSettled([work('a', true), work('b'), work('c')]);
    assert.deepEqual(
      all.map(one => one.status),
      ['rejected', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });

  it('lets waiting work be cancelled without disturbing the others', async () => {
    const turns = new Semaphore();
    let release = () => {};
    const first = turns.run(
      () =>
        new Promise<void>(resolve => {
          release = resolve;
        }),
    );
    const controller = new AbortController();
    const waiting = turns.run(async () => assert.fail('it was cancelled'), controller.signal);
    const last = turns.run(async () => 'done');
    controller.abort();
    await assert.rejects(waiting, Cancelled);
    release();
    await first;
    assert.equal(await last, 'done');
  });

  it('lets no more run at a time than it says', async () => {
    const turns = new Semaphore(2);
    let [running, most] = [0, 0];
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise(resolve => setImmediate(resolve));
      running--;
    };
    await Promise.all(Array.from({ length: 7 }, () => turns.run(work)));
    assert.equal(most, 2);
  });

  it('ends a turn once, however often that is said', async () => {
    const turns = new Semaphore();
    const release = await turns.take(NEVER);
    release();
    release();
    const held = await turns.take(NEVER);
    let isNext = false;
    const next = turns.take(NEVER).then(() => {
      isNext = true;
    });
    await new Promise(resolve => setImmediate(resolve));
    assert.equal(isNext, false);
    held();
    await next;
  });
});
