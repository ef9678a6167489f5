import type { FileChange } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import type { Files } from '../ports/files.ts';
import type { AgentEvent } from './events.ts';
import type { AgentRecorder } from './recorder.ts';
import type { AgentPorts } from './run-request.ts';

/**
 * Between a change on the disk and its line in the journal a crash may have come. When the last change that was let
 * through has no such line and every file is as it would have left it, the line is written now (C47).
 */
export async function reconcile(
  { workspace, journals }: Pick<AgentPorts, 'workspace' | 'journals'>,
  recorder: AgentRecorder,
  events: readonly AgentEvent[],
): Promise<void> {
  const proposed = events.findLast(event => event.type === 'proposed');
  const cycle = events.findLast(event => event.type === 'cycle_started');
  if (proposed?.type !== 'proposed' || (cycle?.type === 'cycle_started' && cycle.isolated)) return;
  const { number, turn } = proposed;
  if (recorder.state.applied.some(a => a.number === number)) return;
  // Stored just before the apply, so a change that was rejected is not there.
  const changes = await journals.loadChangeSet(recorder.runId, number);
  if (!changes) return;
  for (const file of changes.files) if (!(await isAsLeft(file, workspace.files))) return;
  await recorder.record({ type: 'applied', number, turn, isolated: false, files: fileRecords(changes) });
}

async function isAsLeft({ path, afterSha256 }: FileChange, files: Pick<Files, 'read'>): Promise<boolean> {
  const now = await files.read(path);
  return now.kind === 'file'
    ? now.file.sha256 === afterSha256
    : now.kind === 'missing' && afterSha256 === undefined;
}
