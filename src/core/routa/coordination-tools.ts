import { schemas } from '../../generated/schemas.ts';
import {
  validateCreateAgentArgs,
  validateDelegateTaskArgs,
  validateListAgentsArgs,
  validateReadAgentConversationArgs,
  validateReportToParentArgs,
  validateSendMessageToAgentArgs,
} from '../../generated/validators.cjs';
import { defineTool } from '../tools/define-tool.ts';
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
    defineTool({
      name: 'list_agents',
      description: schemas['tools/list_agents'].description,
      effect: 'read',
      parameters: schemas['tools/list_agents'],
      validate: validateListAgentsArgs,
      run: async ({ workspaceId }) =>
        checkWorkspace(workspaceId, desk.workspace.name) ?? listAgents(desk.workspace),
    }),
    defineTool({
      name: 'read_agent_conversation',
      description: schemas['tools/read_agent_conversation'].description,
      effect: 'read',
      parameters: schemas['tools/read_agent_conversation'],
      validate: validateReadAgentConversationArgs,
      run: async ({ agentId, ...what }) => {
        const agent = desk.agent(agentId);
        return agent ? readConversation(agent, what) : desk.noSuchAgent(agentId);
      },
    }),
    defineTool({
      name: 'create_agent',
      description: schemas['tools/create_agent'].description,
      effect: 'coordinate',
      parameters: schemas['tools/create_agent'],
      validate: validateCreateAgentArgs,
      run: ({ workspaceId, ...agent }) =>
        desk.decide(
          async () => checkWorkspace(workspaceId, desk.workspace.name) ?? createAgent(desk, self.id, agent),
        ),
    }),
    defineTool({
      name: 'delegate_task',
      description: schemas['tools/delegate_task'].description,
      effect: 'coordinate',
      parameters: schemas['tools/delegate_task'],
      validate: validateDelegateTaskArgs,
      run: args =>
        desk.decide(
          async () =>
            checkIdentity('callerAgentId', args.callerAgentId, self.id) ?? delegateTask(desk, giver(), args),
        ),
    }),
    defineTool({
      name: 'send_message_to_agent',
      description: schemas['tools/send_message_to_agent'].description,
      effect: 'coordinate',
      parameters: schemas['tools/send_message_to_agent'],
      validate: validateSendMessageToAgentArgs,
      run: args =>
        desk.decide(
          async () =>
            checkIdentity('fromAgentId', args.fromAgentId, self.id) ?? messageAgent(desk, giver(), args),
        ),
    }),
    defineTool({
      name: 'report_to_parent',
      description: schemas['tools/report_to_parent'].description,
      effect: 'control',
      parameters: schemas['tools/report_to_parent'],
      validate: validateReportToParentArgs,
      run: ({ agentId, report }) =>
        desk.decide(
          async () => checkIdentity('agentId', agentId, self.id) ?? reportToParent(desk, self, report),
        ),
    }),
  ];
}
