import { isObject } from '../../core/kernel/is-object.ts';
import { type Fault, type FaultCode, faultOnce, faultToRetry } from './fault.ts';
import { withoutMarkup } from './without-markup.ts';

/** What an endpoint said in an error body, whatever its shape. */
export interface EndpointError {
  readonly message: string;
  /** Lower case; empty when there is none. */
  readonly code: string;
}

/** An answer with a status that is not a success. */
export interface HttpRefusal {
  readonly status: number;
  readonly error: EndpointError;
  readonly retryAfterMs?: number;
}

const LONGEST_MESSAGE = 400;

/** `{error:{message,code}}`, `{error:"…"}`, `{message}`, `{detail:"…"}`, `{detail:[{loc,msg}]}`, HTML or text. */
export function readErrorBody(body: string): EndpointError {
  const value = parseJson(body);
  if (value === undefined) return { message: shorten(withoutMarkup(body)), code: '' };
  return readErrorValue(value);
}

/** `depth` bounds how far a hostile body leads us into itself. */
export function readErrorValue(value: unknown, depth = 4): EndpointError {
  if (depth === 0) return { message: '', code: '' };
  if (Array.isArray(value)) return readErrorValue(value[0], depth - 1);
  if (!isObject(value)) return { message: typeof value === 'string' ? shorten(value) : '', code: '' };
  const inner = value['error'];
  if (isObject(inner)) return readErrorValue(inner, depth - 1);
  const message = typeof inner === 'string' ? inner : (value['message'] ?? value['detail'] ?? '');
  const code = value['code'] ?? value['type'] ?? '';
  return {
    message: shorten([messageText(message), namedParameter(value), upstreamText(value)].join('')),
    code: typeof code === 'string' || typeof code === 'number' ? String(code).toLowerCase() : '',
  };
}

/** The table of docs/models.md: what each status means, and whether asking again can help. */
export function faultOfRefusal(refusal: HttpRefusal, host: string, model: string): Fault {
  const { status, error } = refusal;
  const said = error.message === '' ? '' : `: ${error.message}`;
  const fault = (code: FaultCode, sentence: string): Fault => faultOnce(code, `${sentence}${said}`);
  const again = (code: FaultCode, sentence: string): Fault => ({
    ...faultToRetry(code, `${sentence}${said}`),
    ...(refusal.retryAfterMs === undefined ? {} : { retryAfterMs: refusal.retryAfterMs }),
  });

  if (isQuota(status, error)) {
    return fault('insufficient_quota', `${host} says the quota or credit is used up (${status}); add credit`);
  }
  if (isContextOverflow(status, error)) {
    return fault(
      'context_overflow',
      `The request is longer than ${model} at ${host} can read (${status}); narrow the scope or choose a model with a longer context`,
    );
  }
  if (isContentFilter(error)) {
    return fault('content_filter', `The content filter of ${host} refused the request (${status})`);
  }
  switch (isUnknownModel(status, error) ? 404 : status) {
    case 401:
      return fault('unauthorized', `${host} did not accept the API key (401); set the key for this endpoint`);
    case 403:
      return fault('forbidden', `${host} does not allow this key to use ${model} (403)`);
    case 404:
      return fault(
        'not_found',
        `${host} has no model ${model}, or the base URL is wrong (${status}); most base URLs end in /v1`,
      );
    case 408:
      return again('timeout', `${host} gave up waiting (408)`);
    case 409:
      return again('conflict', `${host} reports a conflict (409)`);
    case 429:
      return again('rate_limited', `${host} limits the rate (429)`);
    case 503:
      // llama.cpp's words, and what others say while they read a model into memory.
      if (/\bloading\b.{0,40}\bmodel\b|\bmodel\b.{0,80}\bloading\b/i.test(error.message))
        return { ...again('server_error', `${host} is still loading the model (503)`), isLoading: true };
      return again('server_error', `${host} failed (503)`);
    default:
      if (status >= 500) return again('server_error', `${host} failed (${status})`);
      return fault('bad_request', `${host} did not accept the request (${status})`);
  }
}

/** Seconds or a date (`retry-after`), or milliseconds (`retry-after-ms`); `undefined` when there is none. */
export function readRetryAfter(
  header: (name: string) => string | null,
  now = Date.now(),
): number | undefined {
  const milliseconds = positiveNumber(header('retry-after-ms'));
  if (milliseconds !== undefined) return milliseconds;
  const value = header('retry-after');
  const seconds = positiveNumber(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = value === null ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const positiveNumber = (text: string | null): number | undefined =>
  text !== null && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;

const isQuota = (status: number, { code, message }: EndpointError): boolean =>
  status === 402 ||
  /insufficient_(quota|balance|credits)|billing/.test(code) ||
  (status === 429 && /exceeded your current quota|insufficient (quota|balance|credits)/i.test(message));

const isContextOverflow = (status: number, { code, message }: EndpointError): boolean =>
  status === 413 ||
  /context_length|exceed_context/.test(code) ||
  (status < 500 &&
    status !== 429 &&
    /context (length|window|size)|maximum context|too many (input )?tokens|prompt is too long/i.test(
      message,
    ));

/** LiteLLM and others say so with 400. */
const isUnknownModel = (status: number, { code, message }: EndpointError): boolean =>
  status === 400 &&
  (/model_not_found|invalid_model/.test(code) ||
    /invalid model( name)?\b|model .{0,80}(not found|does not exist)/i.test(message));

const isContentFilter = ({ code, message }: EndpointError): boolean =>
  /content_filter|content_policy|responsibleai/.test(code) || /content management policy/i.test(message);

function messageText(message: unknown): string {
  if (typeof message === 'string') return message;
  if (!Array.isArray(message)) return '';
  // FastAPI's list of faults: the place and what is wrong, without the echoed input.
  return message
    .slice(0, 8)
    .filter(isObject)
    .map(({ loc, msg }) => `${Array.isArray(loc) ? loc.filter(isStep).join('.') : ''}: ${textOf(msg)}`)
    .join('; ');
}

const isStep = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function namedParameter(value: Readonly<Record<string, unknown>>): string {
  const parameter = value['param'];
  return typeof parameter === 'string' && parameter !== '' ? ` (${parameter})` : '';
}

/** OpenRouter puts the words of the provider behind it into metadata.raw. */
function upstreamText(value: Readonly<Record<string, unknown>>): string {
  const metadata = value['metadata'];
  const raw = isObject(metadata) ? metadata['raw'] : undefined;
  return typeof raw === 'string' && raw !== '' ? ` (${readErrorBody(raw).message})` : '';
}

const shorten = (text: string): string => {
  // Some servers (pydantic) repeat the whole request after their words.
  const line = text
    .replace(/,? ?['"]input['"] ?:[\s\S]*/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST_MESSAGE ? `${line.slice(0, LONGEST_MESSAGE)}…` : line;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
