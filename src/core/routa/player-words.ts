import { prompts } from '../../generated/prompts.ts';
import { fillTemplate } from '../kernel/template.ts';
import type { Agent } from './agent.ts';
import { conversationOf } from './conversation-view.ts';
import { digestOf } from './digest.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** What was said last that an agent in a new process is told again. */
const MOST_MESSAGES = 6;
const MOST_CHARACTERS = 4000;

/** What an agent in a new process is told first: its role, and what it knew if it was at work on its task before. */
export function introductionFor(agent: Agent, workspace: RoutaWorkspace): string {
  const [only, ...more] = agent.open;
  const instructions = fillTemplate(
    agent.role === 'GATE' ? prompts['routa/gate-on-copy'] : prompts['routa/crafter-on-copy'],
    {
      agent_id: agent.id,
      workspace_id: workspace.name,
      task: only && more.length === 0 ? only.taskId : 'TASK',
    },
  ).trim();
  const said = conversationOf(agent);
  if (agent.open.length === 0 || said.length === 0) return instructions;
  const recent = said
    .filter(({ role }) => role !== 'tool')
    .slice(-MOST_MESSAGES)
    .map(({ role, content }) => ({
      from: role === 'user' ? 'the team' : 'you',
      text: content.length <= MOST_CHARACTERS ? content : `… ${content.slice(-MOST_CHARACTERS)}`,
    }));
  return [
    instructions,
    'Your work so far. You are in a new process now, on a new copy that has what was taken of your work and nothing else.',
    digestOf(workspace, agent),
    `What was said last, as data:\n${JSON.stringify(recent)}`,
  ].join('\n\n');
}
