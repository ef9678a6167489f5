import type { BoundKey, Endpoint } from './endpoint.ts';
import { FaultError, faultOnce, faultToRetry } from './fault.ts';
import { type HttpRefusal, readErrorBody, readRetryAfter } from './http-fault.ts';

/** Thrown for a status that is not a success, so that the caller sees the endpoint's own words. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly refusal: HttpRefusal;
  constructor(refusal: HttpRefusal) {
    super(`status ${refusal.status}`);
    this.refusal = refusal;
  }
}

const LONGEST_ERROR_BODY = 256 * 1024;

export interface Guards {
  readonly endpoint: Endpoint;
  readonly apiKey: BoundKey | undefined;
  /** Bytes of a response after decompression. */
  readonly maxBytes: number;
}

/**
 * The only way out to a model endpoint. It sends the key itself, to its own origin and no other; follows no
 * redirect; sends no header that someone else chose (the openai package takes some from the environment);
 * and lets through only a JSON or event-stream body of bounded size. Everything else is thrown.
 */
export function guardedFetch({ endpoint, apiKey, maxBytes }: Guards): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== endpoint.origin) {
      throw new FaultError(
        faultOnce('client', `A request to ${url.origin} was stopped: not ${endpoint.origin}`),
      );
    }
    const response = await globalThis.fetch(url, {
      method: init.method ?? 'POST',
      headers: headersFor(endpoint, apiKey),
      body: init.body ?? null,
      signal: init.signal ?? null,
      // "manual" hands us the redirect unfollowed, so that the sentence can say where it leads.
      redirect: 'manual',
      credentials: 'omit',
    });
    refuseRedirect(response, endpoint);
    if (!response.ok) throw new RefusedError(await readRefusal(response));
    refuseContentType(response, endpoint);
    return new Response(limited(response.body, maxBytes, endpoint.host), {
      status: response.status,
      headers: response.headers,
    });
  };
}

function headersFor(endpoint: Endpoint, apiKey: BoundKey | undefined): Record<string, string> {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'user-agent': 'work-order',
  };
  if (!apiKey || apiKey.origin !== endpoint.origin) return headers;
  return endpoint.kind === 'azure'
    ? { ...headers, 'api-key': apiKey.key }
    : { ...headers, authorization: `Bearer ${apiKey.key}` };
}

function refuseRedirect(response: Response, { host, url }: Endpoint): void {
  const isRedirect = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
  if (!isRedirect) return;
  void response.body?.cancel().catch(() => undefined);
  const location = response.headers.get('location');
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
  const where = target ? ` to ${target.origin}${target.pathname}` : '';
  throw new FaultError(
    faultOnce(
      'redirected',
      `${host} redirects${where}; redirects are not followed, so that neither the prompt nor the key goes elsewhere. Enter the final base URL`,
    ),
  );
}

async function readRefusal(response: Response): Promise<HttpRefusal> {
  const body = await readStart(response.body, LONGEST_ERROR_BODY);
  const retryAfterMs = readRetryAfter(name => response.headers.get(name));
  return {
    status: response.status,
    error: readErrorBody(body),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** The first bytes of a body that may be endless or break; the status counts, the words only help. */
async function readStart(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      bytes += chunk.byteLength;
      if (bytes > maxBytes) break;
    }
  } catch {
    // What arrived before the connection broke has to do.
  }
  return text.slice(0, maxBytes);
}

function refuseContentType(response: Response, { host }: Endpoint): void {
  const type = response.headers.get('content-type');
  // Some small servers send none; the reader then finds out whether it is JSON or events.
  if (type === null || /^\s*(application\/json|text\/event-stream)\s*(;|$)/i.test(type)) return;
  void response.body?.cancel().catch(() => undefined);
  throw new FaultError(
    faultToRetry(
      'wrong_content_type',
      `${host} answered with ${type.split(';')[0]?.trim().slice(0, 60)} instead of JSON or an event stream; is the base URL that of a model API, and is there a proxy or login page in between?`,
    ),
  );
}

function limited(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  host: string,
): ReadableStream<Uint8Array> | null {
  if (!body) return null;
  let bytes = 0;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes <= maxBytes) return controller.enqueue(chunk);
        throw new FaultError(
          faultOnce(
            'too_large',
            `${host} sent more than ${describeBytes(maxBytes)}; the answer was given up`,
          ),
        );
      },
    }),
  );
}

const describeBytes = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${Math.round(bytes / 1024 / 1024)} MB` : `${Math.round(bytes / 1024)} KB`;
