import type { AgentReport } from '../../generated/contracts.ts';
import { tool } from '../tools/define-tool.ts';
import type { Tool } from '../tools/tool.ts';
import type { Agent } from './agent.ts';
import { type Delegator, delegateTask } from './delegate.ts';
import { actingAs, checkIdentity, checkWorkspace } from './identity.ts';
import { createAgent, listAgents } from './manage-agents.ts';
import { messageAgent } from './messages.ts';
import { readConversation } from './read-conversation.ts';
import { type MergeWork, reportToParent } from './report.ts';
import { refuse, type TaskBoard } from './task-board.ts';

/**
 * The tools with which agents work together, bound to the agent that calls them.
 *
 * @param whyOpen why what the agent wrote does not pass what the policy requires
 * @param merge makes what the agent wrote part of the result
 */
export function coordinationTools(
  board: TaskBoard,
  self: Agent,
  delegator: () => Delegator,
  whyOpen: () => Promise<string | undefined>,
  merge: MergeWork,
): readonly Tool[] {
  const act = actingAs(board, self);
  /** Before others wait: tests may take long. */
  const refuseOpen = async ({ taskId, success = true }: AgentReport) => {
    const isWork = self.open.some(a => a.taskId === taskId && a.as === 'worker');
    const open = isWork && success ? await whyOpen() : undefined;
    return open === undefined
      ? undefined
      : refuse(
          `${taskId} is not a success: ${open}. Correct it and report again, or report "success": false`,
        );
  };
  return [
    tool(
      'list_agents',
      'read',
      async ({ workspaceId }) =>
        checkWorkspace(workspaceId, board.workspace.name) ?? listAgents(board.workspace),
    ),
    tool('read_agent_conversation', 'read', async ({ agentId, ...what }) => {
      const agent = board.agent(agentId);
      return agent ? readConversation(agent, what) : board.noSuchAgent(agentId);
    }),
    tool('create_agent', 'coordinate', ({ workspaceId, ...agent }) =>
      board.decide(
        async () => checkWorkspace(workspaceId, board.workspace.name) ?? createAgent(board, self.id, agent),
      ),
    ),
    tool('delegate_task', 'coordinate', args =>
      act('callerAgentId', args.callerAgentId, () => delegateTask(board, delegator(), args)),
    ),
    tool('send_message_to_agent', 'coordinate', args =>
      act('fromAgentId', args.fromAgentId, () => messageAgent(board, delegator(), args)),
    ),
    tool(
      'report_to_parent',
      'control',
      async ({ agentId, report }) =>
        checkIdentity('agentId', agentId, self.id) ??
        (await refuseOpen(report)) ??
        board.decide(() => reportToParent(board, self, report, merge)),
    ),
  ];
}
