import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model endpoint on this machine that behaves as the test says. */
export interface ModelServer {
  readonly origin: string;
  /** Origin and `/v1`. */
  readonly baseUrl: string;
  /** What models were asked, in order. */
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatBody;
}

/** The parts of a chat completion request that servers look at. */
export interface ChatBody {
  readonly model?: string;
  readonly messages?: readonly { readonly role: string; readonly content?: unknown }[];
  readonly stream?: boolean;
  readonly stream_options?: unknown;
  readonly temperature?: number;
  readonly response_format?: {
    readonly type: string;
    readonly json_schema?: { readonly name: string; readonly schema: unknown; readonly strict?: boolean };
  };
  readonly tools?: readonly {
    readonly function: { readonly name: string; readonly parameters: unknown };
  }[];
  readonly tool_choice?: unknown;
}

export interface Exchange extends ReceivedRequest {
  readonly response: ServerResponse;
  /** How many requests came before this one. */
  readonly earlier: number;
}

export type Behaviour = (exchange: Exchange) => void | Promise<void>;

export async function startModelServer(
  behaviour: Behaviour,
  /** What it lists; left out: it has no such list. */
  models?: readonly (string | { readonly id: string; readonly owned_by: string })[],
): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    if (request.method === 'GET' && request.url === '/v1/models') {
      const data = models?.map(model => (typeof model === 'string' ? { id: model } : model));
      sendJson(response, data ? 200 : 404, data ? { object: 'list', data } : { error: { message: 'no' } });
      return;
    }
    void readBody(request).then(async body => {
      const received = { path: request.url ?? '', headers: request.headers, body };
      const earlier = requests.push(received) - 1;
      await behaviour({ ...received, response, earlier });
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(() => resolve()));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<ChatBody> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}

/** What a model says in one reply. */
export interface Said {
  readonly text?: string;
  readonly calls?: readonly { readonly id?: string; readonly name: string; readonly arguments: string }[];
  readonly refusal?: string;
  /** `null`: the stream ends without one. */
  readonly finish?: string | null;
  readonly usage?: {
    readonly prompt_tokens: number;
    readonly completion_tokens: number;
    readonly prompt_tokens_details?: { readonly cached_tokens: number };
    readonly prompt_cache_hit_tokens?: number;
  };
}

/** Sends what the model says as a stream or at once, as the request asks. */
export function say({ body, response }: Exchange, said: Said): void {
  if (body.stream === true) streamEvents(response, eventsOf(said));
  else sendJson(response, 200, completionOf(said));
}

/** An answer in the form that the request asks for: the arguments of the submit tool, or the content. */
export function answer(exchange: Exchange, text: string, usage?: Said['usage']): void {
  const submit = exchange.body.tools?.find(tool => tool.function.name.startsWith('submit_'));
  const counted = usage ? { usage } : {};
  if (submit) {
    const call = { id: 'call_submit', name: submit.function.name, arguments: text };
    say(exchange, { calls: [call], finish: 'tool_calls', ...counted });
  } else {
    say(exchange, { text, ...counted });
  }
}

/** An error in the shape that OpenAI gives it. */
export function refuse(
  { response }: Exchange,
  status: number,
  error: { readonly message?: string; readonly code?: string | number; readonly param?: string } = {},
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, { error: { message: 'no', type: 'error', ...error } }, headers);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

export const PLAIN = { 'content-type': 'application/json' };
export const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

export function streamEvents(response: ServerResponse, events: readonly unknown[]): void {
  response.writeHead(200, STREAM);
  for (const event of events) response.write(asEvent(event));
  response.end('data: [DONE]\n\n');
}

export const asEvent = (event: unknown): string => `data: ${JSON.stringify(event)}\n\n`;

export function chunk(delta: Readonly<Record<string, unknown>>, finish: string | null = null) {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'test-model',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

/** A stream as OpenAI sends it: role, pieces, finish reason, then usage without choices. */
export function eventsOf({ text = '', calls = [], refusal, finish = 'stop', usage }: Said): unknown[] {
  const events: unknown[] = [chunk({ role: 'assistant', content: '' })];
  for (let at = 0; at < text.length; at += 7) events.push(chunk({ content: text.slice(at, at + 7) }));
  if (refusal !== undefined) events.push(chunk({ refusal }));
  for (const [index, call] of calls.entries()) {
    const { id = `call_${index}`, name } = call;
    const opened = { index, id, type: 'function', function: { name, arguments: '' } };
    events.push(chunk({ tool_calls: [opened] }));
    for (let at = 0; at < call.arguments.length; at += 7) {
      const piece = { index, function: { arguments: call.arguments.slice(at, at + 7) } };
      events.push(chunk({ tool_calls: [piece] }));
    }
  }
  if (finish !== null) events.push(chunk({}, finish));
  if (usage) events.push({ ...chunk({}), choices: [], usage });
  return events;
}

export function completionOf({ text, calls = [], refusal, finish = 'stop', usage }: Said) {
  const toolCalls = calls.map(({ id, name, arguments: given }, index) => ({
    id: id ?? `call_${index}`,
    type: 'function',
    function: { name, arguments: given },
  }));
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'test-model',
    choices: [
      {
        index: 0,
        finish_reason: finish,
        message: {
          role: 'assistant',
          content: text ?? null,
          ...(refusal === undefined ? {} : { refusal }),
          ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
        },
      },
    ],
    ...(usage ? { usage } : {}),
  };
}
