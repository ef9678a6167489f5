/**
 * Work for one or many processes. What a queue has is never the only record: whoever adds jobs has a journal, and
 * whoever does one leaves its result in git.
 */
export interface JobQueue<J extends QueuedJob, R> {
  /** Adds those that it does not have; a job that is there, in any state, is left alone. */
  add(jobs: readonly J[]): Promise<void>;
  /** Jobs with this owner that have come to a result and were not forgotten. */
  ended(owner: string): Promise<readonly { readonly id: string; readonly result: R }[]>;
  /** After the result was written down elsewhere. */
  forget(ids: readonly string[]): Promise<void>;
  /** Of these, the ones that the queue does not have: it was emptied, or lost what it had. */
  missing(ids: readonly string[]): Promise<readonly string[]>;
  /** Takes back what nobody has begun; what it took back. */
  withdraw(ids: readonly string[]): Promise<readonly string[]>;
  /** Resolves when something may have changed, and after this time at the latest. */
  changed(ms: number, signal: AbortSignal): Promise<void>;
  /** Does jobs until `stop` or `end`; a job whose process dies meanwhile is taken over by another one. */
  work(does: Does<J, R>, options: WorkOptions): Worker;
  /** Who works on the jobs of this queue. */
  workers(): Promise<readonly SeenWorker[]>;
  close(): Promise<void>;
}

export interface QueuedJob {
  /** The same work has the same id. */
  readonly id: string;
  /** Whose job it is. */
  readonly owner: string;
  /** 1 comes before 2. */
  readonly priority: number;
}

/** One attempt at a job: its result, or how long to wait before the next attempt. */
export type Attempt<R, J = QueuedJob> =
  | { readonly kind: 'done'; readonly result: R }
  | {
      readonly kind: 'again';
      readonly afterMs: number;
      readonly reason: string;
      /** The job as the next attempt gets it; left out: as it was. */
      readonly job?: J;
    }
  /** The worker stops: another one begins anew, and this attempt does not count. */
  | { readonly kind: 'left' };

/** @param attempt from 1 */
export type Does<J, R> = (job: J, attempt: number, signal: AbortSignal) => Promise<Attempt<R, J>>;

export interface WorkOptions {
  readonly name: string;
  readonly concurrency: number;
}

export interface Worker {
  /** Begins nothing more, and resolves when what is under way has ended. */
  stop(): Promise<void>;
  /** The same, and what is under way is left for others. */
  end(): Promise<void>;
}

export interface SeenWorker {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly seenAt: number;
  readonly working: number;
  readonly done: number;
}
