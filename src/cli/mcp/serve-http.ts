import { randomUUID } from 'node:crypto';
import {
  createServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { MAX_MESSAGE_BYTES } from '../limited-messages.ts';
import { MessageCheck, noteAnswers, readJson } from './check-message.ts';
import { HOST, METHODS, refusalOf } from './http-guard.ts';
import type { Serve } from './served.ts';
import { openSession } from './session.ts';

const PATH = '/mcp';
const SESSION = 'mcp-session-id';
/** A session that was silent for so long, with no call at work, makes room for another. */
const IDLE_MS = 10 * 60_000;
/** A request that is not here whole by then is given up. */
const REQUEST_MS = 60_000;

export interface HttpOptions {
  /** 0: any that is free. */
  readonly port: number;
  readonly token: string;
  /** Clients at the same time. */
  readonly mostSessions: number;
  /** Told once it listens. */
  readonly onListening: (url: string) => void;
  /** Milliseconds; left out: the clock of this machine. */
  readonly now?: () => number;
}

interface Session {
  readonly check: MessageCheck;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly end: () => Promise<void>;
  usedAt: number;
  /** Calls that wait for their answer; a person may be deciding. */
  atWork: number;
}

/** Clients over streamable HTTP on this machine alone; resolves when the signal is aborted. Rejects when it cannot listen. */
export async function serveHttp(serve: Serve, options: HttpOptions, signal: AbortSignal): Promise<void> {
  const sessions = new Map<string, Session>();
  const { now = Date.now } = options;
  /** Greetings that are not here whole yet count, too. */
  let greeting = 0;
  let port = options.port;
  const http = createServer({ requestTimeout: REQUEST_MS }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      if (response.headersSent) response.destroy();
      else refuse(response, 500, reason);
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(request, { port, token: options.token });
    if (refusal !== undefined) return refuse(response, refusal.status, refusal.reason);
    const [pathname = ''] = (request.url ?? '').split('?', 1);
    if (pathname !== PATH) return refuse(response, 404, `there is nothing at ${pathname}; use ${PATH}`);
    const id = request.headers[SESSION];
    if (typeof id === 'string') {
      const session = sessions.get(id);
      if (session === undefined) return refuse(response, 404, 'this session has ended; connect again');
      return answerIn(session, request, response);
    }
    let session: Session | undefined;
    greeting++;
    try {
      if (!(await hasRoom())) {
        const most = `${options.mostSessions} clients are connected, which is the most; end one of them`;
        return refuse(response, 503, most);
      }
      session = await newSession();
      await answerIn(session, request, response);
    } finally {
      greeting--;
      // A first request that was no greeting began no session.
      if (session !== undefined && session.transport.sessionId === undefined) await session.end();
    }
  }

  async function answerIn(session: Session, request: IncomingMessage, response: ServerResponse) {
    session.usedAt = now();
    if (request.method === 'POST') {
      session.atWork++;
      response.once('close', () => {
        session.atWork--;
        session.usedAt = now();
      });
    }
    const posted = await readPosted(request);
    if (posted === 'too long')
      return refuse(response, 413, `the message is longer than ${MAX_MESSAGE_BYTES} bytes`);
    if (posted === 'no json') return refuse(response, 400, 'the message is not JSON', ErrorCode.ParseError);
    const untaken = posted && session.check.refusal(posted.message);
    if (untaken === 'ignored') {
      response.writeHead(202).end();
      return;
    }
    // What is wrong with the arguments of a request is its answer; anything else is wrong with the sending.
    if (untaken)
      return refuse(
        response,
        untaken.code === ErrorCode.InvalidParams ? 200 : 400,
        untaken.message,
        untaken.code,
        untaken.id,
      );
    const options = posted && { parsedBody: posted.message };
    const answered = await session.transport.handleRequest(asWebRequest(request), options);
    // It did not begin: its id is free again.
    if (posted && answered.status >= 400) session.check.untake(posted.message);
    await send(answered, response);
  }

  async function hasRoom(): Promise<boolean> {
    if (sessions.size + greeting <= options.mostSessions) return true;
    const [oldest] = [...sessions.values()]
      .filter(({ atWork }) => atWork === 0)
      .sort((a, b) => a.usedAt - b.usedAt);
    if (oldest === undefined || now() - oldest.usedAt < IDLE_MS) return false;
    await oldest.end();
    return sessions.size + greeting <= options.mostSessions;
  }

  async function newSession(): Promise<Session> {
    const ending = new AbortController();
    const server = openSession(serve, AbortSignal.any([signal, ending.signal]));
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: MAX_MESSAGE_BYTES,
      onsessioninitialized: id => void sessions.set(id, session),
    });
    const check = new MessageCheck();
    noteAnswers(transport, check);
    const session: Session = {
      check,
      transport,
      usedAt: now(),
      atWork: 0,
      end: () => server.close(),
    };
    server.onclose = () => {
      ending.abort();
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    return session;
  }

  port = await listen(http, options.port);
  options.onListening(`http://${HOST}:${port}${PATH}`);
  await new Promise<void>(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.all([...sessions.values()].map(session => session.end()));
  http.closeAllConnections();
  await new Promise<void>(resolve => http.close(() => resolve()));
}

function listen(http: HttpServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen({ host: HOST, port, exclusive: true }, () => resolve((http.address() as AddressInfo).port));
  });
}

/** A message that was posted as JSON; left out: there is none, or the protocol refuses the kind of its content. */
async function readPosted(
  request: IncomingMessage,
): Promise<{ readonly message: unknown } | 'too long' | 'no json' | undefined> {
  const kind = request.headers['content-type'] ?? '';
  if (request.method !== 'POST' || !/^application\/json *(?:;|$)/i.test(kind)) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_MESSAGE_BYTES) return 'too long';
    chunks.push(chunk);
  }
  const read = readJson(Buffer.concat(chunks));
  return read ? { message: read.value } : 'no json';
}

function asWebRequest(request: IncomingMessage): Request {
  const { method = 'GET' } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value);
  const hasBody = method !== 'GET' && method !== 'HEAD' && !request.readableEnded;
  const body = hasBody ? (Readable.toWeb(request) as unknown as ReadableStream) : null;
  return new Request(`http://${HOST}${PATH}`, {
    method,
    headers,
    ...(body === null ? {} : { body, duplex: 'half' as const }),
  });
}

async function send(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, Object.fromEntries(from.headers));
  if (from.body === null) {
    to.end();
    return;
  }
  to.flushHeaders();
  const body = Readable.fromWeb(from.body as WebStream);
  to.once('close', () => body.destroy());
  // A client that has gone reads nothing more.
  body.once('error', () => to.destroy());
  body.pipe(to);
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  code = -32000,
  id: RequestId | null = null,
): void {
  const headers = {
    'content-type': 'application/json',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(status === 405 ? { allow: METHODS.join(', ') } : {}),
    connection: 'close',
  };
  response.writeHead(status, headers);
  response.end(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
}
