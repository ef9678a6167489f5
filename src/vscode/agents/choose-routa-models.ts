import * as vscode from 'vscode';
import type { Spending } from '../../core/conversation/budget.ts';
import { ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import { DEFAULT_TIER, ROLES } from '../../core/routa/roles.ts';
import type { RoutaSettings } from '../../core/routa/run-request.ts';
import { showInformationMessage } from '../inert-window.ts';
import type { ApiKeys } from '../secrets.ts';
import { agentSettings, modelSettings, spendingSettings } from '../settings.ts';

export interface RoutaModels {
  readonly modelFor: RoutaSettings['modelFor'];
  readonly spending: Spending;
  /** Looks at each change, when the setting says so. */
  readonly qa?: Model;
}

/** The models of the settings for every role; offers set-up when there is none. */
export async function chooseRoutaModels(keys: ApiKeys): Promise<RoutaModels | undefined> {
  const { designer, smart, fast } = modelSettings();
  const isSetUp = designer !== '' || (smart !== '' && fast !== '');
  const opened = isSetUp ? await openRoutaModels(keys) : undefined;
  if (opened?.ok) return opened.value;
  const select = isSetUp ? 'Select Models' : 'Set Up a Model';
  const sentence = opened
    ? `${opened.error}. Nothing was run.`
    : 'No model is set up yet. Choose an OpenAI-compatible endpoint or a model of VS Code.';
  void showInformationMessage(sentence, select).then(answer => {
    if (answer === select) void vscode.commands.executeCommand('workorder.selectModels');
  });
  return undefined;
}

async function openRoutaModels(keys: ApiKeys): Promise<Result<RoutaModels>> {
  const { spendingOf } = await import('../run/spending.ts');
  const spending = spendingOf(spendingSettings(), undefined);
  if (!spending.ok) return spending;
  const { openModelFor } = await import('../models/open-model-for.ts');
  const opened = await openModelFor(keys);
  if (!opened.ok) return opened;
  const { modelFor } = opened.value;
  for (const role of ROLES) {
    const chosen = modelFor({ role, tier: DEFAULT_TIER[role] });
    if (!chosen.ok) return chosen;
  }
  const qa = agentSettings().qa ? modelFor({ role: 'qa' }) : undefined;
  if (qa?.ok === false) return qa;
  return ok({
    ...(qa ? { qa: qa.value.model } : {}),
    spending: spending.value,
    modelFor: use => {
      const chosen = modelFor(use);
      // Both tiers were opened above.
      if (!chosen.ok) throw new Error(chosen.error);
      return chosen.value;
    },
  });
}
