import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import type { JournalFault } from '../ports/journal-fault.ts';
import type { Outcome } from './outcome.ts';
import { revertChanges } from './revert.ts';
import type { RunContext } from './run-request.ts';

/**
 * How a run ends whose journal cannot be written: what it changed is taken back.
 *
 * @param onDisk its change, when that was applied
 */
export async function endUnrecorded(
  { ports, recorder }: Pick<RunContext, 'ports' | 'recorder'>,
  fault: JournalFault,
  onDisk: ChangeSet | undefined,
): Promise<Outcome> {
  const failed = { kind: 'FAILED', step: 'journal', reasons: [fault.message], changeKept: false } as const;
  if (!onDisk) return failed;
  const reverted = await revertChanges(ports, onDisk, recorder.state.runId);
  if (reverted.kind !== 'applied') {
    const reason = `the change could not be taken back: ${reverted.reason}`;
    return { ...failed, reasons: [fault.message, reason], changeKept: true };
  }
  recorder.showEnd({
    type: 'reverted',
    by: 'a journal that cannot be written',
    files: fileRecords(onDisk),
  });
  return failed;
}
