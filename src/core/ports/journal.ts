/** Append-only, hash-chained record of one run; every screen is a projection of it. */
export interface Journal<E> {
  readonly runId: string;
  append(event: E): Promise<void>;
}

export interface RunSummary {
  readonly runId: string;
  readonly startedAt: number;
  readonly title: string;
  readonly outcome: string;
}

/** Where the journals of a workspace are kept, outside the workspace. */
export interface Journals<E> {
  create(title: string): Promise<Journal<E>>;
  list(): Promise<readonly RunSummary[]>;
  /** `undefined` when there is no such run. Throws when the chain is broken. */
  read(runId: string): Promise<readonly E[] | undefined>;
}
