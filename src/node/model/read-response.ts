import type { Assembler } from './assemble-reply.ts';
import { type Answerer, type PromptProgress, readCompletionEvent } from './completion-event.ts';
import { type Fault, FaultError, faultOnce, faultToRetry } from './fault.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import type { IdleTimer } from './wait.ts';

/** After the finish reason the answer is whole; usage is worth waiting for, but not longer. */
const USAGE_GRACE_MS = 2000;

export interface Reading {
  readonly assembler: Assembler;
  readonly answerer: Answerer;
  /** Started with the request; content touches it. */
  readonly idle: IdleTimer;
  readonly idleMs: number;
  /** Aborted when a finished answer's rest does not come. */
  readonly attempt: AbortController;
  readonly signal: AbortSignal;
  readonly askedForStream: boolean;
  /** Told each time the server says how far it has read the prompt. */
  readonly onProgress: (progress: PromptProgress) => void;
}

/** Feeds the response to the assembler, as a stream or at once; throws a FaultError for what cannot be read. */
export async function readResponse(
  response: Response,
  { assembler, answerer, idle, idleMs, attempt, signal, askedForStream, onProgress }: Reading,
): Promise<void> {
  const bytes = response.body;
  if (!bytes) throw new FaultError(cutOff(answerer));
  const accept = (json: string, whole: boolean): void => {
    // No one hears of text that was still on its way when the request was given up.
    signal.throwIfAborted();
    const event = readCompletionEvent(parse(json, whole, answerer), answerer);
    if (event.text !== '' || event.calls.length > 0 || event.isThinking || event.progress) idle.touch();
    if (event.progress) onProgress(event.progress);
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
