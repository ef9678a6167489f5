import * as vscode from 'vscode';
import type { BudgetShare } from '../../core/conversation/shared-budget.ts';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { noProgress } from '../../core/plan/plan-state.ts';
import type { ResolvedPlan } from '../../core/plan/plan-steps.ts';
import type { PlanResult } from '../../core/plan/run-plan.ts';
import type { SecretFileChoice } from '../../core/workorder/secret-files.ts';
import { systemClock } from '../../node/system.ts';
import {
  showErrorMessage,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
} from '../inert-window.ts';
import { PLAN_FILES } from '../orders/json-files.ts';
import { folderFor, type OrderSource } from '../orders/order-source.ts';
import { readPlanFile } from '../plans/plan-source.ts';
import { type ChosenModels, chooseModels } from '../run/choose-models.ts';
import { StepsDisplay } from '../run/run-display.ts';
import { decideAboutSecrets, runStep } from '../run/run-order.ts';
import type { Services } from '../services.ts';
import { planParallel } from '../settings.ts';
import { fileOf } from './argument.ts';

/** Runs the open steps of a plan, each with its own review; answers the result for tests. */
export async function runPlan(services: Services, argument: unknown): Promise<PlanResult | undefined> {
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
  const file = given ?? (open !== undefined && PLAN_FILES.is(open) ? open : undefined);
  if (file !== undefined) return file;
  const files = await PLAN_FILES.find();
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
  const begun = await plans.begin(plan.title);
  if (!begun.ok) return { result: 'FAILED', reason: begun.error, progress: noProgress };
  const { journal, earlier, notes, release } = begun.value;
  for (const note of notes) void showWarningMessage(note);
  const never = new AbortController().signal;
  const display = new StepsDisplay(services.run, services.diff);
  let choosing: Promise<Decided | undefined> = Promise.resolve(undefined);
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
      choosing = choosing.then(() => decideAboutStep(services, source, step.budget));
      const decided = await choosing;
      // The person stepped back, and the plan waits.
      if (decided === undefined) throw new Cancelled();
      const { models, secretFiles } = decided;
      const place = plan.phases.flatMap(phase => phase.steps).findIndex(one => one.order === order);
      return runStep(
        services,
        source,
        models,
        secretFiles,
        step,
        display.join({ folder, orderFile: file }, place),
      );
    },
    beforePhase: async open => {
      const { preflight } = await import('../run/preflight.ts');
      const [first, ...more] = open.map(({ order, path }) => ({
        folder,
        file: path === undefined ? undefined : vscode.Uri.joinPath(folder.uri, path),
        order,
      }));
      return first === undefined || (await preflight(services, [first, ...more]))
        ? undefined
        : 'you chose to correct something first';
    },
    lint: args => app.lint(args, never),
    signal: never,
    onEvent: () => services.refreshLists(),
  }).finally(release);
}

/** What a person decides before the models of a step are asked. */
interface Decided {
  readonly models: ChosenModels;
  readonly secretFiles: SecretFileChoice;
}

async function decideAboutStep(
  services: Services,
  source: OrderSource,
  budget: BudgetShare,
): Promise<Decided | undefined> {
  const models = await chooseModels(services, source, { plan: budget });
  const secretFiles = models && (await decideAboutSecrets(services, source));
  return models && secretFiles && { models, secretFiles };
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
