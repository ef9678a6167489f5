import type { ConversationMessage } from '../../generated/contracts.ts';
import type { Agent } from './agent.ts';

/** What is said before the n-th reply belongs to it; results are with the calls that have them. */
export function conversationOf(agent: Agent): ConversationMessage[] {
  const messages: ConversationMessage[] = [];
  let turn = 0;
  for (const event of agent.conversation) {
    const timestamp = new Date(event.at).toISOString();
    if (event.type === 'told' && event.role === 'user' && !isResults(event.text))
      messages.push({ turn: turn + 1, role: 'user', content: event.text, timestamp });
    if (event.type === 'turn_started') {
      turn = event.turn;
      messages.push({ turn, role: 'assistant', content: event.note, timestamp });
    }
    if (event.type === 'called') {
      const { tool, args, status, response } = event;
      const content = typeof response === 'string' ? response : JSON.stringify(response);
      messages.push({
        turn: event.turn,
        role: 'tool',
        content,
        timestamp,
        tool_name: tool,
        arguments: { ...toRecord(args) },
        status,
      });
    }
  }
  return messages;
}

/** The calls themselves are in the conversation, each with its result. */
const isResults = (text: string): boolean => text.startsWith('Results of your tool calls');

const toRecord = (args: unknown): object => (typeof args === 'object' && args !== null ? args : {});
