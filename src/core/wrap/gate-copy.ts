import type { ChangeSet } from '../changes/change-set.ts';
import type { Spending } from '../conversation/budget.ts';
import type { FolderPrograms } from '../gate/after-apply.ts';
import type { ChangeGate } from '../gate/change-gate.ts';
import { Consents } from '../gate/consents.ts';
import { ok } from '../kernel/result.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { Analyst, Examination } from '../ports/analyst.ts';
import type { Model } from '../ports/model.ts';
import type { Trials, TryOut } from '../ports/trials.ts';
import { checksAfter, type GatedWork, gateWork } from '../runs/gated-work.ts';
import type { StoredRunPorts } from '../runs/open-stored.ts';
import type { Recorder } from '../runs/recorder.ts';
import { tryOnce, tryOutChange } from '../trials/try-out.ts';
import type { Asked, WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import type { WrapEvent } from './events.ts';
import type { WrapState } from './state.ts';

export interface WrapPorts extends StoredRunPorts<WrapEvent> {
  readonly programs: FolderPrograms;
  readonly verifier: WorkspaceVerifier;
  readonly analyst: Analyst;
  /** Left out: nothing of a change is run. */
  readonly trials?: Trials;
}

/** What a person asks of a change that is made on a copy, whoever makes it. */
export interface CopyRequest {
  /** The program with its arguments, as it was typed: for the record, and for QA. */
  readonly command: readonly string[];
  /** Where it may change files; empty: everywhere in the workspace. */
  readonly scope: readonly string[];
  /** What the person says of public names. */
  readonly claims: readonly string[];
  /** What the person asks for besides the policy. */
  readonly asked?: Pick<Asked, 'layers'>;
  /** What the person lets run before and after the change. */
  readonly tryOut?: TryOut;
  readonly reviewer: AgentReviewer;
  /** Looks at the change before a person is asked. */
  readonly qa?: Model;
  readonly spending?: Spending;
  readonly signal: AbortSignal;
  readonly onEvent?: (event: WrapEvent, state: WrapState) => void;
}

/** What is said of one change beside its bytes. */
export interface CopiedChange {
  readonly changes: ChangeSet;
  /** Sentences to read before the yes. */
  readonly warnings: readonly string[];
  /** Something of it is not as it should be: no yes given beforehand covers it. */
  readonly needsPerson: boolean;
  /** What it was made for, in a sentence for QA. */
  readonly task: string;
}

/** The only way of a change from a copy of the workspace to the disk. */
export function gateOfCopy(
  ports: WrapPorts,
  request: CopyRequest,
  recorder: Recorder<WrapEvent, WrapState>,
): (change: CopiedChange) => ChangeGate {
  const { scope, claims, asked, reviewer, qa, spending, signal } = request;
  const record: GatedWork['record'] = event => recorder.record(event);
  const gated: GatedWork = {
    runId: recorder.runId,
    workflow: 'wrap',
    ports,
    folder: { ...ports.programs, files: ports.files, isolated: false },
    settings: { reviewer, review: 'each', signal, ...(qa && { qa }), ...(spending && { spending }) },
    verifier: ports.verifier,
    consents: new Consents(reviewer, record, false, recorder.runId),
    record,
    applied: () => recorder.state.applied.filter(change => change.reverted !== true),
    spent: () => recorder.state.spent,
  };
  return ({ changes, warnings, needsPerson, task }) =>
    gateWork(gated, {
      after: checksAfter(gated),
      nextNumber: () => recorder.state.proposals + 1,
      check: () => ok({ warnings, ...(needsPerson ? { needsPerson } : {}) }),
      asks: () => (recorder.state.agent === undefined ? {} : { agent: recorder.state.agent }),
      asked: {
        ...asked,
        claims,
        ...(scope.length === 0 ? {} : { scope }),
        ...triedFor(ports, request, recorder, changes),
      },
      task: () => task,
    }).gate;
}

/** What the checks of the change run: nothing before one of them asks. */
function triedFor(
  { trials, analyst }: WrapPorts,
  { tryOut, claims, signal }: CopyRequest,
  recorder: Recorder<WrapEvent, WrapState>,
  changes: ChangeSet,
): Pick<Asked, 'evidence' | 'tryFunctions' | 'compareTests'> {
  if (tryOut === undefined || trials === undefined) return {};
  let examining: Promise<Examination> | undefined;
  const evidence = () => {
    examining ??= analyst.examine({ changes, invariants: [], changedSignatures: claims }, signal);
    return examining;
  };
  const run = async () => {
    const tried = await tryOutChange(trials, changes, await evidence(), tryOut, signal);
    await recorder.record({ type: 'tried', ...tried });
    return tried;
  };
  return { evidence, ...tryOnce(tryOut, run) };
}
