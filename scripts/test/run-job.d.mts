import type { Job, RunningJob } from './jobs.mjs';

export declare function startJob(
  job: Job,
  options: {
    readonly program: string;
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    onText(text: string): void;
    readonly silenceMs?: number;
    readonly graceMs?: number;
  },
): RunningJob;
