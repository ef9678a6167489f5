import * as vscode from 'vscode';
import type { AgentReviews } from '../agents/agent-reviews.ts';
import type { AgentsHost } from '../agents/agents-registry.ts';
import type { Services } from '../services.ts';

/** What the chat's agents and other extensions can call; the manifest says what each is for. */
export const TOOLS = {
  workorder_locate_symbol: 'locate_symbol',
  workorder_get_source: 'get_source',
  workorder_discover_api: 'discover_api',
  workorder_trace_calls: 'trace_calls',
  workorder_prove: 'prove',
  workorder_propose: 'propose_changes',
} as const;

/** Where the proposals of the chat's agents wait for a person. */
export const CHAT_HOST = 'chat';

/** Registers the tools; what runs them is loaded by the first call. */
export const registerAgentModeTools = (services: Services): vscode.Disposable =>
  vscode.Disposable.from(
    ...Object.entries(TOOLS).map(([name, tool]) =>
      vscode.lm.registerTool<object>(name, {
        invoke: async (options, token) =>
          (await import('./call-tool.ts')).callTool(services, tool, options, token),
        prepareInvocation: async ({ input }) => (await import('./call-tool.ts')).describeCall(tool, input),
      }),
    ),
  );

/** The inbox of the Agents view for what they propose; it has no rows of its own. */
export const chatHost = (reviews: AgentReviews): AgentsHost => ({
  name: CHAT_HOST,
  onDidChange: reviews.onDidChange,
  projection: () => ({ host: CHAT_HOST, agents: [], needsYou: reviews.needsOf(CHAT_HOST) }),
  open: async id => void (await reviews.open(id)),
  act: (verb, id, text) => reviews.act(verb, id, text),
});
