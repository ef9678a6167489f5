import { tool } from '../tools/define-tool.ts';
import type { Tool } from '../tools/tool.ts';
import type { Agent } from './agent.ts';
import { type Delegator, wakeOrCreate } from './delegate.ts';
import { actingAs } from './identity.ts';
import { agentStatus, agentSummary } from './manage-agents.ts';
import { messageTask } from './messages.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';
import type { TaskBoard } from './task-board.ts';

/** Tools by which agents are woken, watched and report, bound to the agent that calls them. */
export function lifecycleTools(board: TaskBoard, self: Agent, delegator: () => Delegator): readonly Tool[] {
  const act = actingAs(board, self);
  return [
    tool('wake_or_create_task_agent', 'coordinate', args =>
      act('callerAgentId', args.callerAgentId, () => wakeOrCreate(board, delegator(), args)),
    ),
    tool('send_message_to_task_agent', 'coordinate', args =>
      act('callerAgentId', args.callerAgentId, () => messageTask(board, delegator(), args)),
    ),
    tool('get_agent_status', 'read', async ({ agentId }) => {
      const agent = board.agent(agentId);
      return agent ? agentStatus(board.workspace, agent) : board.noSuchAgent(agentId);
    }),
    tool('get_agent_summary', 'read', async ({ agentId }) => {
      const agent = board.agent(agentId);
      return agent ? agentSummary(agent) : board.noSuchAgent(agentId);
    }),
    tool('subscribe_to_events', 'coordinate', args =>
      act('agentId', args.agentId, () => subscribe(board, args)),
    ),
    tool('unsubscribe_from_events', 'coordinate', ({ subscriptionId }) =>
      board.decide(() => unsubscribe(board, self.id, subscriptionId)),
    ),
  ];
}
