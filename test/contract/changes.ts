import type { ChangeSet, FileChange } from '../../src/core/changes/change-set.ts';
import { type Content, sha256Of } from '../support/memory-files.ts';

/** One file of a test's change set: `[before, after]`; `undefined` means the file is not there. */
export type BeforeAfter = readonly [before: Content | undefined, after: Content | undefined];

export const bytesOf = (content: Content): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

export function fileChange(path: string, [before, after]: BeforeAfter): FileChange {
  const old = before === undefined ? undefined : bytesOf(before);
  const next = after === undefined ? undefined : bytesOf(after);
  return {
    path,
    before: old,
    after: next,
    beforeSha256: old && sha256Of(old),
    afterSha256: next && sha256Of(next),
    spans: [{ start: 0, end: old?.length ?? 0, afterStart: 0, afterEnd: next?.length ?? 0 }],
  };
}

/** A change set without receipts; files sorted by path as the contract of ChangeSet asks. */
export function changeSet(files: Readonly<Record<string, BeforeAfter>>): ChangeSet {
  const sorted = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: sorted.map(([path, change]) => fileChange(path, change)), receipts: [] };
}
