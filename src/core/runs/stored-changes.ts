import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { fileChange } from '../changes/file-change.ts';
import { joinChanges } from '../changes/join-changes.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Files } from '../ports/files.ts';
import type { Journals } from '../ports/journal.ts';
import type { AppliedChange } from './workflow.ts';

/** What these changes of a run came to, as one; parts that are no longer stored are left out. */
export async function changesOf(
  journals: Pick<Journals<never>, 'loadChangeSet'>,
  runId: string,
  applied: readonly AppliedChange[],
): Promise<ChangeSet> {
  const parts: ChangeSet[] = [];
  for (const { number } of applied) {
    const stored = await journals.loadChangeSet(runId, number);
    if (stored) parts.push(stored);
  }
  const [only] = parts;
  return parts.length === 1 && only ? only : joinChanges(parts);
}

/** The same paths with what is in them now. */
export async function asOnDisk(
  { files }: ChangeSet,
  folder: Pick<Files, 'read'>,
  sha256: Sha256,
): Promise<ChangeSet> {
  const now: FileChange[] = [];
  for (const { path, before } of files) {
    const read = await folder.read(path);
    const change = fileChange(path, before, read.kind === 'file' ? read.file.bytes : undefined, sha256);
    if (change) now.push(change);
  }
  return { files: now, receipts: [] };
}
