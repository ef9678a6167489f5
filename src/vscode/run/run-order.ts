import * as vscode from 'vscode';
import type { RunRequest } from '../../core/app.ts';
import { hasProblems } from '../../core/lint/nothing-checked.ts';
import { closingMessage } from '../../core/panel/closing-message.ts';
import type { StepRun } from '../../core/plan/run-plan.ts';
import type { RunEvent } from '../../core/workorder/events.ts';
import { type Revision, reviseRun } from '../../core/workorder/revision.ts';
import type { SecretFileChoice } from '../../core/workorder/secret-files.ts';
import type { RunState } from '../../core/workorder/state.ts';
import type { DiskJournals } from '../../node/journal/journals.ts';
import { unsavedOf } from '../editor/unsaved-files.ts';
import { reportRecovery } from '../interrupted/report-recovery.ts';
import type { OrderSource } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { modelSettings, onClaimMismatch, policyOf } from '../settings.ts';
import { ArrivingDiff } from './arriving-diff.ts';
import { askAboutSecrets } from './ask-about-secrets.ts';
import { type ChosenModels, chooseModels } from './choose-models.ts';
import { showClosing } from './closing.ts';
import { displayAlone, type RunDisplay } from './run-display.ts';
import { ReviewedFiles } from './watch-reviewed.ts';

/**
 * Runs one order in this window, from the models to the closing notification.
 *
 * @param how who answers (left out: as set up), and what the models are told of an earlier run
 */
export async function runOrder(
  services: Services,
  source: OrderSource,
  until: 'check' | 'end',
  how: {
    readonly models?: ChosenModels;
    readonly secretFiles?: SecretFileChoice;
    readonly revision?: Revision;
    /** Aborted by who asked for the run, beside the person who cancels it in the window. */
    readonly signal?: AbortSignal;
    /** Who asked for it tells how it ended: no notification. */
    readonly isToldElsewhere?: boolean;
  } = {},
): Promise<RunState | undefined> {
  // What is looked at includes the endpoint, so it is set up first.
  const before = () => lookBefore(services, source);
  const chosen = how.models ?? (await chooseModels(services, source, { before }));
  if (chosen === undefined) return undefined;
  const secretFiles = how.secretFiles ?? (await decideAboutSecrets(services, source));
  if (secretFiles === undefined || services.run.isRunning || how.signal?.aborted) return undefined;
  const origin = { folder: source.folder, orderFile: source.file };
  const display = displayAlone(services.run, services.diff, origin);
  const { revision, signal = display.signal } = how;
  const asked = {
    until,
    onLintFailure: 'keep',
    signal: AbortSignal.any([display.signal, signal]),
    secretFiles,
    ...(revision && { revision }),
  } as const;
  const state = await pipeline(services, source, asked, chosen, display);
  const revised = state.asked.length > 0 ? reviseRun(state, state.asked) : undefined;
  if (revised?.ok) {
    const { revision } = revised.value;
    return runOrder(services, source, until, { ...how, models: chosen, secretFiles, revision });
  }
  if (how.isToldElsewhere !== true) void conclude(services, source, state);
  return state;
}

/** Loaded when it is needed: it knows endpoints, prices and linters. */
async function lookBefore(services: Services, source: OrderSource): Promise<boolean> {
  const { preflight } = await import('./preflight.ts');
  return preflight(services, [source]);
}

/** What the models may see of the order's scope; asked before any of them is paid. */
export async function decideAboutSecrets(
  services: Services,
  { folder, order }: OrderSource,
): Promise<SecretFileChoice | undefined> {
  const { app } = await services.folders.of(folder);
  return askAboutSecrets(app, order);
}

/** Runs one step of a plan: an unclean change is taken back, and the plan tells how it ended. */
export async function runStep(
  services: Services,
  source: OrderSource,
  models: ChosenModels,
  secretFiles: SecretFileChoice,
  step: Pick<StepRun, 'signal' | 'awaitTurn'>,
  display: RunDisplay,
): Promise<RunState> {
  const signal = AbortSignal.any([step.signal, display.signal]);
  const { awaitTurn } = step;
  const how = {
    until: 'end',
    workflow: 'plan',
    onLintFailure: 'revert',
    signal,
    awaitTurn,
    secretFiles,
  } as const;
  return pipeline(services, source, how, models, display);
}

async function pipeline(
  services: Services,
  source: OrderSource,
  how: Pick<
    RunRequest,
    'until' | 'workflow' | 'onLintFailure' | 'signal' | 'awaitTurn' | 'secretFiles' | 'revision'
  >,
  models: ChosenModels,
  display: RunDisplay,
): Promise<RunState> {
  const { log } = services;
  let runId: string | undefined;
  let arriving: ArrivingDiff | undefined;
  const reviewed = new ReviewedFiles(source.folder, services.run, () => services.diff.changes);
  log.info(`${source.order.step_id}: Designer ${models.designer.label}, QA ${models.qa.label}`);
  try {
    const opened = await services.folders.of(source.folder);
    const { app, journals, interrupted } = opened;
    arriving = new ArrivingDiff(opened, source.order, services.memory, services.typing);
    await vscode.commands.executeCommand('workorder.review.focus');
    const { secrets, ...asked } = models;
    const request: RunRequest = {
      order: source.order,
      ...asked,
      reviewer: services.review,
      ...how,
      policy: policyOf(source.folder),
      onClaimMismatch: onClaimMismatch(source.folder),
      lintPreview: true,
      onEvent: (event, current) => {
        log.trace(JSON.stringify(event));
        display.update(current);
        arriving?.update(current);
        reviewed.update(current);
        if (event.type === 'run_started') {
          ({ runId } = event);
          services.refreshLists();
        }
        // The task showed the same without knowing what was there before.
        if (event.type === 'linted') void services.problems.show(source.folder, event.outcome);
        if (event.type === 'reverted') void services.problems.forgetChanged(source.folder);
      },
    };
    const state = await app.runWorkOrder(
      modelSettings().record ? await recorded(request, journals, secrets) : request,
    );
    if (needsRecovery(state)) reportRecovery(source.folder, await interrupted.recover(), log);
    return state;
  } finally {
    // It may have ended while the ticked commands were verified.
    reviewed.end();
    await arriving?.end();
    if (runId !== undefined) await services.review.close(runId);
    display.end();
    services.refreshLists();
  }
}

/** Someone changed a file in the very moment of the apply: what can be taken back is, the rest is asked about. */
const needsRecovery = ({ outcome }: RunState): boolean =>
  outcome?.kind === 'FAILED' && outcome.step === 'apply' && outcome.changeKept;

async function recorded(
  request: RunRequest,
  journals: DiskJournals<RunEvent>,
  secrets: readonly string[],
): Promise<RunRequest> {
  const { recordRun } = await import('../../node/model/record-run.ts');
  return recordRun(request, journals, secrets).request;
}

async function conclude(services: Services, source: OrderSource, state: RunState): Promise<void> {
  const { written } = await services.folders.of(source.folder);
  const how = written.get(state.runId);
  const unsaved = unsavedOf(source.folder, state).map(({ uri }) =>
    vscode.workspace.asRelativePath(uri, false),
  );
  const closing = closingMessage(state, { unsaved, ...(how && { written: how }) });
  if (closing === undefined) return;
  services.log.info(`${source.order.step_id}: ${closing.text}`);
  const lintFoundProblems = state.lint?.kind === 'report' && hasProblems(state.lint.report);
  if (lintFoundProblems && !services.typing.isNow)
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  await showClosing(services, source.folder, state, closing);
}
