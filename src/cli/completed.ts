/** What a shell completes of one command. */
export interface Completed {
  readonly name: string;
  readonly about: string;
  readonly options: readonly CompletedOption[];
  /** Words that the first argument may be. */
  readonly words: readonly string[];
  /** Whether arguments are files. */
  readonly takesFile: boolean;
}

export interface CompletedOption {
  readonly name: string;
  readonly about: string;
  readonly takesValue: boolean;
  readonly words: readonly string[];
  readonly isFile: boolean;
}
