import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { Cancelled, orCancelled } from '../../../src/core/kernel/cancel.ts';

describe('work that may be cancelled', () => {
  const failing = (): { work: Promise<string>; fail: () => void } => {
    let fail = () => {};
    const work = new Promise<string>((_, reject) => {
      fail = () => reject(new Error('the thread was ended'));
    });
    return { work, fail };
  };
  /** What nobody listened to, which ends a process. */
  async function unheard(act: () => Promise<void>): Promise<readonly unknown[]> {
    const heard = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    const reasons: unknown[] = [];
    process.on('unhandledRejection', reason => reasons.push(reason));
    try {
      await act();
      await delay(0);
      await delay(0);
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const listener of heard) process.on('unhandledRejection', listener);
    }
    return reasons;
  }

  it('ends as the work does', async () => {
    assert.equal(await orCancelled(Promise.resolve('done'), new AbortController().signal), 'done');
    const { work, fail } = failing();
    fail();
    await assert.rejects(orCancelled(work, new AbortController().signal), /the thread was ended/);
  });

  for (const when of ['before it began', 'while it runs'] as const)
    it(`is not waited for when it was cancelled ${when}, and its failure afterwards ends no process`, async () => {
      const reasons = await unheard(async () => {
        const { work, fail } = failing();
        const stop = new AbortController();
        if (when === 'before it began') stop.abort();
        const waiting = orCancelled(work, stop.signal);
        stop.abort();
        await assert.rejects(waiting, Cancelled);
        fail();
      });
      assert.deepEqual(reasons, []);
    });
});
