export interface TestRun {
  readonly number: number;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** The machine's average load of five minutes at the end of the run. */
  readonly load: number;
}
export declare function readRun(log: string): { passed: number; failed: number };
export declare function runsTable(runs: readonly TestRun[], machine: string): string;
