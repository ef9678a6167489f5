import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { inertText } from '../../core/kernel/inert-text.ts';
import type { AgentReviewer } from '../../core/ports/agent-reviewer.ts';
import { KeptAnswers, readMoreTool } from '../../core/tools/read-more.ts';
import { version } from '../../generated/version.ts';
import { clientQuestions } from '../ask-client.ts';
import { mcpReviewer } from '../elicit-review.ts';
import { answerResult, pageResult } from './answer-result.ts';
import { CallLimits } from './call-limits.ts';
import { clientLog } from './client-log.ts';
import { describeTool } from './describe-tool.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { ProtocolError } from './protocol-error.ts';
import { type Extra, withProgress } from './report-progress.ts';
import { listResources, readResource, TEMPLATES } from './resources.ts';
import type { Serve } from './served.ts';

/** What one client is served, before it is connected. @param signal ends its calls */
export function openSession(serve: Serve, signal: AbortSignal): Server {
  let isConnected: (server: Server) => void = () => undefined;
  const connected = new Promise<Server>(resolve => {
    isConnected = resolve;
  });
  const served = serve(connected);
  const { instructions, edits } = served;
  const server = new Server(
    { name: 'work-order', title: 'Work Order', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, logging: {} },
      ...(instructions === undefined ? {} : { instructions }),
    },
  );
  server.oninitialized = () => isConnected(server);
  const kept = new KeptAnswers();
  const readMore = readMoreTool(kept);
  const limits = new CallLimits();
  const log = clientLog(server);
  const refuseIfTooMuch = () => {
    const refusal = limits.refusal();
    if (refusal !== undefined) throw new ProtocolError(ErrorCode.InvalidRequest, refusal);
  };

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    refuseIfTooMuch();
    return { tools: [...(await served.tools()), readMore].map(describeTool) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, arguments: args = {} } = params;
    const refusal = limits.refusal();
    if (refusal !== undefined) {
      log('warning', { tool: name, refused: refusal });
      return answerResult(name, { response: { error: refusal, changed: false }, isError: true }, kept);
    }
    const started = performance.now();
    const result = await limits.run(() => call(name, args, extra), AbortSignal.any([signal, extra.signal]));
    log('debug', {
      tool: name,
      ms: Math.round(performance.now() - started),
      isError: result.isError === true,
    });
    return result;
  });

  async function call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    extra: Extra,
  ): Promise<CallToolResult> {
    const context = { signal: AbortSignal.any([signal, extra.signal]) };
    if (name === readMore.name) {
      const prepared = readMore.prepare(args);
      const page = prepared.ok
        ? ((await prepared.run(context)) as ReturnType<KeptAnswers['read']>)
        : { error: `invalid args for tool ${name}: ${prepared.problem}`, changed: false };
      return 'page' in page ? pageResult(page) : answerResult(name, { response: page, isError: true }, kept);
    }
    const reviewer = edits && mcpReviewer(clientQuestions(connected, extra.requestId), edits);
    const answer = await withProgress(extra, onProgress =>
      served.call(name, args, {
        ...context,
        onProgress,
        ...(reviewer === undefined ? {} : { reviewer: telling(reviewer, onProgress) }),
        ...callerOf(server.getClientVersion()),
      }),
    );
    return answerResult(name, answer, kept);
  }

  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    refuseIfTooMuch();
    return listResources(await served.runs(), params?.cursor);
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...TEMPLATES] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }) => {
    refuseIfTooMuch();
    const { contents } = await readResource(params.uri, () => served.runs());
    return { contents };
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: listPrompts() }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => {
    refuseIfTooMuch();
    return getPrompt(params.name, params.arguments ?? {}, () => served.runs());
  });
  return server;
}

/** The same reviewer, and the client is told that its call waits for a decision. */
const telling = (reviewer: AgentReviewer, onProgress: (line: string) => void): AgentReviewer => ({
  ...reviewer,
  review: (proposal, signal) => {
    onProgress('the change is checked and waits for a decision');
    return reviewer.review(proposal, signal);
  },
});

/** One line that a record can hold, whatever the client says. */
function callerOf(client: { readonly name: string; readonly version: string } | undefined) {
  const name = inertText(`${client?.name ?? ''} ${client?.version ?? ''}`.replace(/\s+/g, ' ').trim()).slice(
    0,
    80,
  );
  return name === '' ? {} : { caller: name };
}
