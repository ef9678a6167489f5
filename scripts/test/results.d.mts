import type { JobEnd } from './jobs.mjs';

export interface TestEnd {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly ms: number;
  /** Why it failed. */
  readonly error?: string;
}
export interface Count {
  readonly name: string;
  readonly seconds: number;
  readonly cpu: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly tests: readonly TestEnd[];
  /** What is to be said of it. */
  readonly remarks: readonly string[];
}
export declare function readResults(text: string): {
  tests: TestEnd[];
  /** The test or hook that had not ended. */
  begun: string | undefined;
  /** Every test has had its turn. */
  isWhole: boolean;
};
export declare function countOf(end: JobEnd): Count;
