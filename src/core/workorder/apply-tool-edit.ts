import type { Command } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import type { Finding } from '../changes/finding.ts';
import { AfterApply, type FolderPrograms } from '../gate/after-apply.ts';
import { ChangeGate, WorkspaceFault } from '../gate/change-gate.ts';
import { Consents } from '../gate/consents.ts';
import type { GateEvent } from '../gate/gate-events.ts';
import { Cancelled } from '../kernel/cancel.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import type { AppliedEdit } from '../tools/edit-tools.ts';
import { appliedOutcome, writtenButOpen } from './applied-outcome.ts';
import type { Outcome } from './outcome.ts';
import { RunRecorder } from './recorder.ts';
import type { PipelinePorts } from './run-request.ts';

/** What a tool call would change; nothing is written yet. */
export interface ToolEdit {
  readonly command: Command;
  readonly changes: ChangeSet;
}

type Ports = Pick<PipelinePorts, 'files' | 'journals' | 'clock' | 'sha256' | 'verifier'> & {
  readonly programs: FolderPrograms;
};

/**
 * Takes one edit of a tool call through the change gate, as a run of its own: in the history, and revertable like any
 * other. The error is a sentence, and then nothing was written.
 */
export async function applyToolEdit(
  ports: Ports,
  { command, changes }: ToolEdit,
  reviewer: AgentReviewer,
  signal: AbortSignal,
): Promise<Result<AppliedEdit>> {
  try {
    const journal = await ports.journals.create(`${command.tool} in ${command.args.file_path}`);
    const recorder = new RunRecorder(journal, ports.clock, undefined);
    await recorder.record({ type: 'tool_edit', runId: journal.runId, command });
    return await decide(ports, recorder, changes, reviewer, signal);
  } catch (error) {
    // The gate has taken back what it had applied.
    if (error instanceof JournalFault) return fail(`nothing was written: ${error.message}`);
    throw error;
  }
}

async function decide(
  ports: Ports,
  recorder: RunRecorder,
  changes: ChangeSet,
  reviewer: AgentReviewer,
  signal: AbortSignal,
): Promise<Result<AppliedEdit>> {
  const { files, journals, sha256, verifier } = ports;
  const { runId } = recorder.state;
  const onRecord = (event: GateEvent) => record(recorder, event);
  const gate = new ChangeGate({
    runId,
    files,
    isolated: false,
    sha256,
    reviewer,
    review: 'each',
    journals: { saveChangeSet: (id, applied) => journals.saveChangeSet(id, applied) },
    record: onRecord,
    nextNumber: () => 1,
    signal,
    check: () => ok({ warnings: [] }),
    workflow: 'tool call',
    verifier,
    after: new AfterApply({
      ...ports.programs,
      workflow: 'tool call',
      verifier,
      consents: new Consents(reviewer, onRecord, false),
      review: 'each',
      changes: async () => changes,
      record: onRecord,
      signal,
    }),
    onApplied: () => undefined,
  });
  const end = (outcome: Outcome) => recorder.record({ type: 'finished', outcome });
  try {
    const decided = await gate.decide(changes);
    if (decided.ok) return ok(await endApplied(recorder, decided.value.open));
    const reasons = [decided.error];
    if (recorder.state.approvedBy === undefined)
      await end({ kind: 'BLOCKED', by: 'reviewer', reasons, requiredChanges: [] });
    else await end({ kind: 'FAILED', step: 'apply', reasons, changeKept: false });
    return decided;
  } catch (error) {
    if (error instanceof Cancelled) await end({ kind: 'CANCELLED', reason: 'the call was cancelled' });
    if (!(error instanceof WorkspaceFault)) throw error;
    await end({ kind: 'FAILED', step: 'apply', reasons: [error.message], changeKept: true });
    return fail(error.message);
  }
}

/** The change stays also where it does not pass: the caller is told, and how to take it back. */
async function endApplied(recorder: RunRecorder, open: readonly Finding[]): Promise<AppliedEdit> {
  const { runId } = recorder.state;
  await recorder.record({ type: 'finished', outcome: appliedOutcome(runId, open, undefined) });
  return open.length === 0 ? {} : { problem: writtenButOpen(runId, open) };
}

/** The gate's lines as those of a run. */
async function record(recorder: RunRecorder, event: GateEvent): Promise<void> {
  switch (event.type) {
    case 'warning':
      return recorder.record({ type: 'warning', stage: 'review', sentence: event.sentence });
    case 'verified': {
      const { phase = 'before', results, findings, sha256 } = event;
      await recorder.record({ type: 'verified', phase, results, findings, sha256 });
      if (phase === 'before') await recorder.record({ type: 'proposed', approvalSha256: sha256 });
      return;
    }
    case 'consented':
      return recorder.record(event);
    case 'reviewed': {
      const { decision, by, reason } = event;
      return recorder.record({ type: 'reviewed', decision, by, ...(reason === undefined ? {} : { reason }) });
    }
    case 'applied':
      return recorder.record({ type: 'applied', files: event.files });
    // Of one change there is nothing more to say, and no QA looks at it.
    case 'proposed':
    case 'inspected':
      return undefined;
  }
}
