import type { ModelReply, ModelRequest } from '../../core/ports/model.ts';
import { type Assembler, createAssembler } from './assemble-reply.ts';
import type { Capabilities } from './capabilities.ts';
import { type Answerer, readCompletionEvent } from './completion-event.ts';
import type { BoundKey, Endpoint } from './endpoint.ts';
import { type Fault, FaultError, faultOnce, faultToRetry } from './fault.ts';
import { guardedFetch, RefusedError } from './guarded-fetch.ts';
import type { HttpRefusal } from './http-fault.ts';
import { createRequestBody } from './request-body.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import { type IdleTimer, orAborted, startIdleTimer } from './wait.ts';

export interface Connection {
  readonly endpoint: Endpoint;
  readonly apiKey: BoundKey | undefined;
  readonly model: string;
  /** Milliseconds without any content, from the request to the end. */
  readonly idleMs: number;
  readonly maxBytes: number;
  readonly maxCharacters: number;
}

/** What one HTTP request came to. */
export type Sent =
  | { readonly kind: 'reply'; readonly reply: ModelReply }
  | { readonly kind: 'refused'; readonly refusal: HttpRefusal }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** After the finish reason the answer is whole; usage is worth waiting for, but not longer. */
const USAGE_GRACE_MS = 2000;

/**
 * One request, one answer. Rejects only with `signal.reason`, at once when the signal is aborted, whatever
 * the network does.
 */
export async function sendRequest(
  connection: Connection,
  request: ModelRequest,
  capabilities: Capabilities,
  signal: AbortSignal,
): Promise<Sent> {
  const { endpoint, model, idleMs } = connection;
  const answerer: Answerer = { host: endpoint.host, model };
  const { body, submitTool } = createRequestBody(request, model, capabilities);
  const assembler = createAssembler({
    request,
    answerer,
    submitTool,
    maxCharacters: connection.maxCharacters,
  });
  const attempt = new AbortController();
  const idle = startIdleTimer(idleMs, () => attempt.abort(stalled(answerer, idleMs)));
  const either = AbortSignal.any([signal, attempt.signal]);
  const exchange = async (): Promise<void> => {
    const response = await post(connection, body, either);
    await readResponse(response, {
      assembler,
      answerer,
      idle,
      idleMs,
      attempt,
      signal: either,
      askedForStream: capabilities.streaming !== 'no',
    });
  };
  try {
    await orAborted(exchange(), either).catch((error: unknown) => {
      // The answer is whole and only usage was still awaited.
      if (!assembler.isFinished() || signal.aborted || !attempt.signal.aborted) throw error;
    });
    return { kind: 'reply', reply: assembler.reply() };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    assembler.discard();
    return explain(error, answerer);
  } finally {
    idle.stop();
    // Closes the connection, also when the rest of a finished answer was not read.
    attempt.abort();
  }
}

/** Loaded on first use: the package takes longer to load than all the rest of this product. */
async function post(
  connection: Connection,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<Response> {
  const { OpenAI } = await import('openai');
  const { endpoint } = connection;
  // Everything it would otherwise take from OPENAI_* variables is given here; the key is added by the fetch.
  const client = new OpenAI({
    apiKey: 'given-to-the-fetch',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: endpoint.url,
    defaultQuery: { ...endpoint.query },
    maxRetries: 0,
    // Our own signal decides; Node's timers hold at most 31 bits.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    fetch: guardedFetch(connection),
    // The extension host of VS Code has some of a browser's globals.
    dangerouslyAllowBrowser: true,
  });
  return client.post('/chat/completions', { body, signal }).asResponse();
}

interface Reading {
  readonly assembler: Assembler;
  readonly answerer: Answerer;
  readonly idle: IdleTimer;
  readonly idleMs: number;
  readonly attempt: AbortController;
  readonly signal: AbortSignal;
  readonly askedForStream: boolean;
}

async function readResponse(
  response: Response,
  { assembler, answerer, idle, idleMs, attempt, signal, askedForStream }: Reading,
): Promise<void> {
  const bytes = response.body;
  if (!bytes) throw new FaultError(cutOff(answerer));
  const accept = (json: string, whole: boolean): void => {
    // Nobody hears of text that was still on its way when the request was given up.
    signal.throwIfAborted();
    const event = readCompletionEvent(parse(json, whole, answerer), answerer);
    if (event.text !== '' || event.calls.length > 0 || event.isThinking) idle.touch();
    assembler.accept(event);
  };

  if (isPlain(response, askedForStream)) {
    const json = await readWhole(bytes, answerer, idle);
    accept(json, !breaksOff(json));
    return;
  }
  let grace: NodeJS.Timeout | undefined;
  try {
    for await (const { data, whole } of readServerSentEvents(bytes)) {
      if (data === '[DONE]') break;
      accept(data, whole);
      if (!assembler.isFinished()) continue;
      idle.stop();
      grace ??= setTimeout(() => attempt.abort(), Math.min(USAGE_GRACE_MS, idleMs));
    }
  } catch (error) {
    if (!assembler.isFinished()) throw asInvalidText(error, answerer);
    // The answer was whole; only what follows it broke. A fault in what did follow is one all the same.
    if (error instanceof FaultError) throw error;
  } finally {
    clearTimeout(grace);
  }
}

/** By its content type; without one, by what was asked for. */
function isPlain(response: Response, askedForStream: boolean): boolean {
  const type = response.headers.get('content-type');
  return type === null ? !askedForStream : /application\/json/i.test(type);
}

async function readWhole(
  bytes: ReadableStream<Uint8Array>,
  answerer: Answerer,
  idle: IdleTimer,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces: string[] = [];
  try {
    for await (const chunk of bytes) {
      const piece = decoder.decode(chunk, { stream: true });
      // White space is how some servers keep a connection open; it is no content.
      if (/\S/.test(piece)) idle.touch();
      pieces.push(piece);
    }
  } catch (error) {
    throw asInvalidText(error, answerer);
  }
  return pieces.join('');
}

function parse(json: string, whole: boolean, answerer: Answerer): unknown {
  try {
    return JSON.parse(json);
  } catch {
    if (!whole) throw new FaultError(cutOff(answerer));
    throw new FaultError(
      faultToRetry(
        'invalid_response',
        `${answerer.host} sent something that is not JSON where JSON belongs; is there a proxy in between?`,
      ),
    );
  }
}

/** Whether the text could have gone on to be JSON. */
function breaksOff(json: string): boolean {
  try {
    JSON.parse(json);
    return false;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /position (\d+)/.exec(message)?.[1];
    return /end of JSON|Unterminated/.test(message) || Number(position) >= json.length;
  }
}

const asInvalidText = (error: unknown, { host }: Answerer): unknown =>
  error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
    ? new FaultError(faultOnce('invalid_response', `${host} sent text that is not valid UTF-8`))
    : error;

const cutOff = ({ host, model }: Answerer): Fault =>
  faultToRetry('cut_off', `${host} ended the answer of ${model} before it was finished`);

const stalled = ({ host, model }: Answerer, idleMs: number): FaultError =>
  new FaultError(
    faultToRetry(
      'stalled',
      `${model} at ${host} sent nothing for ${Math.max(1, Math.round(idleMs / 1000))} s`,
    ),
  );

/** Finds our own error inside those that fetch and the openai package wrap around it. */
function explain(error: unknown, { host }: Answerer): Sent {
  const causes = causesOf(error);
  for (const cause of causes) {
    if (cause instanceof RefusedError) return { kind: 'refused', refusal: cause.refusal };
    if (cause instanceof FaultError) return { kind: 'fault', fault: cause.fault };
  }
  const code = causes.map(codeOf).findLast(found => found !== undefined);
  const because = code ?? causes.at(-1)?.message ?? String(error);
  if (code !== undefined && /CERT|SIGNATURE|SELF_SIGNED|ALTNAME/.test(code)) {
    return fault(faultOnce('unreachable', `The certificate of ${host} is not trusted (${code})`));
  }
  if (!isNetworkError(causes)) {
    return fault(faultOnce('client', `The request to ${host} could not be made: ${because}`));
  }
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code === 'EPIPE') {
    return fault(
      faultToRetry('cut_off', `${host} closed the connection before the answer was finished (${code})`),
    );
  }
  if (code !== undefined && /^(Z_|HPE_|UND_ERR_HEADERS_OVERFLOW)/.test(code)) {
    return fault(faultToRetry('invalid_response', `${host} sent a damaged response (${code})`));
  }
  return fault(
    faultToRetry(
      'unreachable',
      `${host} cannot be reached (${because}); is the server running and the base URL right?`,
    ),
  );
}

const fault = (found: Fault): Sent => ({ kind: 'fault', fault: found });

function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 8; cause = cause.cause) {
    causes.push(cause);
    if (cause instanceof AggregateError && cause.errors[0] instanceof Error) causes.push(cause.errors[0]);
  }
  return causes;
}

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** undici says "fetch failed" or "terminated"; everything else that throws is not the network. */
const isNetworkError = (causes: readonly Error[]): boolean =>
  causes.some(
    cause =>
      (cause instanceof TypeError && /fetch failed|terminated|network/i.test(cause.message)) ||
      /^(E[A-Z]+|UND_ERR_\w+|ERR_TLS\w*|ERR_SSL\w*|HPE_\w+|Z_\w+)$/.test(codeOf(cause) ?? ''),
  );
