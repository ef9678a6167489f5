import type { Sha256 } from '../kernel/sha256.ts';
import { equalBytes } from '../text/host-bytes.ts';
import { trimSpans } from '../text/spans.ts';
import type { FileChange } from './change-set.ts';

const NOTHING = new Uint8Array(0);

/**
 * The change of one file from one content to another: put (`before` may be undefined), or delete (`after`
 * undefined). `undefined` when there is nothing to do. One span, as small as its ends allow; a rename is a
 * delete and a put.
 */
export function fileChange(
  path: string,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  sha256: Sha256,
): FileChange | undefined {
  const isSame = before === undefined || after === undefined ? before === after : equalBytes(before, after);
  if (isSame) return undefined;
  const [old, now] = [before ?? NOTHING, after ?? NOTHING];
  const whole = { start: 0, end: old.length, afterStart: 0, afterEnd: now.length };
  return {
    path,
    before,
    after,
    beforeSha256: before === undefined ? undefined : sha256(before),
    afterSha256: after === undefined ? undefined : sha256(after),
    spans: before === undefined || after === undefined ? [whole] : trimSpans(old, now, [whole]),
  };
}
