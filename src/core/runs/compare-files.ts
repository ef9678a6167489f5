import type { ChangeSet } from '../changes/change-set.ts';
import { invertChanges } from '../changes/invert.ts';
import { loadSnapshot } from '../gate/load-snapshot.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Files } from '../ports/files.ts';

/** What a file of a run is now. */
export type FileVerdict =
  /** The bytes are those the run wrote. */
  | 'as applied'
  /** Edited elsewhere since; every span of the run is still there. */
  | 'edited since'
  /** A span of the run was changed since, or the file is gone. */
  | 'overwritten'
  /** The bytes are those from before the run. */
  | 'reverted';

interface Places {
  readonly files: Files;
  readonly sha256: Sha256;
}

/** Each file of a change as it is now. */
export async function verifyFiles(
  places: Places,
  changes: ChangeSet,
): Promise<readonly { readonly path: string; readonly verdict: FileVerdict }[]> {
  const files = [];
  for (const file of changes.files)
    files.push({ path: file.path, verdict: await compareFile(places, { files: [file], receipts: [] }) });
  return files;
}

async function compareFile({ files, sha256 }: Places, changes: ChangeSet): Promise<FileVerdict> {
  const [file] = changes.files;
  if (!file) return 'overwritten';
  const { snapshot, hashes } = await loadSnapshot([file.path], files);
  const now = hashes.get(file.path);
  if (now === file.afterSha256) return 'as applied';
  if (now === file.beforeSha256) return 'reverted';
  return now !== undefined && invertChanges(changes, snapshot, sha256).ok ? 'edited since' : 'overwritten';
}

/** Whether what a change put into each file is there, also when a person edited the file elsewhere since. */
export async function isOnDisk(places: Places, changes: ChangeSet): Promise<boolean> {
  const files = await verifyFiles(places, changes);
  return files.every(({ verdict }) => verdict === 'as applied' || verdict === 'edited since');
}
