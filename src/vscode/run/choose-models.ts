import * as vscode from 'vscode';
import type { Spending } from '../../core/conversation/budget.ts';
import type { BudgetShare } from '../../core/conversation/shared-budget.ts';
import { ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import type { ModelFor } from '../../node/model/model-for.ts';
import { showErrorMessage, showInformationMessage, showQuickPick } from '../inert-window.ts';
import type { OrderSource } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { designerProgram, modelSettings, spendingSettings } from '../settings.ts';
import { sampleRepliesFor } from './sample-replies.ts';

/** The two models of a run, and what holds for them. */
export interface ChosenModels {
  readonly designer: Model;
  readonly qa: Model;
  readonly models: 'any' | 'different';
  readonly spending: Spending;
  /** What must not get into a recording. */
  readonly secrets: readonly string[];
}

interface Choosing {
  /** The budget of the plan that the order is a step of. */
  readonly plan?: BudgetShare;
  /** Asked when someone answers and before it is settled who; `false`: nothing is begun. */
  readonly before?: () => Promise<boolean>;
}

/** From the settings, or the recorded replies of a sample order; offers set-up when there is neither. */
export async function chooseModels(
  services: Services,
  source: OrderSource,
  { plan, before }: Choosing = {},
): Promise<ChosenModels | undefined> {
  const sample = await sampleRepliesFor(services.context.extensionUri, source);
  const isAnswered =
    sample !== undefined || modelSettings().designer !== '' || designerProgram() !== undefined;
  if (!isAnswered && !(await offerSetUp())) return undefined;
  if (before && !(await before())) return undefined;
  const settings = modelSettings();
  const program = designerProgram();
  if (settings.designer === '' && program === undefined)
    return sample && reportFault(await fromReplies(sample.fsPath));
  if (sample !== undefined && !settings.designer.startsWith('replay:')) {
    const recorded = { label: 'Recorded replies', description: 'come with the sample; no key, no network' };
    const model = program
      ? { label: program.command.join(' '), description: 'the program you set up' }
      : { label: settings.designer, description: 'the model you set up' };
    const picked = await showQuickPick([recorded, model], {
      title: 'This is a sample work order: who answers?',
    });
    if (picked === undefined) return undefined;
    if (picked === recorded) return reportFault(await fromReplies(sample.fsPath));
  }
  return reportFault(await fromSettings(services, source.folder, plan));
}

async function offerSetUp(): Promise<boolean> {
  const setUp = 'Set Up a Model';
  const sample = 'Try the Sample';
  const answer = await showInformationMessage(
    'No model is set up yet. Choose an OpenAI-compatible endpoint or a model of VS Code, or try the sample with recorded replies, without a key.',
    setUp,
    sample,
  );
  if (answer === sample) await vscode.commands.executeCommand('workorder.trySample');
  if (answer !== setUp) return false;
  await vscode.commands.executeCommand('workorder.selectModels');
  return modelSettings().designer !== '';
}

/** The model that is picked in the chat as the Designer; QA as it is set up, else the same. The error names what is set up wrong. */
export async function pickedModels(
  services: Services,
  picked: vscode.LanguageModelChat,
): Promise<Result<ChosenModels>> {
  const { spendingOf } = await import('./spending.ts');
  const { openModelFor } = await import('../models/open-model-for.ts');
  const { createPickedModel } = await import('../models/lm-model.ts');
  const { qa, timeoutSeconds, requireDifferent } = modelSettings();
  const designer = createPickedModel(picked, { deadlineMs: timeoutSeconds * 1000 });
  const spending = spendingOf(spendingSettings(), undefined);
  if (!spending.ok) return spending;
  const models = requireDifferent ? 'different' : 'any';
  const shared = { designer, models, spending: spending.value } as const;
  if (qa === '') return ok({ ...shared, qa: designer, secrets: [] });
  const opened = await openModelFor(services.keys);
  if (!opened.ok) return opened;
  const found = opened.value.modelFor({ role: 'qa' });
  return found.ok ? ok({ ...shared, qa: found.value.model, secrets: opened.value.secrets }) : found;
}

async function fromSettings(
  services: Services,
  folder: vscode.WorkspaceFolder,
  plan: BudgetShare | undefined,
): Promise<Result<ChosenModels>> {
  const { spendingOf } = await import('./spending.ts');
  const spending = spendingOf(spendingSettings(), plan);
  if (!spending.ok) return spending;
  const { openModelFor } = await import('../models/open-model-for.ts');
  const opened = await openModelFor(services.keys);
  if (!opened.ok) return opened;
  const { modelFor, secrets } = opened.value;
  const qa = modelFor({ role: 'qa' });
  if (!qa.ok) return qa;
  const designer = await openDesigner(folder, modelFor);
  if (!designer.ok) return designer;
  return ok({
    designer: designer.value,
    qa: qa.value.model,
    models: modelSettings().requireDifferent ? 'different' : 'any',
    spending: spending.value,
    secrets,
  });
}

async function openDesigner(folder: vscode.WorkspaceFolder, modelFor: ModelFor): Promise<Result<Model>> {
  const program = designerProgram();
  if (program !== undefined)
    return (await import('../models/designer-program.ts')).openDesignerProgram(folder, program);
  const found = modelFor({ role: 'designer' });
  return found.ok ? ok(found.value.model) : found;
}

async function fromReplies(file: string): Promise<Result<ChosenModels>> {
  const { openReplay } = await import('../../node/model/replay-model.ts');
  const replay = openReplay(file);
  if (!replay.ok) return replay;
  const [designer, qa] = [replay.value('designer'), replay.value('qa')];
  return ok({ designer, qa, models: 'any', spending: { caps: [] }, secrets: [] });
}

function reportFault(models: Result<ChosenModels>): ChosenModels | undefined {
  if (models.ok) return models.value;
  const select = 'Select Models';
  void showErrorMessage(`${models.error}. Nothing was run.`, select).then(answer => {
    if (answer === select) void vscode.commands.executeCommand('workorder.selectModels');
  });
  return undefined;
}
