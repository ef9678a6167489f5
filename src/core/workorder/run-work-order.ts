import { version } from '../../generated/version.ts';
import { versionsOf } from '../conversation/prompt-versions.ts';
import { Consents } from '../gate/consents.ts';
import { count } from '../kernel/amounts.ts';
import { Cancelled } from '../kernel/cancel.ts';
import { holdJournal } from '../ports/hold.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import type { Policy } from '../verification/policy.ts';
import { blocked } from './blocked.ts';
import { checkModels } from './check-models.ts';
import { type Design, design } from './design.ts';
import type { RunSettings } from './events.ts';
import { execute } from './execute.ts';
import { inspect, inspectAgain } from './inspect.ts';
import { type LintPreview, previewOf, type RunningPreview, startLintPreview } from './lint-preview.ts';
import { loadPrompts } from './load-prompts.ts';
import type { Outcome } from './outcome.ts';
import { RunRecorder } from './recorder.ts';
import { review } from './review.ts';
import type { Revision } from './revision.ts';
import type { PipelinePorts, RunContext, RunRequest } from './run-request.ts';
import type { RunState } from './state.ts';
import { findRefuted, tryProposal } from './try-proposal.ts';
import { endUnrecorded } from './unrecorded.ts';
import { layersOf, workflowOf } from './verify-order.ts';

/**
 * The pipeline of a work order: Designer → validation → dry run → evidence → QA → validation → dry run → review →
 * apply → lint. Each step is journal lines; the state is a projection of them. No stage is retried: a person decides
 * whether to run again.
 */
export async function runWorkOrder(ports: PipelinePorts, request: RunRequest): Promise<RunState> {
  const { order } = request;
  const { journal, release } = await holdJournal(ports, `${order.step_id}: ${order.step_text}`);
  const recorder = new RunRecorder(journal, ports.clock, request.onEvent);
  const consents = new Consents(request.reviewer, event => recorder.record(event), false, recorder.runId);
  const run = { ports, request, recorder, consents };
  try {
    const outcome = await begin(run).catch((error: unknown) => {
      if (error instanceof Cancelled) return cancelled(recorder.state, recorder.stage);
      if (error instanceof JournalFault) return endUnrecorded(run, error, undefined);
      throw error;
    });
    await end(run, outcome);
    return recorder.state;
  } finally {
    release();
  }
}

type StartedRun = Omit<RunContext, 'prompts' | 'policy'>;

async function begin(run: StartedRun): Promise<Outcome> {
  const { request, recorder } = run;
  const merged = await run.ports.verifier.policy(workflowOf(request), layersOf(request));
  await recorder.record({
    type: 'run_started',
    runId: recorder.state.runId,
    order: request.order,
    ...(request.workflow === 'plan' ? { workflow: 'plan' } : {}),
    ...(request.revision && { revision: linkOf(request.revision) }),
    designerModel: request.designer.label,
    qaModel: request.qa?.label ?? 'none',
    version,
    prompts: versionsOf(request.qa ? ['designer', 'qa'] : ['designer']),
    settings: settingsOf(request, merged.ok ? merged.value.policy : undefined),
  });
  if (!merged.ok) return blocked('policy', [merged.error]).error;
  return prepare({ ...run, policy: merged.value.policy });
}

async function end(run: StartedRun, outcome: Outcome): Promise<void> {
  const { recorder } = run;
  try {
    await recorder.finish(false); // a stage that ended the run is still open
    await recorder.record({ type: 'finished', outcome });
  } catch (error) {
    if (!(error instanceof JournalFault)) throw error;
    recorder.showEnd({ type: 'finished', outcome: await withoutRecord(run, outcome, error) });
  }
}

async function withoutRecord(run: StartedRun, outcome: Outcome, fault: JournalFault): Promise<Outcome> {
  if (outcome.kind === 'FAILED' && outcome.step === 'journal') return outcome;
  if (outcome.kind === 'FAILED' && outcome.step === 'apply')
    return { ...outcome, reasons: [...outcome.reasons, fault.message] };
  const { runId, stages, reverted } = run.recorder.state;
  const isApplied = stages.some(({ stage, status }) => stage === 'apply' && status === 'done');
  const onDisk = isApplied && !reverted ? await run.ports.journals.loadChangeSet(runId) : undefined;
  return endUnrecorded(run, fault, onDisk);
}

/** What was proposed and found then is in the journal of that run. */
const linkOf = ({ of, round, comments }: Revision) => ({ of, round, comments });

function settingsOf(request: RunRequest, policy: Policy | undefined): RunSettings {
  const { until, onLintFailure, lintPreview, models = 'any', spending } = request;
  const { onClaimMismatch = 'warn' } = request;
  const budgets = (spending?.caps ?? []).map(({ of, limit }) => ({ of, limit }));
  const failOn = policy?.failOn ?? 'any';
  const { included = [], leftOut = [] } = request.secretFiles ?? {};
  const secretFiles = included.length + leftOut.length > 0 ? { secretFiles: { included, leftOut } } : {};
  return { until, onLintFailure, failOn, onClaimMismatch, lintPreview, models, budgets, ...secretFiles };
}

/** What can be known to be wrong before any model is paid for. */
async function prepare(run: Omit<RunContext, 'prompts'>): Promise<Outcome> {
  const models = await checkModels(run);
  if (!models.ok) return models.error;
  const prompts = await loadPrompts(run.ports.files);
  if (!prompts.ok) return blocked('prompt', prompts.error).error;
  for (const override of prompts.value.overrides) {
    await run.recorder.record({ type: 'prompt_overridden', ...override });
  }
  return stages({ ...run, prompts: prompts.value });
}

async function stages(run: RunContext): Promise<Outcome> {
  const designed = await design(run);
  if (!designed.ok) return designed.error;
  if (run.request.until === 'check') return check(run, designed.value);

  // Linting takes as long as QA does: most often QA approves exactly what it is shown.
  const { changes, output } = designed.value;
  const lint = output.verification.args;
  const early = { preview: startLintPreview(run, changes, lint), changes, lint };
  let preview = early.preview;
  try {
    const first = await inspect(run, designed.value);
    if (!first.ok) return first.error;
    const files = (await run.request.awaitTurn?.()) ?? 'as before';
    const inspected = files === 'as before' ? first : await inspectAgain(run, designed.value, first.value);
    if (!inspected.ok) return inspected.error;
    await run.recorder.start('review');
    preview = previewOf(run, early, inspected.value, files);
    preview.show();
    const approved = await review(run, designed.value, inspected.value, preview);
    if (approved.ok) preview = approved.value.preview;
    // What counts as new is decided by the files as they are before the apply.
    const baseline = approved.ok && run.policy.failOn === 'new' ? await preview.result : undefined;
    await run.recorder.finish(approved.ok);
    if (!approved.ok) return approved.error;
    return await execute(run, approved.value.proposal, baseline ?? (await finishedPreview(preview)));
  } finally {
    preview.stop();
  }
}

/** Ends before the review: nothing is written. */
async function check(run: RunContext, designed: Design): Promise<Outcome> {
  const { qa, tryOut } = run.request;
  const inspected = qa ? await inspect(run, designed) : undefined;
  if (inspected?.ok === false) return inspected.error;
  if (tryOut) {
    const { changes, examination } = inspected?.value ?? { ...designed, examination: designed.evidence };
    const refuted = findRefuted(run, (await tryProposal(run, changes, examination, tryOut)).trials);
    if (refuted.length > 0) return blocked('validator', refuted).error;
  }
  return { kind: 'CHECKED' };
}

/** The preview when it is done already; one still under way is not waited for. */
async function finishedPreview(preview: RunningPreview): Promise<LintPreview | undefined> {
  if (preview.isDone()) return preview.result;
  preview.stop();
  return undefined;
}

function cancelled(state: RunState, stage: string | undefined): Outcome {
  const during = stage ? ` during ${stage}` : '';
  const reason =
    stage === 'lint'
      ? `cancelled${during}; the change to ${count(state.files.length, 'file')} is applied but not linted`
      : `cancelled${during}; nothing was changed`;
  return { kind: 'CANCELLED', reason };
}
