import process from 'node:process';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { App } from '../core/app.ts';
import type { ToolEffect } from '../core/tools/tool.ts';
import { version } from '../generated/version.ts';

const READ_ONLY: ReadonlySet<ToolEffect> = new Set(['read', 'verify']);

/** The tool registry as an MCP server; resolves when the client goes away or the signal is aborted. */
export async function serveMcp(app: App, signal: AbortSignal): Promise<void> {
  const server = new Server({ name: 'work-order', version: version }, { capabilities: { tools: {} } });

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: app.toolbox.names.flatMap(name => {
      const tool = app.toolbox.get(name);
      if (!tool) return [];
      const { description, effect, parameters } = tool;
      return [
        {
          name,
          description,
          inputSchema: { ...withoutIdentity(parameters), type: 'object' as const },
          annotations: {
            readOnlyHint: READ_ONLY.has(effect),
            destructiveHint: effect === 'write',
            openWorldHint: false,
          },
        },
      ];
    }),
  }));

  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const { name, arguments: args } = request.params;
    const { kind, response } = await app.callTool(
      name,
      JSON.stringify(args ?? {}),
      AbortSignal.any([signal, extra.signal]),
    );
    const isError =
      kind === 'refused' || (typeof response === 'object' && response !== null && 'error' in response);
    const text = typeof response === 'string' ? response : JSON.stringify(response);
    return { content: [{ type: 'text' as const, text }], isError };
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
