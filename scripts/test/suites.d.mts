import type { Job } from './jobs.mjs';

export declare function allSuites(): string[];
export declare function dealtFiles(): string[];
export declare function jobsOf(
  suite: string,
  options: { more: readonly string[]; colour: boolean; isNamed?: boolean; only?: ReadonlySet<string> },
): Job[];
