import type { Job } from './jobs.mjs';

export declare function allSuites(): string[];
export declare function jobsOf(
  suite: string,
  options: { more: readonly string[]; colour: boolean; isWhole?: boolean },
): Job[];
