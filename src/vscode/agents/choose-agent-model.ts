import * as vscode from 'vscode';
import type { Spending } from '../../core/conversation/budget.ts';
import type { ModelUse } from '../../core/conversation/choose-model.ts';
import type { Result } from '../../core/kernel/result.ts';
import { ok } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import { showErrorMessage, showInformationMessage } from '../inert-window.ts';
import type { ApiKeys } from '../secrets.ts';
import { agentSettings, modelSettings, spendingSettings } from '../settings.ts';

/** Models for some uses, by the names the caller gave them. */
export interface AgentModels<K extends string> {
  readonly models: Readonly<Record<K, Model>>;
  /** Looks at each change first, when the setting asks for it. */
  readonly qa?: Model;
  readonly spending: Spending;
}

/** The models of the settings, for agents; offers set-up when there is none. */
export async function chooseAgentModels<K extends string>(
  keys: ApiKeys,
  uses: Readonly<Record<K, ModelUse>>,
): Promise<AgentModels<K> | undefined> {
  if (modelSettings().designer === '') {
    const setUp = 'Set Up a Model';
    const answer = await showInformationMessage(
      'No model is set up yet. Choose an OpenAI-compatible endpoint or a model of VS Code.',
      setUp,
    );
    if (answer !== setUp) return undefined;
    await vscode.commands.executeCommand('workorder.selectModels');
    if (modelSettings().designer === '') return undefined;
  }
  const chosen = await openAgentModels(keys, uses);
  if (chosen.ok) return chosen.value;
  const select = 'Select Models';
  void showErrorMessage(`${chosen.error}. Nothing was run.`, select).then(answer => {
    if (answer === select) void vscode.commands.executeCommand('workorder.selectModels');
  });
  return undefined;
}

async function openAgentModels<K extends string>(
  keys: ApiKeys,
  uses: Readonly<Record<K, ModelUse>>,
): Promise<Result<AgentModels<K>>> {
  const { spendingOf } = await import('../run/spending.ts');
  const spending = spendingOf(spendingSettings(), undefined);
  if (!spending.ok) return spending;
  const { openModelFor } = await import('../models/open-model-for.ts');
  const opened = await openModelFor(keys);
  if (!opened.ok) return opened;
  const models: Partial<Record<K, Model>> = {};
  for (const [name, use] of Object.entries(uses) as [K, ModelUse][]) {
    const chosen = opened.value.modelFor(use);
    if (!chosen.ok) return chosen;
    models[name] = chosen.value.model;
  }
  const all = { models: models as Record<K, Model>, spending: spending.value };
  if (!agentSettings().qa) return ok(all);
  const qa = opened.value.modelFor({ role: 'qa' });
  return qa.ok ? ok({ ...all, qa: qa.value.model }) : qa;
}
