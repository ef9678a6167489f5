import type { FolderPrograms } from '../../../src/core/gate/after-apply.ts';
import { Consents } from '../../../src/core/gate/consents.ts';
import { ok, type Result } from '../../../src/core/kernel/result.ts';
import type { AgentReviewer } from '../../../src/core/ports/agent-reviewer.ts';
import { beginRun, resumeRun } from '../../../src/core/runs/begin-run.ts';
import { checksAfter, type GatedWork, gateWork } from '../../../src/core/runs/gated-work.ts';
import { whyNotDone } from '../../../src/core/runs/last-state.ts';
import type { StoredRunPorts } from '../../../src/core/runs/open-stored.ts';
import type { Recorder } from '../../../src/core/runs/recorder.ts';
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
export const runToy = (ports: ToyPorts, request: ToyRequest): Promise<ToyState> =>
  beginRun(ports, toyWorkflow, {
    title: `toy: ${request.file}`,
    onEvent: undefined,
    work: async recorder => {
      const { file, line } = request;
      await recorder.record({ type: 'run_started', runId: recorder.runId, file, line });
      return work(ports, request, recorder);
    },
  });

/** Only what is not on the disk is still to do. */
export const resumeToy = (
  ports: ToyPorts,
  runId: string,
  request: Pick<ToyRequest, 'reviewer' | 'signal'>,
): Promise<Result<ToyState>> =>
  resumeRun(ports, toyWorkflow, {
    runId,
    resume: async ({ recorder, started: { file, line } }) => {
      await recorder.record({ type: 'resumed' });
      return ok(() => work(ports, { ...request, file, line }, recorder));
    },
  });

async function work(
  ports: ToyPorts,
  { file, line, reviewer, signal }: ToyRequest,
  recorder: Recorder<ToyEvent, ToyState>,
): Promise<ToyOutcome> {
  const record: GatedWork['record'] = event => recorder.record(event);
  const gated: GatedWork = {
    runId: recorder.runId,
    // Its name in the schema of the policy makes it one of them.
    workflow: 'toy' as Workflow,
    ports,
    folder: { ...ports.programs, files: ports.files, isolated: false },
    settings: { reviewer, review: 'each', signal },
    verifier: new WorkspaceVerifier(ports),
    consents: new Consents(reviewer, record, recorder.state.proposals > 0),
    record,
    applied: () => recorder.state.applied.filter(change => change.reverted !== true),
    spent: () => recorder.state.spent,
  };
  const after = checksAfter(gated);
  const { gate } = gateWork(gated, {
    after,
    nextNumber: () => recorder.state.proposals + 1,
    check: () => ok({ warnings: [] }),
    task: () => line,
  });
  if (gated.applied().length === 0) {
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
