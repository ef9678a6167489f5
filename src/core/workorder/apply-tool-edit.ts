import type { Command } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { ChangeGate, WorkspaceFault } from '../gate/change-gate.ts';
import type { GateEvent } from '../gate/gate-events.ts';
import { Cancelled } from '../kernel/cancel.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import type { Outcome } from './outcome.ts';
import { RunRecorder } from './recorder.ts';
import type { PipelinePorts } from './run-request.ts';

/** What a tool call would change; nothing is written yet. */
export interface ToolEdit {
  readonly command: Command;
  readonly changes: ChangeSet;
}

type Ports = Pick<PipelinePorts, 'files' | 'journals' | 'clock' | 'sha256' | 'verifier'>;

/**
 * Takes one edit of a tool call through the change gate, as a run of its own: in the history, and revertable like any
 * other. The error is a sentence, and then nothing was written.
 */
export async function applyToolEdit(
  ports: Ports,
  { command, changes }: ToolEdit,
  reviewer: AgentReviewer,
  signal: AbortSignal,
): Promise<Result<true>> {
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
): Promise<Result<true>> {
  const { files, journals, sha256, verifier } = ports;
  const { runId } = recorder.state;
  const gate = new ChangeGate({
    runId,
    files,
    isolated: false,
    sha256,
    reviewer,
    review: 'each',
    journals: { saveChangeSet: (id, applied) => journals.saveChangeSet(id, applied) },
    record: event => record(recorder, event),
    nextNumber: () => 1,
    signal,
    check: () => ok({ warnings: [] }),
    workflow: 'tool call',
    verifier,
    onApplied: () => undefined,
  });
  const end = (outcome: Outcome) => recorder.record({ type: 'finished', outcome });
  try {
    const decided = await gate.decide(changes);
    const reasons = decided.ok ? [] : [decided.error];
    if (decided.ok) await end({ kind: 'APPLIED' });
    else if (recorder.state.approvedBy === undefined)
      await end({ kind: 'BLOCKED', by: 'reviewer', reasons, requiredChanges: [] });
    else await end({ kind: 'FAILED', step: 'apply', reasons, changeKept: false });
    return decided.ok ? ok(true) : decided;
  } catch (error) {
    if (error instanceof Cancelled) await end({ kind: 'CANCELLED', reason: 'the call was cancelled' });
    if (!(error instanceof WorkspaceFault)) throw error;
    await end({ kind: 'FAILED', step: 'apply', reasons: [error.message], changeKept: true });
    return fail(error.message);
  }
}

/** The gate's lines as those of a run. */
async function record(recorder: RunRecorder, event: GateEvent): Promise<void> {
  switch (event.type) {
    case 'warning':
      return recorder.record({ type: 'warning', stage: 'review', sentence: event.sentence });
    case 'verified': {
      const { results, findings, sha256, approvalSha256 } = event;
      await recorder.record({ type: 'verified', phase: 'before', results, findings, sha256 });
      return recorder.record({ type: 'proposed', approvalSha256 });
    }
    case 'reviewed': {
      const { decision, by, reason } = event;
      return recorder.record({ type: 'reviewed', decision, by, ...(reason === undefined ? {} : { reason }) });
    }
    case 'applied':
      return recorder.record({ type: 'applied', files: event.files });
    // Of one change there is nothing more to say; no QA looks at it, and nothing else is asked.
    case 'proposed':
    case 'inspected':
    case 'consented':
      return undefined;
  }
}
