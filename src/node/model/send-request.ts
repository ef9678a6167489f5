import type { ModelReply, ModelRequest, ModelUsage } from '../../core/ports/model.ts';
import { createAssembler } from './assemble-reply.ts';
import type { Capabilities, SentFeatures } from './capabilities.ts';
import type { Answerer, PromptProgress } from './completion-event.ts';
import type { BoundKey, Endpoint } from './endpoint.ts';
import { explainFailure, type Failure } from './explain-failure.ts';
import { FaultError, faultToRetry } from './fault.ts';
import { guardedFetch } from './guarded-fetch.ts';
import { guardKey } from './key-guard.ts';
import { readResponse } from './read-response.ts';
import { createRequestBody } from './request-body.ts';
import { orAborted, startIdleTimer, watchForSleep } from './wait.ts';

export interface Connection {
  readonly endpoint: Endpoint;
  readonly apiKey: BoundKey | undefined;
  readonly model: string;
  /** Milliseconds without any content, from the request to the end. */
  readonly idleMs: number;
  readonly maxBytes: number;
  readonly maxCharacters: number;
  /** The longest answer the endpoint is asked for, in tokens. */
  readonly maxTokens?: number | undefined;
}

/** Seconds between two sentences about the prompt that is being read; each is a line of the journal. */
const PROGRESS_EVERY_MS = 10_000;

/** What one HTTP request came to, and what of the request a refusal may be about. */
export type Sent = { readonly features: SentFeatures } & (
  | { readonly kind: 'reply'; readonly reply: ModelReply }
  | Failure
);

/**
 * One request, one answer. Rejects only with `signal.reason`, at once when the signal is aborted, whatever
 * the network does.
 */
export async function sendRequest(
  connection: Connection,
  request: ModelRequest,
  capabilities: Capabilities,
  signal: AbortSignal,
  /** Told what was sent and answered without a whole answer that could be used, and what of it had come. */
  onLost: (usage: ModelUsage, written: string) => void,
): Promise<Sent> {
  const { endpoint, model, idleMs, maxTokens } = connection;
  const answerer: Answerer = { host: endpoint.host, model };
  const { body, submitTool, features } = createRequestBody(request, model, capabilities, maxTokens);
  const guard = guardKey(request, connection.apiKey ? [connection.apiKey.key] : [], endpoint.host);
  const assembler = createAssembler({
    request: guard.request,
    answerer,
    submitTool,
    maxCharacters: connection.maxCharacters,
    maxTokens,
  });
  const attempt = new AbortController();
  const idle = startIdleTimer(idleMs, () => attempt.abort(stalled(answerer, idleMs)));
  const endWatch = watchForSleep(ms => attempt.abort(slept(answerer, ms)));
  const either = AbortSignal.any([signal, attempt.signal]);
  let isAccepted = false;
  const exchange = async (): Promise<void> => {
    const response = await post(connection, body, either);
    isAccepted = true;
    await readResponse(response, {
      assembler,
      answerer,
      idle,
      idleMs,
      attempt,
      signal: either,
      askedForStream: capabilities.streaming !== 'no',
      onProgress: tellProgress(answerer, request.onWaiting),
    });
  };
  try {
    await orAborted(exchange(), either).catch((error: unknown) => {
      // The answer is whole and only usage was still awaited.
      if (!assembler.isFinished() || signal.aborted || !attempt.signal.aborted) throw error;
    });
    const reply = assembler.reply();
    guard.release(reply);
    return { kind: 'reply', reply, features };
  } catch (error) {
    const failure = explainFailure(error, answerer);
    // A server that was silent until it was given up has had the prompt all the same.
    if (isAccepted || signal.aborted || isStall(failure)) onLost(assembler.usage(), assembler.written());
    if (signal.aborted) throw signal.reason;
    assembler.discard();
    return { ...failure, features };
  } finally {
    idle.stop();
    endWatch();
    // Closes the connection, also when the rest of a finished answer was not read.
    attempt.abort();
  }
}

const isStall = (failure: Failure): boolean => failure.kind === 'fault' && failure.fault.code === 'stalled';

/** Says now and then how far the prompt is read. */
function tellProgress({ host, model }: Answerer, say: ModelRequest['onWaiting']) {
  let last = performance.now();
  return ({ read, total }: PromptProgress): void => {
    const now = performance.now();
    if (read >= total || now - last < PROGRESS_EVERY_MS) return;
    last = now;
    say?.(`${model} at ${host} has read ${read} of ${total} tokens of the prompt`);
  };
}

const stalled = ({ host, model }: Answerer, idleMs: number): FaultError =>
  new FaultError(
    faultToRetry(
      'stalled',
      `${model} at ${host} sent nothing for ${Math.max(1, Math.round(idleMs / 1000))} s`,
    ),
  );

const slept = ({ host, model }: Answerer, ms: number): FaultError =>
  new FaultError(
    faultToRetry(
      'cut_off',
      `The machine slept for ${Math.round(ms / 1000)} s while ${model} at ${host} answered`,
    ),
  );

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
    // Another extension in the same host may have defined a window; the package would then refuse to start.
    dangerouslyAllowBrowser: true,
  });
  return client.post('/chat/completions', { body, signal }).asResponse();
}
