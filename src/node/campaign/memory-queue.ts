import type { Attempt, JobQueue, QueuedJob, SeenWorker, WorkOptions } from '../../core/ports/job-queue.ts';

interface Entry<J, R> {
  job: J;
  state: 'waiting' | 'active' | 'delayed' | 'ended';
  attempt: number;
  result?: R;
}

/** The queue of one process: what it has is gone with it, and is added again from the journal. */
export function createMemoryQueue<J extends QueuedJob, R>(): JobQueue<J, R> {
  const entries = new Map<string, Entry<J, R>>();
  const seen = new Map<string, { working: number; done: number }>();
  const timers = new Set<NodeJS.Timeout>();
  let listeners: (() => void)[] = [];
  const pumps = new Set<() => void>();
  const tell = () => {
    const told = listeners;
    listeners = [];
    for (const listener of told) listener();
    for (const pump of pumps) pump();
  };
  const settle = (entry: Entry<J, R>, attempt: Attempt<R, J>) => {
    switch (attempt.kind) {
      case 'done':
        entry.state = 'ended';
        entry.result = attempt.result;
        break;
      case 'left':
        entry.state = 'waiting';
        entry.attempt -= 1;
        break;
      case 'again': {
        entry.state = 'delayed';
        entry.job = attempt.job ?? entry.job;
        const timer = setTimeout(() => {
          timers.delete(timer);
          entry.state = 'waiting';
          tell();
        }, attempt.afterMs);
        timers.add(timer);
      }
    }
    tell();
  };

  return {
    async add(jobs) {
      for (const job of jobs)
        if (!entries.has(job.id)) entries.set(job.id, { job, state: 'waiting', attempt: 0 });
      tell();
    },
    ended: async owner =>
      [...entries.values()].flatMap(({ job, state, result }) =>
        state === 'ended' && result !== undefined && job.owner === owner ? [{ id: job.id, result }] : [],
      ),
    async forget(ids) {
      for (const id of ids) if (entries.get(id)?.state === 'ended') entries.delete(id);
    },
    missing: async ids => ids.filter(id => !entries.has(id)),
    async withdraw(ids) {
      const taken = ids.filter(id => ['waiting', 'delayed'].includes(entries.get(id)?.state ?? ''));
      for (const id of taken) entries.delete(id);
      return taken;
    },
    changed: (ms, signal) =>
      new Promise(resolve => {
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', end);
          resolve();
        };
        const timer = setTimeout(end, ms);
        signal.addEventListener('abort', end, { once: true });
        listeners.push(end);
      }),
    work(does, { name, concurrency }: WorkOptions) {
      const own = { working: 0, done: 0 };
      seen.set(name, own);
      const leaving = new AbortController();
      let isOpen = true;
      let idle: (() => void) | undefined;
      const pump = () => {
        while (isOpen && own.working < concurrency) {
          const next = nextOf(entries.values());
          if (next === undefined) return;
          next.state = 'active';
          next.attempt += 1;
          own.working += 1;
          void does(next.job, next.attempt, leaving.signal)
            .catch((): Attempt<R, J> => ({ kind: 'left' }))
            .then(attempt => {
              own.working -= 1;
              if (attempt.kind === 'done') own.done += 1;
              settle(next, attempt);
              if (own.working === 0) idle?.();
            });
        }
      };
      pumps.add(pump);
      pump();
      const stop = () => {
        isOpen = false;
        pumps.delete(pump);
        return new Promise<void>(resolve => {
          idle = () => {
            seen.delete(name);
            resolve();
          };
          if (own.working === 0) idle();
        });
      };
      return {
        stop,
        end: () => {
          leaving.abort();
          return stop();
        },
      };
    },
    workers: async (): Promise<readonly SeenWorker[]> =>
      [...seen].map(([name, { working, done }]) => ({ name, working, done, seenAt: Date.now() })),
    async close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** The first that waits, of the highest priority. */
function nextOf<J extends QueuedJob, R>(entries: Iterable<Entry<J, R>>): Entry<J, R> | undefined {
  let best: Entry<J, R> | undefined;
  for (const entry of entries)
    if (entry.state === 'waiting' && (best === undefined || entry.job.priority < best.job.priority))
      best = entry;
  return best;
}
