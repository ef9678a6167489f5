import type { Job, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { JobQueue, QueuedJob, SeenWorker } from '../../core/ports/job-queue.ts';
import { withoutCredentials } from '../git/remotes.ts';
import { ignoreErrors, NAME, NO_LIMIT, startBullWorker } from './bullmq-worker.ts';

export interface BullQueueOptions {
  /** `redis://`, or `rediss://` for TLS; with user and password where there are. */
  readonly url: string;
  /** Before every key of ours in Redis. */
  readonly prefix?: string;
  /** After so long without a sign of life of a worker its jobs are taken over. */
  readonly leaseMs?: number;
}

export interface BullQueue<J extends QueuedJob, R> extends JobQueue<J, R> {
  /** For a rate that all workers keep together. */
  readonly redis: Redis;
  /** What a person should know of this Redis; `undefined`: it keeps what it is told. */
  warning(): Promise<string | undefined>;
}

const LEASE_MS = 30_000;
/** A worker that has not been heard of for so long is not shown. */
const GONE_MS = 60_000;

/** A queue for any number of processes and machines; the error says what is missing here, or that Redis does not answer. */
export async function openBullQueue<J extends QueuedJob, R>(
  options: BullQueueOptions,
): Promise<Result<BullQueue<J, R>>> {
  const { url, prefix = 'workorder', leaseMs = LEASE_MS } = options;
  const packages = await load();
  if (!packages.ok) return packages;
  const { bullmq, Redis } = packages.value;
  const connect = () => connectTo(Redis, url);
  const redis = connect();
  const answers = await hasAnswer(redis, url);
  if (!answers.ok) return answers;
  const connections = [redis];
  const own = () => {
    const one = connect();
    connections.push(one);
    return one;
  };
  const queue: Queue = new bullmq.Queue(NAME, { connection: redis, prefix });
  ignoreErrors(queue);
  let events: QueueEvents | undefined;
  const eventsOf = (): QueueEvents => {
    if (events === undefined) {
      events = new bullmq.QueueEvents(NAME, { connection: own(), prefix });
      ignoreErrors(events);
    }
    return events;
  };
  const seenKey = `${prefix}:${NAME}:seen`;
  const dataOf = (job: Job): J => job.data;
  const isWaiting = (state: string) =>
    ['waiting', 'prioritized', 'delayed', 'waiting-children'].includes(state);

  /** Ends the workers that nobody stopped; what they have begun is taken over by others. */
  const abandon: (() => void)[] = [];

  const opened: BullQueue<J, R> = {
    redis,
    async warning() {
      const told = await redis.config('GET', 'appendonly').catch(() => undefined);
      return Array.isArray(told) && told[1] === 'no'
        ? 'this Redis keeps no log (appendonly no): what it has is lost when it restarts, and is sent again from the journal of the campaign'
        : undefined;
    },
    async add(jobs) {
      await queue.addBulk(
        jobs.map(job => ({
          name: 'target',
          data: job,
          opts: { jobId: job.id, priority: job.priority, attempts: NO_LIMIT, backoff: { type: 'custom' } },
        })),
      );
    },
    async ended(owner) {
      const jobs: readonly Job[] = await queue.getJobs(['completed']);
      return jobs.flatMap(job =>
        job?.id !== undefined && dataOf(job).owner === owner
          ? [{ id: job.id, result: job.returnvalue as R }]
          : [],
      );
    },
    async forget(ids) {
      for (const id of ids) await queue.remove(id);
    },
    async missing(ids) {
      const states = await Promise.all(ids.map(async id => [id, await queue.getJobState(id)] as const));
      return states.flatMap(([id, state]) => (state === 'unknown' ? [id] : []));
    },
    async withdraw(ids) {
      const taken: string[] = [];
      for (const id of ids)
        if (isWaiting(await queue.getJobState(id)) && (await queue.remove(id).catch(() => 0)) === 1)
          taken.push(id);
      return taken;
    },
    changed: (ms, signal) =>
      new Promise(resolve => {
        const told = eventsOf();
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          told.off('completed', end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener('abort', end, { once: true });
        told.on('completed', end);
      }),
    work(does, given) {
      const worker = startBullWorker<J, R>(
        bullmq,
        { redis, connection: own(), prefix, leaseMs, seenKey },
        does,
        given,
      );
      abandon.push(worker.abandon);
      return worker;
    },
    async workers() {
      const all = Object.entries(await redis.hgetall(seenKey));
      return all
        .map(([name, text]): SeenWorker => ({ ...JSON.parse(text), name }))
        .filter(({ seenAt }) => Date.now() - seenAt < GONE_MS);
    },
    async close() {
      for (const end of abandon) end();
      const closed = Promise.all([events?.close(), queue.close()]).catch(() => undefined);
      // It would wait for a Redis that is away.
      await Promise.race([closed, new Promise(resolve => setTimeout(resolve, 3000).unref())]);
      for (const one of connections) one.disconnect();
    },
  };
  return ok(opened);
}

function connectTo(Client: typeof Redis, url: string): Redis {
  const redis = new Client(url, {
    maxRetriesPerRequest: null,
    lazyConnect: true,
    retryStrategy: tries => Math.min(tries * 100, 2000),
  });
  ignoreErrors(redis);
  return redis;
}

async function hasAnswer(redis: Redis, url: string): Promise<Result<void>> {
  try {
    await Promise.race([
      redis.connect(),
      new Promise((_, reject) =>
        setTimeout(() => reject(new Error('no answer within 10 s')), 10_000).unref(),
      ),
    ]);
    return ok(undefined);
  } catch (error) {
    redis.disconnect();
    return fail(
      `Redis at ${withoutCredentials(url)} does not answer: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function load() {
  try {
    const [bullmq, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
    return ok({ bullmq, Redis });
  } catch {
    return fail(
      'a queue needs the packages bullmq and ioredis, which are not installed beside workorder; install them with "npm install bullmq@6.7.0 ioredis@5.9.3", or leave --queue out to work in one process',
    );
  }
}
