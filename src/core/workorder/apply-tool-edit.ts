import type { Finding } from '../changes/finding.ts';
import type { ProposedEdit } from '../changes/tool-edit.ts';
import { AfterApply, type FolderPrograms } from '../gate/after-apply.ts';
import { ChangeGate, WorkspaceFault } from '../gate/change-gate.ts';
import { Consents } from '../gate/consents.ts';
import type { GateEvent, VerifiedEvent } from '../gate/gate-events.ts';
import { Cancelled } from '../kernel/cancel.ts';
import { ok } from '../kernel/result.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import { holdJournal } from '../ports/hold.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import type { EditEnd } from '../tools/edit-tool-ports.ts';
import type { PolicyLayer } from '../verification/policy.ts';
import { appliedOutcome, writtenButOpen } from './applied-outcome.ts';
import type { Outcome } from './outcome.ts';
import { RunRecorder } from './recorder.ts';
import type { PipelinePorts } from './run-request.ts';

type Ports = Pick<PipelinePorts, 'files' | 'journals' | 'hold' | 'clock' | 'sha256' | 'verifier'> & {
  readonly programs: FolderPrograms;
};

/**
 * Takes the edits of one tool call through the change gate, as a run of its own: in the history, and revertable like any
 * other. The error says why nothing was written.
 */
export async function applyToolEdit(
  ports: Ports,
  edit: ProposedEdit,
  reviewer: AgentReviewer,
  signal: AbortSignal,
): Promise<EditEnd> {
  const { changes: _, invariants, ...called } = edit;
  try {
    const { journal, release } = await holdJournal(ports, edit.title);
    try {
      const recorder = new RunRecorder(journal, ports.clock, undefined);
      await recorder.record({ type: 'tool_edit', runId: journal.runId, ...called });
      return await decide(ports, recorder, edit, reviewer, signal);
    } finally {
      release();
    }
  } catch (error) {
    // The gate has taken back what it had applied.
    if (error instanceof JournalFault)
      return { ...NOTHING_FOUND, error: `nothing was written: ${error.message}` };
    throw error;
  }
}

const NOTHING_FOUND = { runId: undefined, verified: undefined } as const;

async function decide(
  ports: Ports,
  recorder: RunRecorder,
  { title, changes, invariants }: ProposedEdit,
  reviewer: AgentReviewer,
  signal: AbortSignal,
): Promise<EditEnd> {
  const { files, journals, sha256, verifier } = ports;
  const { runId } = recorder.state;
  let verified: VerifiedEvent | undefined;
  const onRecord = (event: GateEvent) => {
    if (event.type === 'verified' && event.phase === undefined) verified = event;
    return record(recorder, event);
  };
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
      consents: new Consents(reviewer, onRecord, false, recorder.runId),
      review: 'each',
      changes: async () => changes,
      record: onRecord,
      signal,
    }),
    onApplied: () => undefined,
    asked: { layers: invariantsOf(invariants) },
  });
  gate.beginTurn(1, title);
  // What the caller is answered says the same, also where the journal cannot.
  const end = (outcome: Outcome) => {
    const finished = { type: 'finished', outcome } as const;
    return recorder.end(finished, () => finished);
  };
  try {
    const decided = await gate.decide(changes);
    if (decided.ok) return { runId, verified, ...(await endApplied(recorder, decided.value.open)) };
    const reasons = [decided.error];
    if (recorder.state.approvedBy === undefined)
      await end({ kind: 'BLOCKED', by: 'reviewer', reasons, requiredChanges: [] });
    else await end({ kind: 'FAILED', step: 'apply', reasons, changeKept: false });
    return { runId: undefined, verified, error: decided.error };
  } catch (error) {
    const { applied } = recorder.state;
    if (applied && (error instanceof Cancelled || error instanceof JournalFault)) {
      const why =
        error instanceof Cancelled ? 'the call was cancelled before all was checked' : error.message;
      const reason = `the change is written, but ${why}; take it back with: workorder revert ${runId}`;
      if (error instanceof Cancelled) await end({ kind: 'CANCELLED', reason });
      return { runId, verified, error: reason };
    }
    if (error instanceof Cancelled) await end({ kind: 'CANCELLED', reason: 'the call was cancelled' });
    if (!(error instanceof WorkspaceFault)) throw error;
    await end({ kind: 'FAILED', step: 'apply', reasons: [error.message], changeKept: true });
    // Some of it may be on the disk: the message says what.
    return { runId, verified, error: error.message };
  }
}

/** The change stays also where it does not pass: the caller is told, and how to take it back. */
async function endApplied(recorder: RunRecorder, open: readonly Finding[]): Promise<Pick<EditEnd, 'error'>> {
  const { runId } = recorder.state;
  await recorder.record({ type: 'finished', outcome: appliedOutcome(runId, open, undefined) });
  return open.length === 0 ? {} : { error: writtenButOpen(runId, open) };
}

/** A proposal asks for more than the policy, never for less. */
const invariantsOf = (invariants: readonly string[]): readonly PolicyLayer[] =>
  invariants.length === 0
    ? []
    : [
        {
          from: 'the proposal',
          by: 'proposal',
          checks: { invariants: 'required' },
          invariants: invariants.map(invariant => ({ files: '**', invariant })),
        },
      ];

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
