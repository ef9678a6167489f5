import type { ReadAgentConversationArgs, ReadAgentConversationResult } from '../../generated/contracts.ts';
import type { Agent } from './agent.ts';
import { conversationOf } from './conversation-view.ts';

/**
 * What an agent was sent, said and called, with the number of the reply each belongs to:
 * by bounds first, then without calls unless asked for, then the last N.
 */
export function readConversation(
  agent: Agent,
  {
    lastN,
    startTurn = 0,
    endTurn = Number.POSITIVE_INFINITY,
    includeToolCalls = false,
  }: Omit<ReadAgentConversationArgs, 'agentId'>,
): ReadAgentConversationResult {
  const all = conversationOf(agent);
  const within = all.filter(
    m => m.turn >= startTurn && m.turn <= endTurn && (includeToolCalls || m.role !== 'tool'),
  );
  return {
    agentId: agent.id,
    total: all.length,
    messages: lastN === undefined ? within : within.slice(-lastN),
  };
}
