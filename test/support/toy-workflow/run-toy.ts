import { AfterApply, type FolderPrograms } from '../../../src/core/gate/after-apply.ts';
import { ChangeGate } from '../../../src/core/gate/change-gate.ts';
import { Consents } from '../../../src/core/gate/consents.ts';
import { fail, ok, type Result } from '../../../src/core/kernel/result.ts';
import type { AgentReviewer } from '../../../src/core/ports/agent-reviewer.ts';
import { createHeldJournal, whileWorking } from '../../../src/core/ports/hold.ts';
import { conclude } from '../../../src/core/runs/conclude.ts';
import { whyNotDone } from '../../../src/core/runs/last-state.ts';
import { openStored, type StoredRunPorts, startRecorder } from '../../../src/core/runs/open-stored.ts';
import type { Recorder } from '../../../src/core/runs/recorder.ts';
import { changesOf } from '../../../src/core/runs/stored-changes.ts';
import type { Workflow } from '../../../src/core/verification/policy.ts';
import { WorkspaceVerifier } from '../../../src/core/verification/workspace-verifier.ts';
import type { ToyEvent, ToyOutcome } from './events.ts';
import type { ToyState } from './state.ts';
import { toyWorkflow } from './workflow.ts';

export interface ToyPorts extends StoredRunPorts<ToyEvent> {
  readonly programs: FolderPrograms;
}

export interface ToyRequest {
  readonly file: string;
  /** Written at the end of the file. */
  readonly line: string;
  readonly reviewer: AgentReviewer;
  readonly signal: AbortSignal;
}

/** Writes one line at the end of a file, as every workflow changes files. */
export async function runToy(ports: ToyPorts, request: ToyRequest): Promise<ToyState> {
  const { journal, release } = await createHeldJournal(ports, `toy: ${request.file}`);
  const recorder = startRecorder(journal, ports.clock, toyWorkflow, undefined);
  return conclude(ports, toyWorkflow, recorder, async () => {
    const { file, line } = request;
    await recorder.record({ type: 'run_started', runId: journal.runId, file, line });
    return work(ports, request, recorder);
  }).finally(release);
}

/** Only what is not on the disk is still to do. */
export const resumeToy = (
  ports: ToyPorts,
  runId: string,
  request: Pick<ToyRequest, 'reviewer' | 'signal'>,
): Promise<Result<ToyState>> =>
  whileWorking(ports.hold, runId, async () => {
    const stored = await openStored(ports, toyWorkflow, runId);
    if (!stored.ok) return stored;
    const { recorder } = stored.value;
    const { file, line } = recorder.state;
    if (file === '') return fail(`toy run ${runId} stopped before anything was recorded; start a new one`);
    await recorder.record({ type: 'resumed' });
    return ok(
      await conclude(ports, toyWorkflow, recorder, () => work(ports, { ...request, file, line }, recorder)),
    );
  });

async function work(
  ports: ToyPorts,
  { file, line, reviewer, signal }: ToyRequest,
  recorder: Recorder<ToyEvent, ToyState>,
): Promise<ToyOutcome> {
  const { files, journals, sha256, programs } = ports;
  // Its name in the schema of the policy makes it one of them.
  const workflow = 'toy' as Workflow;
  const { runId } = recorder;
  const record = (event: Parameters<typeof recorder.record>[0]) => recorder.record(event);
  const verifier = new WorkspaceVerifier(ports);
  const kept = () => recorder.state.applied.filter(change => change.reverted !== true);
  const after = new AfterApply({
    ...programs,
    workflow,
    verifier,
    consents: new Consents(reviewer, record, recorder.state.proposals > 0),
    review: 'each',
    changes: () => changesOf(journals, runId, kept()),
    record,
    signal,
  });
  const gate = new ChangeGate({
    runId,
    files,
    isolated: false,
    workflow,
    verifier,
    after,
    sha256,
    reviewer,
    review: 'each',
    journals,
    record,
    nextNumber: () => recorder.state.proposals + 1,
    signal,
    check: () => ok({ warnings: [] }),
    onApplied: () => undefined,
  });
  if (kept().length === 0) {
    const before = await gate.staging.read(file);
    if (!before.ok) return { kind: 'BLOCKED', reasons: [before.error] };
    const text = new TextDecoder().decode(before.value);
    const put = await gate.staging.put(file, new TextEncoder().encode(`${text}${line}\n`));
    if (!put.ok) return { kind: 'BLOCKED', reasons: [put.error] };
    const decided = await gate.decideStaged();
    if (!decided.ok) return { kind: 'BLOCKED', reasons: [decided.error] };
  }
  const open = await whyNotDone(recorder.state, after);
  return open === undefined ? { kind: 'DONE' } : { kind: 'BLOCKED', reasons: [open] };
}
