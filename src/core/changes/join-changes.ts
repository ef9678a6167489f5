import { equalBytes } from '../text/host-bytes.ts';
import { trimSpans } from '../text/spans.ts';
import type { ChangeSet, FileChange } from './change-set.ts';

const EMPTY = new Uint8Array();

/**
 * Change sets that were applied one after the other as one: each file from what it was before the first to what
 * the last left. What cancels out is not in it.
 */
export function joinChanges(inOrder: readonly ChangeSet[]): ChangeSet {
  const joined = new Map<string, FileChange>();
  for (const { files } of inOrder) {
    for (const file of files) {
      const first = joined.get(file.path);
      joined.set(file.path, first ? join(first, file) : file);
    }
  }
  const files = [...joined.values()].filter(f => !isSame(f.before, f.after));
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), receipts: [] };
}

function join(first: FileChange, last: FileChange): FileChange {
  const [before, after] = [first.before ?? EMPTY, last.after ?? EMPTY];
  const whole = { start: 0, end: before.length, afterStart: 0, afterEnd: after.length };
  return {
    path: first.path,
    ...(first.realPath === undefined ? {} : { realPath: first.realPath }),
    before: first.before,
    after: last.after,
    beforeSha256: first.beforeSha256,
    afterSha256: last.afterSha256,
    spans: trimSpans(before, after, [whole]),
  };
}

const isSame = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && equalBytes(a, b));
