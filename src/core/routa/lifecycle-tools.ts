import { schemas } from '../../generated/schemas.ts';
import {
  validateGetAgentStatusArgs,
  validateGetAgentSummaryArgs,
  validateSendMessageToTaskAgentArgs,
  validateSubscribeToEventsArgs,
  validateUnsubscribeFromEventsArgs,
  validateWakeOrCreateTaskAgentArgs,
} from '../../generated/validators.cjs';
import { defineTool } from '../tools/define-tool.ts';
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
    defineTool({
      name: 'wake_or_create_task_agent',
      description: schemas['tools/wake_or_create_task_agent'].description,
      effect: 'coordinate',
      parameters: schemas['tools/wake_or_create_task_agent'],
      validate: validateWakeOrCreateTaskAgentArgs,
      run: args =>
        desk.decide(
          async () =>
            checkIdentity('callerAgentId', args.callerAgentId, self.id) ?? wakeOrCreate(desk, giver(), args),
        ),
    }),
    defineTool({
      name: 'send_message_to_task_agent',
      description: schemas['tools/send_message_to_task_agent'].description,
      effect: 'coordinate',
      parameters: schemas['tools/send_message_to_task_agent'],
      validate: validateSendMessageToTaskAgentArgs,
      run: args =>
        desk.decide(
          async () =>
            checkIdentity('callerAgentId', args.callerAgentId, self.id) ?? messageTask(desk, giver(), args),
        ),
    }),
    defineTool({
      name: 'get_agent_status',
      description: schemas['tools/get_agent_status'].description,
      effect: 'read',
      parameters: schemas['tools/get_agent_status'],
      validate: validateGetAgentStatusArgs,
      run: async ({ agentId }) => {
        const agent = desk.agent(agentId);
        return agent ? agentStatus(desk.workspace, agent) : desk.noSuchAgent(agentId);
      },
    }),
    defineTool({
      name: 'get_agent_summary',
      description: schemas['tools/get_agent_summary'].description,
      effect: 'read',
      parameters: schemas['tools/get_agent_summary'],
      validate: validateGetAgentSummaryArgs,
      run: async ({ agentId }) => {
        const agent = desk.agent(agentId);
        return agent ? agentSummary(agent) : desk.noSuchAgent(agentId);
      },
    }),
    defineTool({
      name: 'subscribe_to_events',
      description: schemas['tools/subscribe_to_events'].description,
      effect: 'coordinate',
      parameters: schemas['tools/subscribe_to_events'],
      validate: validateSubscribeToEventsArgs,
      run: args =>
        desk.decide(async () => checkIdentity('agentId', args.agentId, self.id) ?? subscribe(desk, args)),
    }),
    defineTool({
      name: 'unsubscribe_from_events',
      description: schemas['tools/unsubscribe_from_events'].description,
      effect: 'coordinate',
      parameters: schemas['tools/unsubscribe_from_events'],
      validate: validateUnsubscribeFromEventsArgs,
      run: ({ subscriptionId }) => desk.decide(() => unsubscribe(desk, self.id, subscriptionId)),
    }),
  ];
}
