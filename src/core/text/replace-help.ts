import type { Replacement } from '../../generated/contracts.ts';

/** What the help is made from: the original content and what is wrong with which replacement (0-based). */
export interface FailedReplace {
  readonly bytes: Uint8Array;
  readonly replacements: readonly Replacement[];
  readonly problems: ReadonlyMap<number, string>;
  /** Whether the strings are matched with CRLF for LF. */
  readonly crlf: boolean;
}

/** One sentence per failing replacement, in order: the exact wording, then what helps in brackets. */
export function helpForFailure(failed: FailedReplace): readonly string[] {
  return [...failed.problems].sort(([a], [b]) => a - b).map(([, sentence]) => sentence);
}
