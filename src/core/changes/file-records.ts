import { lineRegions } from '../text/line-regions.ts';
import type { ChangeSet } from './change-set.ts';

/** A changed file as journals and reports name it; hashes are lower-case hexadecimal SHA-256, null: no file. */
export interface ChangedFileRecord {
  readonly path: string;
  readonly before_sha256: string | null;
  readonly after_sha256: string | null;
  /** Whole lines that are new or different, as a unified diff counts them. */
  readonly lines_added: number;
  readonly lines_removed: number;
}

/** One record per file of the change set, in its order. */
export function fileRecords(changes: ChangeSet): readonly ChangedFileRecord[] {
  return changes.files.map(change => {
    const regions = lineRegions(change);
    return {
      path: change.path,
      before_sha256: change.beforeSha256 ?? null,
      after_sha256: change.afterSha256 ?? null,
      lines_added: regions.reduce((sum, region) => sum + region.added.length, 0),
      lines_removed: regions.reduce((sum, region) => sum + region.removed.length, 0),
    };
  });
}
