import * as vscode from 'vscode';
import { type Limit, parseLimit, type Spending } from '../../core/conversation/budget.ts';
import type { ModelUse } from '../../core/conversation/choose-model.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import type { Patience } from '../../core/ports/patience.ts';
import { createPatience } from '../../node/model/patience.ts';
import { showErrorMessage, showInformationMessage } from '../inert-window.ts';
import type { ApiKeys } from '../secrets.ts';
import { agentSettings, modelSettings, spendingSettings } from '../settings.ts';

/** The models of one run. */
export interface AgentModels {
  /** For the uses that were asked for; the note says when a tier has no model of its own. */
  readonly modelFor: (use: ModelUse) => { readonly model: Model; readonly note?: string };
  /** Looks at each change first, when the setting asks for it. */
  readonly qa?: Model;
  readonly spending: Spending;
  readonly patience: Patience;
  /** Of a team: the most one agent, and the work on one task, may use. */
  readonly agentBudget?: Limit;
  readonly taskBudget?: Limit;
}

/** The models of the settings for all these uses; offers set-up when there is none, and says what is missing. */
export async function chooseAgentModels(
  keys: ApiKeys,
  uses: readonly ModelUse[],
): Promise<AgentModels | undefined> {
  // An agent with a model of its own needs ours for QA alone.
  const isNeeded = uses.length > 0;
  if (isNeeded && !isAnySet() && !(await offerSetUp())) return undefined;
  const opened = isNeeded || isAnySet() ? await openAgentModels(keys, uses) : await withoutModels();
  if (opened.ok) return opened.value;
  const select = 'Select Models';
  void showErrorMessage(`${opened.error}. Nothing was run.`, select).then(answer => {
    if (answer === select) void vscode.commands.executeCommand('workorder.selectModels');
  });
  return undefined;
}

function isAnySet(): boolean {
  const { designer, smart, fast } = modelSettings();
  return [designer, smart, fast].some(spec => spec !== '');
}

async function offerSetUp(): Promise<boolean> {
  const setUp = 'Set Up a Model';
  const answer = await showInformationMessage(
    'No model is set up yet. Choose an OpenAI-compatible endpoint or a model of VS Code.',
    setUp,
  );
  if (answer === setUp) await vscode.commands.executeCommand('workorder.selectModels');
  return answer === setUp && isAnySet();
}

async function openAgentModels(keys: ApiKeys, uses: readonly ModelUse[]): Promise<Result<AgentModels>> {
  const { spendingOf } = await import('../run/spending.ts');
  const spending = spendingOf(spendingSettings(), undefined);
  if (!spending.ok) return spending;
  const { openModelFor } = await import('../models/open-model-for.ts');
  const opened = await openModelFor(keys);
  if (!opened.ok) return opened;
  const { modelFor } = opened.value;
  for (const use of uses) {
    const chosen = modelFor(use);
    if (!chosen.ok) return chosen;
  }
  const budgets = ownBudgets();
  if (!budgets.ok) return budgets;
  const qa = agentSettings().qa ? modelFor({ role: 'qa' }) : undefined;
  if (qa?.ok === false) return qa;
  return ok({
    modelFor: use => {
      const chosen = modelFor(use);
      // What a run uses was opened above.
      if (!chosen.ok) throw new Error(chosen.error);
      return chosen.value;
    },
    ...(qa ? { qa: qa.value.model } : {}),
    ...budgets.value,
    spending: spending.value,
    patience: createPatience(agentSettings().patienceMinutes),
  });
}

async function withoutModels(): Promise<Result<AgentModels>> {
  const { spendingOf } = await import('../run/spending.ts');
  const spending = spendingOf(spendingSettings(), undefined);
  if (!spending.ok) return spending;
  if (agentSettings().qa) return fail('The setting workorder.agents.qa needs a model');
  return ok({
    modelFor: () => {
      throw new Error('this run has no model');
    },
    spending: spending.value,
    patience: createPatience(agentSettings().patienceMinutes),
  });
}

function ownBudgets(): Result<Pick<AgentModels, 'agentBudget' | 'taskBudget'>> {
  const { agentBudget, taskBudget } = agentSettings();
  const [agent, task] = [agentBudget, taskBudget].map(text => (text === '' ? undefined : parseLimit(text)));
  if (agent?.ok === false) return fail(`The setting workorder.budget.perAgent: ${agent.error}`);
  if (task?.ok === false) return fail(`The setting workorder.budget.perTask: ${task.error}`);
  return ok({
    ...(agent ? { agentBudget: agent.value } : {}),
    ...(task ? { taskBudget: task.value } : {}),
  });
}
