import type {
  CreateAgentArgs,
  CreateAgentResult,
  GetAgentStatusResult,
  GetAgentSummaryResult,
  ListAgentsResult,
} from '../../generated/contracts.ts';
import type { Agent } from './agent.ts';
import { isAlive } from './agent-status.ts';
import { DEFAULT_TIER, MAX_DEPTH } from './roles.ts';
import { type Refusal, refuse, type TaskBoard } from './task-board.ts';
import { taskStatus } from './task-status.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** All agents in the order of their creation, ended ones included. */
export const listAgents = ({ agents }: RoutaWorkspace): ListAgentsResult =>
  [...agents.values()].map(({ id, name, role, status, parentId }) => ({ id, name, role, status, parentId }));

/** A new agent, not yet at work. `by`: the agent who asks, or the user. */
export async function createAgent(
  board: TaskBoard,
  by: string,
  { name, role, parentId, modelTier }: Omit<CreateAgentArgs, 'workspaceId'>,
  external = false,
): Promise<CreateAgentResult | Refusal> {
  const parent = parentId ?? (board.agent(by) ? by : undefined);
  if (parent !== undefined) {
    const found = board.agent(parent);
    if (!found) return board.noSuchAgent(parent);
    if (!isAlive(found.status)) return refuse(`${parent} is ${found.status} and can have no children`);
    if (depthOf(board.workspace, found) >= MAX_DEPTH)
      return refuse(
        `${parent} is ${MAX_DEPTH} levels below the first agent; no agent can be created below it`,
      );
  }
  const agentId = freeId(board.workspace, name);
  await board.recorder.record({
    type: 'agent_created',
    agentId,
    name,
    role,
    tier: modelTier ?? DEFAULT_TIER[role],
    parentId: parent ?? null,
    by,
    external,
  });
  return { agentId, name, role, status: 'PENDING' };
}

/** The name as an id: readable in a journal, the same in a replay. */
function freeId({ agents }: RoutaWorkspace, name: string): string {
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|(?<!-)-+$/g, '') || 'agent';
  if (!agents.has(slug)) return slug;
  let n = 2;
  while (agents.has(`${slug}-${n}`)) n++;
  return `${slug}-${n}`;
}

function depthOf({ agents }: RoutaWorkspace, agent: Agent): number {
  let depth = 0;
  for (let at: Agent | undefined = agent; at?.parentId; at = agents.get(at.parentId)) depth++;
  return depth;
}

/** What an agent is doing, and which of its tasks are open. */
export function agentStatus({ tasks }: RoutaWorkspace, agent: Agent): GetAgentStatusResult {
  const { id, name, role, tier, status, waitingFor, parentId, turns, messageCount } = agent;
  return {
    agentId: id,
    name,
    role,
    modelTier: tier,
    status,
    ...(waitingFor === undefined ? {} : { waitingFor }),
    parentId,
    turns,
    messageCount,
    assignedTasks: [...agent.assigned].flatMap(taskId => {
      const task = tasks.get(taskId);
      return task ? [{ taskId, title: task.title, status: taskStatus(task.status) }] : [];
    }),
    createdAt: new Date(agent.createdAt).toISOString(),
    lastActiveAt: new Date(agent.lastActiveAt).toISOString(),
  };
}

/** What an agent has said and done last. */
export const agentSummary = (agent: Agent): GetAgentSummaryResult => ({
  agentId: agent.id,
  name: agent.name,
  role: agent.role,
  status: agent.status,
  lastResponse: agent.lastResponse,
  toolCallCounts: Object.fromEntries(agent.toolCalls),
  activeTasks: agent.open.map(a => a.taskId),
});
