import { tool } from '../tools/define-tool.ts';
import type { Tool } from '../tools/tool.ts';
import { type Giver, wakeOrCreate } from './delegate.ts';
import type { Desk } from './desk.ts';
import { checkIdentity } from './identity.ts';
import { agentStatus, agentSummary } from './manage-agents.ts';
import { messageTask } from './messages.ts';
import { subscribe, unsubscribe } from './subscriptions.ts';
import type { Agent } from './workspace.ts';

/** Tools 7 to 12 of specification 3, bound to the agent that calls them. */
export function lifecycleTools(desk: Desk, self: Agent, giver: () => Giver): readonly Tool[] {
  return [
    tool('wake_or_create_task_agent', 'coordinate', args =>
      desk.decide(
        async () =>
          checkIdentity('callerAgentId', args.callerAgentId, self.id) ?? wakeOrCreate(desk, giver(), args),
      ),
    ),
    tool('send_message_to_task_agent', 'coordinate', args =>
      desk.decide(
        async () =>
          checkIdentity('callerAgentId', args.callerAgentId, self.id) ?? messageTask(desk, giver(), args),
      ),
    ),
    tool('get_agent_status', 'read', async ({ agentId }) => {
      const agent = desk.agent(agentId);
      return agent ? agentStatus(desk.workspace, agent) : desk.noSuchAgent(agentId);
    }),
    tool('get_agent_summary', 'read', async ({ agentId }) => {
      const agent = desk.agent(agentId);
      return agent ? agentSummary(agent) : desk.noSuchAgent(agentId);
    }),
    tool('subscribe_to_events', 'coordinate', args =>
      desk.decide(async () => checkIdentity('agentId', args.agentId, self.id) ?? subscribe(desk, args)),
    ),
    tool('unsubscribe_from_events', 'coordinate', ({ subscriptionId }) =>
      desk.decide(() => unsubscribe(desk, self.id, subscriptionId)),
    ),
  ];
}
