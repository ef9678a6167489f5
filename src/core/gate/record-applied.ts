import type { FileChange } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import type { Files } from '../ports/files.ts';
import type { Journals } from '../ports/journal.ts';
import type { GateEvent, RecordGateEvent } from './gate-events.ts';

export interface InterruptedRun {
  readonly runId: string;
  readonly files: Pick<Files, 'read'>;
  readonly journals: Pick<Journals<never>, 'loadChangeSet'>;
  readonly record: RecordGateEvent;
}

/**
 * Between a change on the disk and its line in the journal a crash may have come. When the last change that was let
 * through has no such line and every file is as it would have left it, the line is written now (C47).
 *
 * @param last the run's last proposal
 * @param applied numbers of the changes that have their line
 */
export async function recordIfApplied(
  { runId, files, journals, record }: InterruptedRun,
  last: Pick<Extract<GateEvent, { type: 'proposed' }>, 'number' | 'turn'>,
  applied: readonly number[],
): Promise<void> {
  const { number, turn } = last;
  if (applied.includes(number)) return;
  // Stored just before the apply, so a change that was rejected is not there.
  const changes = await journals.loadChangeSet(runId, number);
  if (!changes) return;
  for (const file of changes.files) if (!(await isAsLeft(file, files))) return;
  await record({ type: 'applied', number, turn, isolated: false, files: fileRecords(changes) });
}

async function isAsLeft({ path, afterSha256 }: FileChange, files: Pick<Files, 'read'>): Promise<boolean> {
  const now = await files.read(path);
  return now.kind === 'file'
    ? now.file.sha256 === afterSha256
    : now.kind === 'missing' && afterSha256 === undefined;
}
