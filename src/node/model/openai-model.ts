import { setTimeout as sleep } from 'node:timers/promises';
import { backoff } from '../../core/conversation/backoff.ts';
import { Cancelled, throwIfCancelled } from '../../core/kernel/cancel.ts';
import { redact } from '../../core/kernel/redact.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { joinReasons, withStop } from '../../core/kernel/sentences.ts';
import type { Model, ModelReply, ModelRequest } from '../../core/ports/model.ts';
import { readCallInAnswer, withCallsInAnswer } from './calls-in-answer.ts';
import {
  type Capabilities,
  type CapabilityCache,
  capabilityKey,
  initialCapabilities,
  learnFromFault,
  learnFromRefusal,
} from './capabilities.ts';
import { type BoundKey, type Endpoint, isOnThisMachine, parseEndpoint } from './endpoint.ts';
import { asReply, type Fault, FaultError, faultOnce } from './fault.ts';
import { faultOfRefusal } from './http-fault.ts';
import { LostTries } from './lost-tries.ts';
import { type Connection, type Sent, sendRequest } from './send-request.ts';
import { findServerKind } from './server-kind.ts';
import { countDown } from './wait.ts';

export interface OpenAiModelOptions {
  readonly baseUrl: string;
  readonly model: string;
  /** Sent only to the origin it is bound to. */
  readonly apiKey?: BoundKey | undefined;
  /** Milliseconds for one answer, retries and waiting included. */
  readonly deadlineMs?: number;
  /** Milliseconds without content before a try counts as stalled. Not given: a quarter of the deadline; on this machine all of it. */
  readonly idleMs?: number;
  /** Bytes of one response after decompression; a streamed token takes about 250. */
  readonly maxBytes?: number;
  /** UTF-16 code units of one answer. */
  readonly maxCharacters?: number;
  /** Tokens of one answer, as the endpoint counts them; without it the endpoint decides. */
  readonly maxTokens?: number | undefined;
  readonly maxTries?: number;
  /** Milliseconds before the second try; doubles for the third. */
  readonly backoffMs?: number;
  /** `plain` asks for the whole answer at once. */
  readonly transport?: 'stream' | 'plain';
  readonly capabilities?: CapabilityCache;
}

/** Endpoints end their own sentences with a full stop, or not. */

const DEFAULTS = {
  deadlineMs: 600_000,
  maxBytes: 64 * 1024 * 1024,
  maxCharacters: 4 * 1024 * 1024,
  maxTries: 3,
  backoffMs: 1000,
} as const;

/** Tries and what is learned on the way together; a server that refuses everything is not asked for ever. */
const MAX_REQUESTS = 4;

/**
 * A model at an OpenAI-compatible endpoint. Never hangs: one deadline holds for all of `ask`, and a cancelled
 * request rejects at once. Errors name what is wrong with the base URL or the key.
 */
export function createOpenAiModel(options: OpenAiModelOptions): Result<Model, string> {
  const parsed = parseEndpoint(options.baseUrl);
  if (!parsed.ok) return parsed;
  const endpoint = parsed.value;
  const { apiKey, model } = options;
  if (apiKey && apiKey.origin !== endpoint.origin) {
    return fail(
      `The API key was entered for ${apiKey.origin} and is not sent to ${endpoint.origin}; enter a key for this endpoint`,
    );
  }
  const limits = limitsOf(options, endpoint);
  const connection: Connection = { ...limits, endpoint, apiKey, model, maxTokens: options.maxTokens };
  const cache: CapabilityCache = options.capabilities ?? new Map();
  const key = capabilityKey(endpoint, model);
  const secrets = apiKey ? [apiKey.key] : [];

  const capabilitiesFor = async (signal: AbortSignal): Promise<Capabilities> => {
    const known = cache.get(key) ?? initialCapabilities(endpoint);
    if (known.tools !== 'unknown') return known;
    const kind = await findServerKind({ baseUrl: options.baseUrl, apiKey, signal });
    // Asked again next time: a server that starts later may be of any kind.
    if (kind === undefined) return known;
    const found: Capabilities = {
      ...known,
      tools: kind.holdsToGrammar ? 'in_answer' : 'yes',
      grammar: kind.holdsToGrammar ? 'yes' : 'no',
      progress: kind.tellsProgress ? 'yes' : 'no',
    };
    cache.set(key, found);
    return found;
  };

  const askWithRetries = async (
    request: ModelRequest,
    deadline: AbortSignal,
    lost: LostTries,
  ): Promise<ModelReply> => {
    // Not the time of day: it goes on while the machine sleeps.
    const end = performance.now() + limits.deadlineMs;
    const signal = AbortSignal.any([request.signal, deadline]);
    let known = await capabilitiesFor(signal);
    let isLoading = false;
    for (let tries = 1, requests = 1; ; requests++) {
      const used: Capabilities = options.transport === 'plain' ? { ...known, streaming: 'no' } : known;
      const inAnswer = used.tools === 'in_answer';
      const asked = inAnswer ? withCallsInAnswer(request) : request;
      const sent = await sendRequest(connection, asked, used, signal, lost.add);
      if (sent.kind === 'reply') {
        cache.set(key, known);
        return lost.withReply(inAnswer ? readCallInAnswer(request, sent.reply) : sent.reply);
      }
      const learned = requests < MAX_REQUESTS ? learnFromSent(known, sent) : undefined;
      if (learned) {
        known = learned;
        cache.set(key, known);
        continue;
      }
      const fault = sent.kind === 'fault' ? sent.fault : faultOfRefusal(sent.refusal, endpoint.host, model);
      if (fault.isLoading) {
        if (!isLoading) request.onWaiting?.(clean(`${withStop(fault.reason)} Waiting for it`));
        isLoading = true;
        await sleep(limits.backoffMs, undefined, { signal });
        if (known.tools === 'unknown') known = await capabilitiesFor(signal);
        requests--;
        continue;
      }
      if (fault.retry === 'no') return faultReply(fault, [], lost);
      if (tries >= limits.maxTries || requests >= MAX_REQUESTS)
        return faultReply(fault, [`tried ${count(tries)}`], lost);
      const wait = fault.retryAfterMs ?? backoff(tries, limits.backoffMs, 30_000, Math.random);
      if (performance.now() + wait >= end) return faultReply(fault, [tooLong(wait, fault, tries)], lost);
      tries++;
      await countDown(wait, signal, seconds =>
        request.onWaiting?.(
          clean(
            `${withStop(fault.reason)} Trying again in ${seconds} s (try ${tries} of ${limits.maxTries})`,
          ),
        ),
      );
    }
  };

  const clean = (text: string): string => redact(text, secrets);
  const faultReply = (fault: Fault, more: readonly string[], lost: LostTries): ModelReply =>
    asReply(fault, clean(joinReasons([fault.reason, ...more])), lost);

  return ok({
    label: `openai:${model} at ${endpoint.host}`,
    identity: { endpoint: endpoint.origin, host: endpoint.host, model },
    showsSchema: async signal => {
      throwIfCancelled(signal);
      const { grammar, delivery } = await capabilitiesFor(signal).catch((error: unknown) => {
        throwIfCancelled(signal);
        throw error;
      });
      return grammar === 'no' || delivery !== 'json_schema';
    },
    ask: async request => {
      throwIfCancelled(request.signal);
      const deadline = new AbortController();
      const tooLate = new FaultError(
        faultOnce(
          'timeout',
          `${model} at ${endpoint.host} gave no whole answer in ${Math.max(1, Math.round(limits.deadlineMs / 1000))} s; raise the time limit or split the step`,
        ),
      );
      const timer = setTimeout(() => deadline.abort(tooLate), limits.deadlineMs);
      const lost = new LostTries(clean);
      try {
        return await askWithRetries(request, deadline.signal, lost);
      } catch (error) {
        if (request.signal.aborted) throw new Cancelled();
        if (deadline.signal.aborted) return faultReply(tooLate.fault, [], lost);
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  });
}

/** What the endpoint's answer says about what it can do; `undefined` when nothing new. */
function learnFromSent(
  known: Capabilities,
  sent: Exclude<Sent, { kind: 'reply' }>,
): Capabilities | undefined {
  return sent.kind === 'refused'
    ? learnFromRefusal(known, sent.refusal, sent.features)
    : learnFromFault(known, sent.fault, sent.features);
}

const count = (tries: number): string => (tries === 1 ? 'once' : `${tries} times`);

const tooLong = (wait: number, fault: Fault, tries: number): string =>
  fault.retryAfterMs === undefined
    ? `tried ${count(tries)}, and the time for this answer is over`
    : `it asks to wait ${Math.ceil(wait / 1000)} s, longer than the time left for this answer`;

/** Node's timers hold 31 bits of milliseconds; a longer wait would be none. */
const LONGEST_MS = 2 ** 31 - 1;

function limitsOf(options: OpenAiModelOptions, endpoint: Endpoint) {
  const positive = (given: number | undefined, otherwise: number): number =>
    given !== undefined && given > 0 ? Math.min(given, LONGEST_MS) : otherwise;
  const deadlineMs = positive(options.deadlineMs, DEFAULTS.deadlineMs);
  return {
    deadlineMs,
    // A quarter lets three tries fit into one deadline; a minute is what a healthy endpoint may need. A server on
    // this machine that is silent is reading the prompt: asked again, it would begin anew.
    idleMs: positive(
      options.idleMs,
      isOnThisMachine(endpoint) ? deadlineMs : Math.max(deadlineMs / 4, Math.min(deadlineMs, 60_000)),
    ),
    maxBytes: positive(options.maxBytes, DEFAULTS.maxBytes),
    maxCharacters: positive(options.maxCharacters, DEFAULTS.maxCharacters),
    maxTries: positive(options.maxTries, DEFAULTS.maxTries),
    backoffMs: positive(options.backoffMs, DEFAULTS.backoffMs),
  };
}
