import * as vscode from 'vscode';
import type { Spending } from '../../core/conversation/budget.ts';
import type { Result } from '../../core/kernel/result.ts';
import { ok } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import type { ApiKeys } from '../secrets.ts';
import { agentSettings, modelSettings, spendingSettings } from '../settings.ts';

export interface AgentModel {
  readonly model: Model;
  /** Looks at each change first, when the setting asks for it. */
  readonly qa?: Model;
  readonly spending: Spending;
}

/** The model of the settings, for an agent; offers set-up when there is none. */
export async function chooseAgentModel(keys: ApiKeys): Promise<AgentModel | undefined> {
  if (modelSettings().designer === '') {
    const setUp = 'Set Up a Model';
    const answer = await vscode.window.showInformationMessage(
      'No model is set up yet. Choose an OpenAI-compatible endpoint or a model of VS Code.',
      setUp,
    );
    if (answer !== setUp) return undefined;
    await vscode.commands.executeCommand('workorder.selectModels');
    if (modelSettings().designer === '') return undefined;
  }
  const chosen = await openAgentModel(keys);
  if (chosen.ok) return chosen.value;
  const select = 'Select Models';
  void vscode.window.showErrorMessage(`${chosen.error}. Nothing was run.`, select).then(answer => {
    if (answer === select) void vscode.commands.executeCommand('workorder.selectModels');
  });
  return undefined;
}

async function openAgentModel(keys: ApiKeys): Promise<Result<AgentModel>> {
  const { spendingOf } = await import('../run/spending.ts');
  const spending = spendingOf(spendingSettings(), undefined);
  if (!spending.ok) return spending;
  const { openModelFor } = await import('../models/open-model-for.ts');
  const opened = await openModelFor(keys);
  if (!opened.ok) return opened;
  const chosen = opened.value.modelFor({ role: 'agent' });
  if (!chosen.ok) return chosen;
  const { model } = chosen.value;
  if (!agentSettings().qa) return ok({ model, spending: spending.value });
  const qa = opened.value.modelFor({ role: 'qa' });
  return qa.ok ? ok({ model, qa: qa.value.model, spending: spending.value }) : qa;
}
