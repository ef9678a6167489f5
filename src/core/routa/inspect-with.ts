import { allowRequest } from '../conversation/budget.ts';
import { changeInspector } from '../conversation/inspect-change.ts';
import { costOf } from '../conversation/prices.ts';
import type { Model } from '../ports/model.ts';
import type { Hosting } from './agent-session.ts';
import { taskAtWork } from './file-tools.ts';
import type { Agent } from './workspace.ts';

/** QA of one agent's changes: paid from the workspace's budget, and one of its model calls at the same time. */
export function inspectWith(
  { ports, settings, desk, slots }: Hosting,
  qa: Model,
  agent: Agent,
  signal: AbortSignal,
) {
  const { spending = { caps: [] } } = settings;
  const { recorder, workspace } = desk;
  const model: Model = {
    label: qa.label,
    ...(qa.identity ? { identity: qa.identity } : {}),
    ask: async request => {
      const letGo = await slots.take(signal);
      return qa.ask(request).finally(letGo);
    },
  };
  return changeInspector({
    model,
    files: ports.files,
    sha256: ports.sha256,
    task: () => {
      const task = taskAtWork(desk, agent);
      if (!task) return workspace.goal;
      return [task.title, task.objective, ...task.acceptance.map(point => `- ${point}`)].join('\n');
    },
    allow: inputTokens => allowRequest(model, inputTokens, workspace.spent, spending),
    signal,
    onReply: (name, usage) => {
      const cost = costOf(usage, model.identity, spending.prices);
      const event = { type: 'qa_replied', agentId: agent.id, model: name, usage } as const;
      return recorder.record({ ...event, ...(cost ? { cost } : {}) });
    },
  });
}
