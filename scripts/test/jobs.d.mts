import type { LaneJob } from './lanes.mjs';

export interface Job extends LaneJob {
  /** Arguments for Node. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The file where it leaves its tests, one JSON line each. */
  readonly results?: string;
  /** Its success is no test that passed. */
  readonly isSetUp?: boolean;
}
export interface JobEnd {
  readonly job: Job;
  readonly code: number | string | null;
  readonly seconds: number;
  /** Seconds of processor time, of all its processes. */
  readonly cpu: number;
  /** Why it was not left to its own end. */
  readonly stopped?: string;
}
export interface RunningJob {
  readonly ended: Promise<JobEnd>;
  stop(reason: string): void;
}
/** Runs jobs in lanes; `stop` ends what runs, and starts nothing more. */
export declare function runJobs(
  jobs: readonly Job[],
  options: {
    readonly capacity: Readonly<Record<string, number>>;
    start(job: Job, onText: (text: string) => void): RunningJob;
    /** Told of each job right after its output. */
    onEnd(end: JobEnd): void;
    write(text: string): void;
  },
): { readonly ended: Promise<void>; stop(reason: string): void };
