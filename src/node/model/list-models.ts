import { nearestNames } from '../../core/kernel/nearest-names.ts';
import { redact } from '../../core/kernel/redact.ts';
import type { EndpointFact } from '../../core/workorder/preflight.ts';
import { type BoundKey, type Endpoint, parseEndpoint } from './endpoint.ts';
import { explainFailure } from './explain-failure.ts';
import { guardedFetch } from './guarded-fetch.ts';

/** What an endpoint answers to the question for its models, which costs nothing. */
export type ModelList =
  | { readonly kind: 'list'; readonly models: readonly string[]; readonly owners: readonly string[] }
  /** It has no such list, or gave none in time: its models may work all the same. */
  | {
      readonly kind: 'no list';
      readonly reason: string /** It may have one later (5xx). */;
      readonly notNow?: true;
    }
  | { readonly kind: 'unreachable' | 'key refused'; readonly reason: string };

export interface ListRequest {
  readonly baseUrl: string;
  readonly apiKey?: BoundKey | undefined;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 5000;
const MOST_BYTES = 8 * 1024 * 1024;
const LONGEST_NAME = 200;

/** Asks for the list within a few seconds; never rejects but for a cancelled request. */
export async function listModels(request: ListRequest): Promise<ModelList> {
  const parsed = parseEndpoint(request.baseUrl);
  if (!parsed.ok) return { kind: 'unreachable', reason: parsed.error };
  const endpoint = parsed.value;
  const secrets = request.apiKey ? [request.apiKey.key] : [];
  const clean = (list: ModelList): ModelList =>
    'reason' in list ? { ...list, reason: redact(list.reason, secrets) } : list;
  if (endpoint.kind === 'azure') return { kind: 'no list', reason: `${endpoint.host} lists no deployments` };
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), request.timeoutMs ?? TIMEOUT_MS);
  try {
    return clean(await ask(endpoint, request, AbortSignal.any([request.signal, limit.signal])));
  } catch (error) {
    request.signal.throwIfAborted();
    if (limit.signal.aborted)
      return { kind: 'no list', reason: `${endpoint.host} did not answer within a few seconds` };
    return clean(readFailure(error, endpoint));
  } finally {
    clearTimeout(timer);
  }
}

async function ask(endpoint: Endpoint, { apiKey }: ListRequest, signal: AbortSignal): Promise<ModelList> {
  const url = new URL(`${endpoint.url}/models`);
  for (const [name, value] of Object.entries(endpoint.query)) url.searchParams.set(name, value);
  const get = guardedFetch({ endpoint, apiKey, maxBytes: MOST_BYTES });
  const entries = entriesOf(await (await get(url, { method: 'GET', signal })).json());
  const models = textsOf(entries, ['id', 'name']);
  return models.length > 0
    ? { kind: 'list', models, owners: textsOf(entries, ['owned_by']) }
    : { kind: 'no list', reason: `${endpoint.host} lists no models` };
}

/** `{data: [{id}]}` as OpenAI has it, or `{models: [{name}]}`. */
function entriesOf(body: unknown): readonly unknown[] {
  const { data, models } = (body ?? {}) as { readonly data?: unknown; readonly models?: unknown };
  return Array.isArray(data) ? data : Array.isArray(models) ? models : [];
}

/** Of each entry the first of these members that it has, each text once. */
function textsOf(entries: readonly unknown[], members: readonly string[]): readonly string[] {
  const texts = entries.flatMap(entry => {
    const values = (entry ?? {}) as Readonly<Record<string, unknown>>;
    const found = members.map(member => values[member]).find(value => value !== undefined);
    return typeof found === 'string' && found !== '' && found.length <= LONGEST_NAME ? [found] : [];
  });
  return [...new Set(texts)].sort();
}

function readFailure(error: unknown, { host }: Endpoint): ModelList {
  const failure = explainFailure(error, { host, model: 'the list of models' });
  if (failure.kind === 'fault') {
    const { code, reason } = failure.fault;
    return { kind: code === 'unreachable' ? 'unreachable' : 'no list', reason };
  }
  const { status, error: said } = failure.refusal;
  // Keys can be allowed to ask models and not to list them.
  const isRestricted = /scope|permission/i.test(said.message);
  return status === 401 && !isRestricted
    ? { kind: 'key refused', reason: `${host} did not accept the API key, or needs one (401)` }
    : {
        kind: 'no list',
        reason: `${host} gives no list of models (${status})`,
        ...(status >= 500 && status !== 501 ? { notNow: true } : {}),
      };
}

/** What that says of one model. */
export function factOf(list: ModelList, model: string, host: string): EndpointFact {
  if (list.kind === 'no list') return { kind: 'fine' };
  if (list.kind !== 'list') return list;
  // Ollama lists `llama3:latest` and answers to `llama3`.
  if (list.models.includes(model) || list.models.includes(`${model}:latest`)) return { kind: 'fine' };
  return { kind: 'not listed', model, host, near: nearestNames(model, list.models, 3) };
}
