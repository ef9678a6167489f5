import type { Worker as BullWorker, Job } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Attempt, Does, QueuedJob, WorkOptions } from '../../core/ports/job-queue.ts';

export const NAME = 'campaign-targets';
const HEARTBEAT_MS = 5000;
/** How often a job may change hands, or be tried: what is enough is decided elsewhere. */
export const NO_LIMIT = 1_000_000;

/** Thrown to BullMQ, which waits as long as it says. */
class Again extends Error {
  readonly afterMs: number;
  constructor(reason: string, afterMs: number) {
    super(reason);
    this.afterMs = afterMs;
  }
}

interface WorkerPlaces {
  readonly redis: Redis;
  /** A connection of its own: it waits for jobs. */
  readonly connection: Redis;
  readonly prefix: string;
  readonly leaseMs: number;
  /** Where workers say that they are there. */
  readonly seenKey: string;
}

/** Does jobs of the queue until it is stopped. */
export function startBullWorker<J extends QueuedJob, R>(
  { Worker, WaitingError }: Pick<typeof import('bullmq'), 'Worker' | 'WaitingError'>,
  { redis, connection, prefix, leaseMs, seenKey }: WorkerPlaces,
  does: Does<J, R>,
  { name, concurrency }: WorkOptions,
) {
  const leaving = new AbortController();
  const seen = { working: 0, done: 0 };
  const beat = () =>
    void redis.hset(seenKey, name, JSON.stringify({ ...seen, seenAt: Date.now() })).catch(() => undefined);
  const timer = setInterval(beat, HEARTBEAT_MS);
  beat();
  const work = async (job: Job, token?: string): Promise<R> => {
    seen.working += 1;
    beat();
    let attempt: Attempt<R, J>;
    try {
      attempt = await does(job.data, job.attemptsMade + 1, leaving.signal);
    } finally {
      seen.working -= 1;
    }
    if (attempt.kind === 'again') {
      if (attempt.job !== undefined) await job.updateData(attempt.job);
      throw new Again(attempt.reason, attempt.afterMs);
    }
    if (attempt.kind === 'left') {
      await job.moveToWait(token);
      throw new WaitingError();
    }
    seen.done += 1;
    beat();
    return attempt.result;
  };
  const worker: BullWorker = new Worker(NAME, work, {
    connection,
    prefix,
    concurrency,
    lockDuration: leaseMs,
    stalledInterval: leaseMs,
    maxStalledCount: NO_LIMIT,
    settings: {
      backoffStrategy: (_made: number, _type?: string, error?: Error) =>
        error instanceof Again ? error.afterMs : 1000,
    },
  });
  ignoreErrors(worker);
  const stop = async () => {
    await worker.close();
    clearInterval(timer);
    await redis.hdel(seenKey, name).catch(() => undefined);
  };
  return {
    stop,
    end: () => {
      leaving.abort();
      return stop();
    },
    /** At once, without waiting for what it has begun. */
    abandon: () => {
      clearInterval(timer);
      void worker.close(true).catch(() => undefined);
    },
  };
}

/** A connection comes back by itself; without a listener the process would end. */
export function ignoreErrors(what: { on(event: 'error', act: () => void): unknown }): void {
  what.on('error', () => undefined);
}
