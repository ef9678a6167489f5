import process from 'node:process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { inertText } from '../core/kernel/inert-text.ts';
import type { AgentReviewer } from '../core/ports/agent-reviewer.ts';
import type { Tool, ToolEffect } from '../core/tools/tool.ts';
import { version } from '../generated/version.ts';
import { clientQuestions } from './ask-client.ts';
import { type EditApproval, mcpReviewer } from './elicit-review.ts';
import { limitedMessages, MAX_MESSAGE_BYTES } from './limited-messages.ts';

/** Characters of one answer, all its parts together. */
export const MAX_ANSWER = 256 * 1024;

/** What a client reads about a tool before it calls it. */
const ANNOTATIONS: Readonly<Partial<Record<ToolEffect, { readonly openWorldHint: boolean }>>> = {
  // Linters and tests are programs, and what they load is the workspace's.
  verify: { openWorldHint: true },
  vcs: { openWorldHint: true },
};

/** What a server offers. */
export interface Served {
  readonly tools: readonly Tool[];
  /** Sent to the client when it connects. */
  readonly instructions?: string;
  /** How edits are approved; left out, calls have no reviewer. */
  readonly edits?: EditApproval;
  /** Given the server, once its client has connected and said what it can do. */
  readonly onConnected?: (server: Server) => void;
  call(name: string, args: Readonly<Record<string, unknown>>, context: ServedContext): Promise<ServedAnswer>;
}

export interface ServedContext {
  /** Aborted when the client cancels the call, or goes. */
  readonly signal: AbortSignal;
  readonly reviewer?: AgentReviewer;
  /** The name that the client gives itself. */
  readonly caller?: string;
}

export interface ServedAnswer {
  readonly response: unknown;
  readonly isError: boolean;
  /** What the client is sent beside the response. */
  readonly more?: readonly string[];
}

/** Tools as an MCP server; resolves when the client goes away or the signal is aborted. */
export async function serveMcp(served: Served, signal: AbortSignal): Promise<void> {
  const { tools, instructions, edits } = served;
  const server = new Server(
    { name: 'work-order', version: version },
    { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) },
  );
  const connected = new Promise<Server>(resolve => {
    server.oninitialized = () => resolve(server);
  });
  const reviewer = edits && mcpReviewer(clientQuestions(connected), edits);
  if (served.onConnected) void connected.then(served.onConnected);

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, effect, parameters }) => ({
      name,
      description,
      inputSchema: { ...withoutIdentity(parameters), type: 'object' as const },
      annotations: {
        readOnlyHint: effect === 'read',
        destructiveHint: effect === 'write',
        openWorldHint: false,
        ...ANNOTATIONS[effect],
      },
    })),
  }));

  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: args = {} } = request.params;
    const { response, isError, more } = await served.call(name, args, {
      signal: AbortSignal.any([signal, extra.signal]),
      ...(reviewer === undefined ? {} : { reviewer }),
      ...callerOf(server.getClientVersion()),
    });
    const text = typeof response === 'string' ? response : JSON.stringify(response);
    const parts = fitAnswer([text, ...(more ?? [])]);
    return { content: parts.map(part => ({ type: 'text' as const, text: part })), isError };
  });

  const closed = new Promise<void>(resolve => {
    server.onclose = resolve;
  });
  signal.addEventListener('abort', () => void server.close(), { once: true });
  process.stdin.once('end', () => void server.close());
  const transport = new StdioServerTransport(process.stdin.pipe(limitedMessages(() => void refuse())));
  const refuse = () => {
    const message = `the message is longer than ${MAX_MESSAGE_BYTES} bytes and was not read`;
    // Its id is not known, because it was not read.
    return transport.send({ jsonrpc: '2.0', id: undefined, error: { code: -32600, message } });
  };
  await server.connect(transport);
  await closed;
  // A client that keeps its end open would keep the process, too.
  process.stdin.destroy();
}

/** One line that a record can hold, whatever the client says. */
function callerOf(client: { readonly name: string; readonly version: string } | undefined) {
  const name = inertText(`${client?.name ?? ''} ${client?.version ?? ''}`.replace(/\s+/g, ' ').trim()).slice(
    0,
    80,
  );
  return name === '' ? {} : { caller: name };
}

/** The parts, cut where they are too much for one answer; the last part then says how much there was. */
export function fitAnswer(parts: readonly string[]): readonly string[] {
  const total = parts.reduce((sum, part) => sum + part.length, 0);
  if (total <= MAX_ANSWER) return parts;
  let left = MAX_ANSWER;
  const kept = parts.flatMap(part => {
    const shown = part.slice(0, left);
    left -= shown.length;
    return shown === '' ? [] : [shown];
  });
  return [
    ...kept,
    `cut: the first ${MAX_ANSWER} of ${total} characters are shown; ask for less, for example one folder or file`,
  ];
}

/** `$id` and `$schema` are ours; clients only need the shape. */
function withoutIdentity({ $id: _id, $schema: _schema, ...shape }: Readonly<Record<string, unknown>>) {
  return shape;
}
