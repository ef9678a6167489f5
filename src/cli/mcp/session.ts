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
import type { AgentReviewer } from '../../core/ports/agent-reviewer.ts';
import { KeptAnswers, readMoreTool } from '../../core/tools/read-more.ts';
import { version } from '../../generated/version.ts';
import { answerResult, pageResult } from './answer-result.ts';
import { clientQuestions } from './ask-client.ts';
import { type Aside, CallLimits, TooMuch } from './call-limits.ts';
import { clientLog } from './client-log.ts';
import { clientName } from './client-name.ts';
import { describeTool } from './describe-tool.ts';
import { mcpReviewer } from './elicit-review.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { ProtocolError } from './protocol-error.ts';
import { type Extra, withProgress } from './report-progress.ts';
import { listResources, onlyPage, readResource, TEMPLATES } from './resources.ts';
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
  /** Lists of what there always is count, and need no turn. */
  const count = () => {
    const refusal = limits.refusal();
    if (refusal !== undefined) throw new ProtocolError(ErrorCode.InvalidRequest, refusal);
  };
  /** What is read of runs counts and takes turns as calls do. */
  const limited = async <T>(extra: Extra, work: () => Promise<T>): Promise<T> => {
    count();
    return limits.run(work, AbortSignal.any([signal, extra.signal]));
  };

  server.setRequestHandler(ListToolsRequestSchema, async ({ params }) => {
    count();
    onlyPage(params?.cursor);
    return { tools: [...(await served.tools()), readMore].map(describeTool) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { name, arguments: args = {} } = params;
    const refuse = (why: string) => {
      log('warning', { tool: name, refused: why });
      return answerResult(name, { response: { error: why, changed: false }, isError: true }, kept);
    };
    const refusal = limits.refusal();
    if (refusal !== undefined) return refuse(refusal);
    const started = performance.now();
    let result: CallToolResult;
    try {
      const until = AbortSignal.any([signal, extra.signal]);
      result = await limits.run(aside => call(name, args, extra, aside), until);
    } catch (error) {
      if (error instanceof TooMuch) return refuse(error.message);
      throw error;
    }
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
    aside: Aside,
  ): Promise<CallToolResult> {
    const context = { signal: AbortSignal.any([signal, extra.signal]) };
    if (name === readMore.name) {
      const prepared = readMore.prepare(args);
      const page = prepared.ok
        ? ((await prepared.run(context)) as ReturnType<KeptAnswers['read']>)
        : { error: `invalid args for tool ${name}: ${prepared.problem}`, changed: false };
      return 'page' in page ? pageResult(page) : answerResult(name, { response: page, isError: true }, kept);
    }
    const caller = clientName(server);
    const reviewer = edits && mcpReviewer(clientQuestions(connected, extra.requestId), edits);
    const answer = await withProgress(extra, onProgress =>
      served.call(name, args, {
        ...context,
        onProgress,
        aside,
        ...(reviewer === undefined ? {} : { reviewer: asking(reviewer, onProgress, aside) }),
        ...(caller === '' ? {} : { caller }),
      }),
    );
    return answerResult(name, answer, kept);
  }

  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, extra) =>
    limited(extra, async () => listResources(await served.runs(), params?.cursor)),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, ({ params }) => {
    count();
    onlyPage(params?.cursor);
    return { resourceTemplates: [...TEMPLATES] };
  });
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    limited(extra, async () => {
      const { contents } = await readResource(params.uri, () => served.runs());
      return { contents };
    }),
  );
  server.setRequestHandler(ListPromptsRequestSchema, ({ params }) => {
    count();
    onlyPage(params?.cursor);
    return { prompts: listPrompts() };
  });
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    limited(extra, () => getPrompt(params.name, params.arguments ?? {}, () => served.runs())),
  );
  return server;
}

/** The same reviewer; the client is told that its call waits for a decision, and may go on with others meanwhile. */
const asking = (
  reviewer: AgentReviewer,
  onProgress: (line: string) => void,
  aside: Aside,
): AgentReviewer => ({
  review: (proposal, signal) => {
    onProgress('the change is checked and waits for a decision');
    return aside(() => reviewer.review(proposal, signal));
  },
  consent: (...asked) => aside(() => reviewer.consent(...asked)),
});
