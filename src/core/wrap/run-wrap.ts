import type { ChangeSet } from '../changes/change-set.ts';
import type { Spending } from '../conversation/budget.ts';
import type { FolderPrograms } from '../gate/after-apply.ts';
import { describeOpen } from '../gate/after-apply.ts';
import { Consents } from '../gate/consents.ts';
import { ok } from '../kernel/result.ts';
import type { AgentReviewer } from '../ports/agent-reviewer.ts';
import type { Analyst, Examination } from '../ports/analyst.ts';
import type { Model } from '../ports/model.ts';
import type { ProgramEnd, ProgramOnCopy } from '../ports/program-on-copy.ts';
import type { Trials, TryOut } from '../ports/trials.ts';
import { beginRun } from '../runs/begin-run.ts';
import { checksAfter, type GatedWork, gateWork } from '../runs/gated-work.ts';
import type { StoredRunPorts } from '../runs/open-stored.ts';
import type { Recorder } from '../runs/recorder.ts';
import { tryOnce, tryOutChange } from '../trials/try-out.ts';
import type { Asked, WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import type { WrapEvent, WrapOutcome } from './events.ts';
import type { WrapState } from './state.ts';
import { wrapWorkflow } from './workflow.ts';

export interface WrapPorts extends StoredRunPorts<WrapEvent> {
  readonly programs: FolderPrograms;
  readonly verifier: WorkspaceVerifier;
  readonly analyst: Analyst;
  /** Left out: nothing of a change is run. */
  readonly trials?: Trials;
}

export interface WrapRequest {
  /** As it was typed: for the record, and for QA. */
  readonly command: readonly string[];
  readonly program: ProgramOnCopy;
  /** Where it may change files; empty: everywhere in the workspace. */
  readonly scope: readonly string[];
  /** What the person says of public names. */
  readonly claims: readonly string[];
  /** What the person asks for besides the policy. */
  readonly asked?: Pick<Asked, 'layers'>;
  /** What the person lets run before and after the change. */
  readonly tryOut?: TryOut;
  /** Exit codes that say that all is well. */
  readonly goodEnds: readonly number[];
  /** A change of a program that did not end well: a person decides, or nothing is applied. */
  readonly otherEnds: 'ask' | 'refuse';
  readonly reviewer: AgentReviewer;
  /** Looks at the change before a person is asked. */
  readonly qa?: Model;
  readonly spending?: Spending;
  readonly signal: AbortSignal;
  readonly onEvent?: (event: WrapEvent, state: WrapState) => void;
}

/** Runs a program on a copy of the workspace, and takes what it changed through the change gate as one change. */
export const runWrap = (ports: WrapPorts, request: WrapRequest): Promise<WrapState> =>
  beginRun(ports, wrapWorkflow, {
    title: request.command.join(' '),
    onEvent: request.onEvent,
    work: async recorder => {
      const { command, scope, claims } = request;
      await recorder.record({ type: 'run_started', runId: recorder.runId, command, scope, claims });
      return work(ports, request, recorder);
    },
  });

async function work(
  ports: WrapPorts,
  request: WrapRequest,
  recorder: Recorder<WrapEvent, WrapState>,
): Promise<WrapOutcome> {
  const { program, signal } = request;
  const ran = await program.run(text => recorder.show({ type: 'printed', text }), signal);
  if (!ran.ok)
    return signal.aborted
      ? { kind: 'CANCELLED', reason: `cancelled; ${ran.error}` }
      : blockedBy('program', ran.error);
  const { end, ms, sandbox, changes, notCarried, notes } = ran.value;
  const files = changes.files.length;
  await recorder.record({
    type: 'ran',
    end,
    ms,
    ...(sandbox === undefined ? {} : { sandbox }),
    files,
    ...(notes.length === 0 ? {} : { notes }),
  });
  if (notCarried.length > 0) return blockedBy('program', ...notCarried);
  if (files === 0) return endUnchanged(request, end, notes);
  if (!isGood(request, end) && request.otherEnds === 'refuse')
    return blockedBy(
      'program',
      `the program ended with ${end}; give --accept-exit ${end} when its changes count all the same`,
    );
  return applyChange(ports, request, recorder, ran.value);
}

async function applyChange(
  ports: WrapPorts,
  request: WrapRequest,
  recorder: Recorder<WrapEvent, WrapState>,
  { end, changes, notes }: ProgramEnd,
): Promise<WrapOutcome> {
  const { command, scope, claims, asked, reviewer, qa, spending, signal } = request;
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
  const isOdd = !isGood(request, end);
  const warnings = [...(isOdd ? [`the program did not end well: ${endOf(end)}`] : []), ...notes];
  const { gate } = gateWork(gated, {
    after: checksAfter(gated),
    nextNumber: () => recorder.state.proposals + 1,
    check: () => ok({ warnings, ...(isOdd ? { needsPerson: true } : {}) }),
    asked: {
      ...asked,
      claims,
      ...(scope.length === 0 ? {} : { scope }),
      ...triedFor(ports, request, recorder, changes),
    },
    task: () => `A person ran this program on a copy of the workspace: ${command.join(' ')}`,
  });
  const decided = await gate.decide(changes);
  if (!decided.ok) return blockedBy('checks', decided.error);
  const { open } = decided.value;
  if (open.length > 0) return { kind: 'FAILED', reasons: [describeOpen(open)], changeKept: true };
  return { kind: 'APPLIED', files: changes.files.length };
}

/** What the checks of the change run: nothing before one of them asks. */
function triedFor(
  { trials, analyst }: WrapPorts,
  { tryOut, claims, signal }: WrapRequest,
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

const blockedBy = (by: 'program' | 'checks', ...reasons: readonly string[]): WrapOutcome => ({
  kind: 'BLOCKED',
  by,
  reasons,
});

/** A program that fails and changes nothing has not done its work. */
const endUnchanged = (request: WrapRequest, end: number | string, notes: readonly string[]): WrapOutcome =>
  isGood(request, end)
    ? { kind: 'DONE', ...(notes.length === 0 ? {} : { notes }) }
    : blockedBy(
        'program',
        `the program changed ${notes.length === 0 ? 'nothing' : 'no contents of files'} and did not end well: ${endOf(end)}`,
      );

const isGood = ({ goodEnds }: WrapRequest, end: number | string): boolean =>
  typeof end === 'number' && goodEnds.includes(end);

const endOf = (end: number | string): string =>
  typeof end === 'number' ? `exit code ${end}` : `ended by ${end}`;
