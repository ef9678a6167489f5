/** Time as core sees it; a fixed clock makes runs repeatable in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}
