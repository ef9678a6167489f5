import * as vscode from 'vscode';
import type { RunRequest } from '../../core/app.ts';
import type { Spent } from '../../core/conversation/spent.ts';
import { closingMessage } from '../../core/panel/closing-message.ts';
import type { RunState } from '../../core/workorder/state.ts';
import type { OrderSource } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { failOn, modelSettings } from '../settings.ts';
import { type ChosenModels, chooseModels } from './choose-models.ts';
import { showClosing } from './closing.ts';

/**
 * Runs one order in this window, from the models to the closing notification.
 *
 * @param models who answers; left out: as set up
 */
export async function runOrder(
  services: Services,
  source: OrderSource,
  until: 'check' | 'end',
  models?: ChosenModels,
): Promise<RunState | undefined> {
  const chosen = models ?? (await chooseModels(services, source));
  const state = await pipeline(services, source, { until, onLintFailure: 'keep' }, chosen);
  if (state !== undefined) void conclude(services, source, state);
  return state;
}

/** Runs one step of a plan: an unclean change is taken back, and the plan tells how it ended (C14). */
export async function runStep(
  services: Services,
  source: OrderSource,
  spentOnPlan: Spent,
): Promise<RunState | undefined> {
  const models = await chooseModels(services, source, spentOnPlan);
  return pipeline(services, source, { until: 'end', onLintFailure: 'revert' }, models);
}

async function pipeline(
  services: Services,
  source: OrderSource,
  how: Pick<RunRequest, 'until' | 'onLintFailure'>,
  models: ChosenModels | undefined,
): Promise<RunState | undefined> {
  const { run, diff, log } = services;
  if (models === undefined || run.isRunning) return undefined;
  const signal = run.begin({ folder: source.folder, orderFile: source.file });
  diff.clear();
  log.info(`${source.order.step_id}: Designer ${models.designer.label}, QA ${models.qa.label}`);
  try {
    const { app, journals } = await services.folders.of(source.folder);
    await vscode.commands.executeCommand('workorder.review.focus');
    const { secrets, ...asked } = models;
    const request: RunRequest = {
      order: source.order,
      ...asked,
      reviewer: services.review,
      ...how,
      failOn: failOn(source.folder),
      lintPreview: true,
      signal,
      onEvent: (event, current) => {
        log.trace(JSON.stringify(event));
        run.update(current);
        if (event.type === 'run_started') services.refreshLists();
        // The task showed the same without knowing what was there before.
        if (event.type === 'linted') void services.problems.show(source.folder, event.outcome);
        if (event.type === 'reverted') void services.problems.forgetChanged(source.folder);
      },
    };
    if (!modelSettings().record) return await app.runWorkOrder(request);
    const { recordRun } = await import('../../node/model/record-run.ts');
    return await app.runWorkOrder(recordRun(request, journals, secrets).request);
  } finally {
    run.end();
    services.refreshLists();
  }
}

async function conclude(services: Services, source: OrderSource, state: RunState): Promise<void> {
  const closing = closingMessage(state, source.file !== undefined);
  if (closing === undefined) return;
  services.log.info(`${source.order.step_id}: ${closing.text}`);
  const lintFoundProblems = state.lint?.kind === 'report' && !state.lint.report.summary.clean;
  if (lintFoundProblems) await vscode.commands.executeCommand('workbench.actions.view.problems');
  await showClosing(services, source.folder, state, closing);
}
