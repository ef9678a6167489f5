export interface TestRun {
  /** What was cloned and run. */
  readonly commit: string;
  /** When it began, as ISO text. */
  readonly date: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** Processor seconds of all jobs. */
  readonly cpu: number;
  readonly cores: number;
  /** The machine's average load of five minutes at the end of the run. */
  readonly load: number;
  /** Left out or empty: all. */
  readonly suites?: readonly string[];
  /** Which fifth of the long suites it had. */
  readonly turn?: number;
}
export declare function readRun(log: string): { passed: number; failed: number; cpu: number; turn?: number };
export declare function readSeries(text: string): readonly TestRun[];
export declare function runsOfPage(page: string): readonly TestRun[];
export declare function runsTable(runs: readonly TestRun[]): string;
export declare function withTable(page: string, table: string): string;
