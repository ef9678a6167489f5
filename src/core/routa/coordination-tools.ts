import { tool } from '../tools/define-tool.ts';
import type { Tool } from '../tools/tool.ts';
import { readConversation } from './conversation-view.ts';
import { delegateTask, type Giver } from './delegate.ts';
import type { Desk } from './desk.ts';
import { checkIdentity, checkWorkspace } from './identity.ts';
import { createAgent, listAgents } from './manage-agents.ts';
import { messageAgent } from './messages.ts';
import { reportToParent } from './report.ts';
import type { Agent } from './workspace.ts';

/** Tools 1 to 6 of specification 3, bound to the agent that calls them. */
export function coordinationTools(desk: Desk, self: Agent, giver: () => Giver): readonly Tool[] {
  return [
    tool(
      'list_agents',
      'read',
      async ({ workspaceId }) =>
        checkWorkspace(workspaceId, desk.workspace.name) ?? listAgents(desk.workspace),
    ),
    tool('read_agent_conversation', 'read', async ({ agentId, ...what }) => {
      const agent = desk.agent(agentId);
      return agent ? readConversation(agent, what) : desk.noSuchAgent(agentId);
    }),
    tool('create_agent', 'coordinate', ({ workspaceId, ...agent }) =>
      desk.decide(
        async () => checkWorkspace(workspaceId, desk.workspace.name) ?? createAgent(desk, self.id, agent),
      ),
    ),
    tool('delegate_task', 'coordinate', args =>
      desk.decide(
        async () =>
          checkIdentity('callerAgentId', args.callerAgentId, self.id) ?? delegateTask(desk, giver(), args),
      ),
    ),
    tool('send_message_to_agent', 'coordinate', args =>
      desk.decide(
        async () =>
          checkIdentity('fromAgentId', args.fromAgentId, self.id) ?? messageAgent(desk, giver(), args),
      ),
    ),
    tool('report_to_parent', 'control', ({ agentId, report }) =>
      desk.decide(
        async () => checkIdentity('agentId', agentId, self.id) ?? reportToParent(desk, self, report),
      ),
    ),
  ];
}
