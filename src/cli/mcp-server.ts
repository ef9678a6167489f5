import process from 'node:process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolEffect } from '../core/tools/tool.ts';
import { version } from '../generated/version.ts';

const READ_ONLY: ReadonlySet<ToolEffect> = new Set(['read', 'verify']);

/** What a server offers. */
export interface Served {
  readonly tools: readonly Tool[];
  /** Told to the client when it connects. */
  readonly instructions?: string;
  call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ServedAnswer>;
}

export interface ServedAnswer {
  readonly response: unknown;
  readonly isError: boolean;
  /** What the client is told beside the response. */
  readonly more?: readonly string[];
}

/** Tools as an MCP server; resolves when the client goes away or the signal is aborted. */
export async function serveMcp(served: Served, signal: AbortSignal): Promise<void> {
  const { tools, instructions } = served;
  const server = new Server(
    { name: 'work-order', version: version },
    { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) },
  );

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ name, description, effect, parameters }) => ({
      name,
      description,
      inputSchema: { ...withoutIdentity(parameters), type: 'object' as const },
      annotations: {
        readOnlyHint: READ_ONLY.has(effect),
        destructiveHint: effect === 'write',
        openWorldHint: false,
      },
    })),
  }));

  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: args = {} } = request.params;
    const {
      response,
      isError,
      more = [],
    } = await served.call(name, args, AbortSignal.any([signal, extra.signal]));
    const text = typeof response === 'string' ? response : JSON.stringify(response);
    return { content: [text, ...more].map(part => ({ type: 'text' as const, text: part })), isError };
  });

  const closed = new Promise<void>(resolve => {
    server.onclose = resolve;
  });
  signal.addEventListener('abort', () => void server.close(), { once: true });
  process.stdin.once('end', () => void server.close());
  await server.connect(new StdioServerTransport());
  await closed;
}

/** `$id` and `$schema` are ours; clients only need the shape. */
function withoutIdentity({ $id: _id, $schema: _schema, ...shape }: Readonly<Record<string, unknown>>) {
  return shape;
}
