import { type Allowance, allowRequest, type Cap, type Limit } from '../conversation/budget.ts';
import { NOTHING_SPENT } from '../conversation/spent.ts';
import type { Model } from '../ports/model.ts';
import type { Agent } from './agent.ts';
import type { RoutaSettings } from './run-request.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** Whether one more request fits what the agent, and each task it is at, may use. */
export function allowOfAgent(
  model: Model,
  inputTokens: number,
  { tasks }: RoutaWorkspace,
  { spent, open, parentId }: Agent,
  { agentBudget, taskBudget, spending }: Pick<RoutaSettings, 'agentBudget' | 'taskBudget' | 'spending'>,
): Allowance {
  const prices = spending?.prices === undefined ? {} : { prices: spending.prices };
  const allow = (of: Cap['of'], limit: Limit | undefined, used: typeof spent): Allowance =>
    limit === undefined
      ? { kind: 'go' }
      : allowRequest(model, inputTokens, used, { ...prices, caps: [{ of, limit, before: NOTHING_SPENT }] });
  const all = [
    // A coordinator is at work for all tasks: it has the budget of the workspace.
    ...(parentId === null ? [] : [allow('agent', agentBudget, spent)]),
    ...open.map(({ taskId }) => allow('task', taskBudget, tasks.get(taskId)?.spent ?? NOTHING_SPENT)),
  ];
  return all.find(({ kind }) => kind === 'stop') ?? { kind: 'go' };
}
