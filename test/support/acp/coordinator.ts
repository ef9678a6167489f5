import { INBOX_LINE } from '../../../src/core/routa/inbox.ts';
import { type Exchange, say } from '../model-server.ts';

type Call = readonly [tool: string, args: object];

/** What a coordinator does each time something arrives for it; between that it waits. Whoever else is asked says nothing. */
export const coordinator =
  (steps: readonly (readonly Call[])[]) =>
  (exchange: Exchange): void => {
    const { messages = [] } = exchange.body;
    const [first] = messages;
    if (!JSON.stringify(first?.content ?? '').includes('the agent \\"routa\\"')) {
      say(exchange, { text: 'Nothing.' });
      return;
    }
    const isInbox = ({ content }: { readonly content?: unknown }) =>
      JSON.stringify(content ?? '').includes(INBOX_LINE.slice(0, 24));
    const arrived = messages.filter(isInbox).length;
    const isNews = messages.slice(-1).some(isInbox);
    const calls = ((isNews && steps[arrived - 1]) || []).map(([name, args], at) => ({
      id: `call-${arrived}-${at}`,
      name,
      arguments: JSON.stringify(args),
    }));
    if (calls.length === 0) say(exchange, { text: '{"thoughts": "I wait.", "tool_calls": []}' });
    else say(exchange, { text: 'A step.', calls, finish: 'tool_calls' });
  };

/** The calls of a coordinator in the workspace of this name. */
export const callsIn = (workspaceId: string) => ({
  create: (name: string, role: 'CRAFTER' | 'GATE' = 'CRAFTER'): Call => [
    'create_agent',
    { name, role, workspaceId },
  ],
  delegate: (agentId: string, taskId: string): Call => [
    'delegate_task',
    { agentId, taskId, callerAgentId: 'routa' },
  ],
  wake: (taskId: string, contextMessage: string): Call => [
    'wake_or_create_task_agent',
    { taskId, contextMessage, callerAgentId: 'routa' },
  ],
});
