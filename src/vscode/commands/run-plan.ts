import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { noProgress } from '../../core/plan/plan-state.ts';
import type { ResolvedPlan } from '../../core/plan/plan-steps.ts';
import type { PlanResult } from '../../core/plan/run-plan.ts';
import {
  showErrorMessage,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
} from '../inert-window.ts';
import { folderFor } from '../orders/order-source.ts';
import { findPlanFiles, isPlanFile, readPlanFile } from '../plans/plan-source.ts';
import { type ChosenModels, chooseModels } from '../run/choose-models.ts';
import { StepsDisplay } from '../run/run-display.ts';
import { runStep } from '../run/run-order.ts';
import type { Services } from '../services.ts';
import { planParallel } from '../settings.ts';
import { requireTrust } from '../trust.ts';
import { fileOf } from './argument.ts';

/** Runs the open steps of a plan, each with its own review; answers the result for tests. */
export async function runPlan(services: Services, argument: unknown): Promise<PlanResult | undefined> {
  if (!(await requireTrust('Running a plan'))) return undefined;
  if (services.run.isRunning) {
    void showInformationMessage('A work order is running in this window already.');
    return undefined;
  }
  const file = await choosePlan(fileOf(argument));
  const folder = file && (await folderFor(file));
  if (file === undefined || folder === undefined) return undefined;
  const plan = await readPlanFile(folder, file);
  if (!plan.ok) {
    void showErrorMessage(`${vscode.workspace.asRelativePath(file)}: ${plan.error}. Nothing was run.`);
    return undefined;
  }
  const result = await runSteps(services, folder, plan.value);
  services.refreshLists();
  void conclude(plan.value, result);
  return result;
}

async function choosePlan(given: vscode.Uri | undefined): Promise<vscode.Uri | undefined> {
  const open = vscode.window.activeTextEditor?.document.uri;
  const file = given ?? (open !== undefined && isPlanFile(open) ? open : undefined);
  if (file !== undefined) return file;
  const files = await findPlanFiles();
  if (files.length === 0) {
    void showInformationMessage(
      'There is no *.plan.json in this workspace yet. A plan names work orders in phases.',
    );
    return undefined;
  }
  const picked = await showQuickPick(
    files.map(uri => ({ label: vscode.workspace.asRelativePath(uri), uri })),
    { title: 'Run Plan', placeHolder: 'Pick a plan; it resumes where it stopped' },
  );
  return picked?.uri;
}

async function runSteps(
  services: Services,
  folder: vscode.WorkspaceFolder,
  plan: ResolvedPlan,
): Promise<PlanResult> {
  const { app, plans } = await services.folders.of(folder);
  const { runPlan: run } = await import('../../core/plan/run-plan.ts');
  const { systemClock } = await import('../../node/system.ts');
  const begun = await plans.begin(plan.title);
  if (!begun.ok) return { result: 'FAILED', reason: begun.error, progress: noProgress };
  const { journal, earlier, notes, release } = begun.value;
  for (const note of notes) void showWarningMessage(note);
  const never = new AbortController().signal;
  const display = new StepsDisplay(services.run, services.diff);
  let choosing: Promise<ChosenModels | undefined> = Promise.resolve(undefined);
  return run({
    plan,
    earlier,
    journal,
    clock: systemClock,
    parallel: planParallel(),
    runOrder: async (order, step) => {
      const file = step.path === undefined ? undefined : vscode.Uri.joinPath(folder.uri, step.path);
      const source = { folder, file, order };
      // One question at a time, where steps begin together.
      choosing = choosing.then(() => chooseModels(services, source, step.budget));
      const models = await choosing;
      // No model was chosen: the person stepped back, and the plan waits.
      if (models === undefined) throw new Cancelled();
      const place = plan.phases.flatMap(phase => phase.steps).findIndex(one => one.order === order);
      return runStep(services, source, models, step, display.join({ folder, orderFile: file }, place));
    },
    lint: args => app.lint(args, never),
    signal: never,
    onEvent: () => services.refreshLists(),
  }).finally(release);
}

async function conclude(plan: ResolvedPlan, { result, reason }: PlanResult): Promise<void> {
  const text = `${plan.title}: ${reason}`;
  if (result === 'DONE') {
    void showInformationMessage(text);
    return;
  }
  const problems = 'Show Problems';
  const again = 'Run Plan Again';
  const answer = await showWarningMessage(text, ...(result === 'FAILED' ? [problems] : []), again);
  if (answer === problems) await vscode.commands.executeCommand('workbench.actions.view.problems');
  if (answer === again) await vscode.commands.executeCommand('workorder.runPlan');
}
