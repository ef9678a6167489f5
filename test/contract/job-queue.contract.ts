import assert from 'node:assert/strict';
import type { Attempt, JobQueue, QueuedJob } from '../../src/core/ports/job-queue.ts';
import { eventually } from '../support/eventually.ts';

export type TestQueue = JobQueue<QueuedJob, string>;

const job = (id: string, priority = 10, owner = 'me'): QueuedJob => ({ id, owner, priority });
const done = (result: string): Attempt<string> => ({ kind: 'done', result });
const never = new AbortController().signal;
/** Waits until a look no longer throws. */
const waitFor = (what: string, look: () => Promise<void>) =>
  eventually(async () => {
    await look();
    return true;
  }, what);

/** What every queue of jobs promises. */
export function jobQueueContract(name: string, open: () => Promise<TestQueue>): void {
  describe(`the queue of jobs: ${name}`, () => {
    let queue: TestQueue;
    beforeEach(async () => {
      queue = await open();
    });
    afterEach(() => queue.close());

    const idsEnded = async (owner = 'me') =>
      (await queue.ended(owner)).map(({ id, result }) => `${id}=${result}`).sort();
    const haveEnded = (...wanted: readonly string[]) =>
      waitFor(`${wanted.join(' and ')} have ended`, async () => assert.deepEqual(await idsEnded(), wanted));

    it('does each job once, however often it is added, and keeps the result until it is forgotten', async () => {
      const did: string[] = [];
      const worker = queue.work(
        async ({ id }) => {
          did.push(id);
          return done(`${id}!`);
        },
        { name: 'w', concurrency: 2 },
      );
      await queue.add([job('a'), job('b')]);
      await queue.add([job('a')]);
      await haveEnded('a=a!', 'b=b!');
      await queue.add([job('a'), job('b')]);
      await queue.forget(['a']);
      await haveEnded('b=b!');
      assert.deepEqual(await queue.missing(['a', 'b', 'c']), ['a', 'c']);
      await worker.stop();
      assert.deepEqual(did.sort(), ['a', 'b']);
    });

    it('tells each owner of his own jobs alone', async () => {
      const worker = queue.work(async () => done('yes'), { name: 'w', concurrency: 1 });
      await queue.add([job('a'), job('o', 10, 'other')]);
      await haveEnded('a=yes');
      await waitFor('the other has ended', async () => assert.deepEqual(await idsEnded('other'), ['o=yes']));
      await worker.stop();
    });

    it('takes the smaller number first', async () => {
      const did: string[] = [];
      await queue.add([job('late', 20), job('soon', 1), job('later', 30)]);
      const worker = queue.work(
        async ({ id }) => {
          did.push(id);
          return done('');
        },
        { name: 'w', concurrency: 1 },
      );
      await haveEnded('late=', 'later=', 'soon=');
      await worker.stop();
      assert.deepEqual(did, ['soon', 'late', 'later']);
    });

    it('tries again after the wait that was asked for, and counts the attempts', async () => {
      const attempts: number[] = [];
      await queue.add([job('a')]);
      const worker = queue.work(
        async (_, attempt): Promise<Attempt<string>> => {
          attempts.push(attempt);
          return attempt < 3
            ? { kind: 'again', afterMs: 5, reason: 'the model is out of order' }
            : done('at last');
        },
        { name: 'w', concurrency: 1 },
      );
      await haveEnded('a=at last');
      await worker.stop();
      assert.deepEqual(attempts, [1, 2, 3]);
    });

    it('does no more at a time than a worker says', async () => {
      let [now, most] = [0, 0];
      const open: (() => void)[] = [];
      await queue.add(['a', 'b', 'c', 'd', 'e'].map(id => job(id)));
      const worker = queue.work(
        async () => {
          now += 1;
          most = Math.max(most, now);
          await new Promise<void>(resolve => open.push(resolve));
          now -= 1;
          return done('');
        },
        { name: 'w', concurrency: 2 },
      );
      await waitFor('all have ended', async () => {
        for (const go of open.splice(0)) go();
        assert.equal((await idsEnded()).length, 5);
      });
      await worker.stop();
      assert.equal(most, 2);
    });

    it('takes back what nobody has begun, and nothing else', async () => {
      let go: () => void = () => undefined;
      await queue.add([job('a')]);
      const worker = queue.work(
        async () => {
          await new Promise<void>(resolve => {
            go = resolve;
          });
          return done('');
        },
        { name: 'w', concurrency: 1 },
      );
      await waitFor('a is at work', async () => assert.equal((await queue.workers())[0]?.working, 1));
      await queue.add([job('b'), job('c', 1)]);
      assert.deepEqual([...(await queue.withdraw(['a', 'b', 'c', 'nobody']))].sort(), ['b', 'c']);
      go();
      await haveEnded('a=');
      await worker.stop();
      assert.deepEqual(await queue.missing(['b', 'c']), ['b', 'c']);
    });

    it('finishes what is under way when a worker stops, and begins nothing more', async () => {
      let go: () => void = () => undefined;
      await queue.add([job('a', 1), job('b', 2)]);
      const worker = queue.work(
        async ({ id }) => {
          if (id === 'a')
            await new Promise<void>(resolve => {
              go = resolve;
            });
          return done('');
        },
        { name: 'w', concurrency: 1 },
      );
      await waitFor('a is at work', async () => assert.equal((await queue.workers())[0]?.working, 1));
      const stopped = worker.stop();
      go();
      await stopped;
      await haveEnded('a=');
      assert.deepEqual(await queue.missing(['b']), []);
    });

    it('leaves what is under way to others when a worker ends, and counts no attempt for it', async () => {
      await queue.add([job('a')]);
      let isBegun = false;
      const first = queue.work(
        async (_job, _attempt, signal) => {
          isBegun = true;
          await new Promise<void>(resolve =>
            signal.addEventListener('abort', () => resolve(), { once: true }),
          );
          return { kind: 'left' };
        },
        { name: 'first', concurrency: 1 },
      );
      await waitFor('a is at work', async () => assert.ok(isBegun));
      await first.end();
      const second = queue.work(async (_, attempt) => done(`attempt ${attempt}`), {
        name: 'second',
        concurrency: 1,
      });
      await haveEnded('a=attempt 1');
      await second.stop();
    });

    it('wakes who waits for a change, and lets them go on after a time all the same', async () => {
      await queue.changed(5, never);
      const worker = queue.work(async () => done(''), { name: 'w', concurrency: 1 });
      const changed = queue.changed(60_000, never);
      await queue.add([job('a')]);
      await changed;
      await worker.stop();
    });
  });
}
