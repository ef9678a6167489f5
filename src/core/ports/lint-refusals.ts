/** Code that linters would load, and that a person said no to. */
export interface RefusedLintCode {
  /** A plugin or contract type, as it is configured. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What is remembered for a workspace until the files of the code change, or a person takes it back. */
export interface LintRefusals {
  /** Those that still hold: the files are as they were. */
  list(): Promise<readonly RefusedLintCode[]>;
  refuse(names: readonly string[]): Promise<void>;
  /** Takes these back; answers which of them were refused. */
  takeBack(names: readonly string[]): Promise<readonly string[]>;
}
