import { unifiedDiffOf } from '../text/hunks.ts';
import type { FileChange } from './change-set.ts';

/** One changed file as a unified diff with three lines of context; see text/hunks.ts. */
export function unifiedDiff(change: FileChange): string {
  return unifiedDiffOf(change.path, change);
}
