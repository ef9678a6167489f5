import type { Endpoint } from './endpoint.ts';
import type { Fault } from './fault.ts';
import type { HttpRefusal } from './http-fault.ts';

/** What an endpoint can do, learned from what it refuses. */
export interface Capabilities {
  /** How the answer is asked for: a schema for the response, a forced tool call, or words alone. */
  readonly delivery: 'json_schema' | 'submit_tool' | 'instruction';
  /** Whether the schema may be sent as a strict one, in the subset that OpenAI then asks for. */
  readonly strict: 'yes' | 'no';
  /** Whether the schema of the answer may be a union at its top. */
  readonly unionAtTop: 'yes' | 'no';
  /** How a tool call is forced; `named` fits one tool only, `free` leaves it to the model. */
  readonly toolChoice: 'required' | 'named' | 'free';
  readonly tools: 'yes' | 'no';
  readonly streaming: 'with_usage' | 'yes' | 'no';
  readonly temperature: 'yes' | 'no';
}

/** Remembers per endpoint and model; share one between the models of a host, for as long as it runs. */
export type CapabilityCache = Map<string, Capabilities>;

export const capabilityKey = (endpoint: Endpoint, model: string): string => `${endpoint.url} ${model}`;

export function initialCapabilities(endpoint: Endpoint): Capabilities {
  const isOpenAi = endpoint.kind !== 'compatible';
  return {
    delivery: 'json_schema',
    // Without it OpenAI and Azure take a schema for a hint; other servers enforce what they are given.
    strict: isOpenAi ? 'yes' : 'no',
    // OpenAI and Azure refuse it; servers that compile the schema to a grammar make good use of it.
    unionAtTop: isOpenAi ? 'no' : 'yes',
    toolChoice: 'required',
    tools: 'yes',
    streaming: 'with_usage',
    temperature: 'yes',
  };
}

/** What of a request a refusal may be about. */
export interface SentFeatures {
  readonly strict: boolean;
  readonly unionAtTop: boolean;
  readonly temperature: boolean;
  /** Tools other than the one that takes the answer. */
  readonly tools: boolean;
  readonly streamedTools: boolean;
}

const STATUSES = new Set([400, 404, 405, 415, 422, 500, 501]);
const REFUSES =
  /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|invalid|not permitted|not allowed|not (yet )?(implemented|available)|unavailable|enabled only|requires?\b|cannot|can't|must (either )?(be|have|not)|forbidden|failed to parse|extra_forbidden/i;

/** Also "only … are supported". */
function refuses(text: string): boolean {
  const only = text.search(/only /i);
  return REFUSES.test(text) || (only >= 0 && /supported|allowed/i.test(text.slice(only)));
}

const SCHEMA = /response_format|json_schema|json schema|structured output|guided|grammar|\bschema\b/i;

/**
 * What to try next when the endpoint refused something that the request can do without; `undefined` when the
 * refusal is about something else. Each step gives up one thing, so that it ends.
 */
export function learnFromRefusal(
  known: Capabilities,
  { status, error }: HttpRefusal,
  sent: SentFeatures,
): Capabilities | undefined {
  const said = error.message;
  if (!STATUSES.has(status) || !refuses(said)) return undefined;
  if (/stream_options|include_usage/i.test(said) && known.streaming === 'with_usage') {
    return { ...known, streaming: 'yes' };
  }
  if (/temperature/i.test(said) && sent.temperature) return { ...known, temperature: 'no' };
  const aboutTools = /tool|function/i.test(said);
  if (SCHEMA.test(said) && known.delivery === 'json_schema') return withSimplerSchema(known, said, sent);
  if (aboutTools && known.delivery === 'submit_tool') return withSimplerTools(known, said);
  if (aboutTools && sent.tools) {
    // vLLM without a tool parser can be made to call a tool, but not left to choose (its words, and its rule).
    if (/auto\W+tool choice/i.test(said)) return { ...known, delivery: 'submit_tool' };
    return { ...known, tools: 'no' };
  }
  if (/\bstream(ing)?\b/i.test(said) && known.streaming !== 'no') return { ...known, streaming: 'no' };
  return undefined;
}

/** Some Ollama versions lose tool calls in streams and send an empty answer instead. */
export function learnFromFault(
  known: Capabilities,
  { code }: Fault,
  sent: SentFeatures,
): Capabilities | undefined {
  if (code !== 'empty' || !sent.streamedTools) return undefined;
  return { ...known, streaming: 'no' };
}

function withSimplerSchema(known: Capabilities, said: string, sent: SentFeatures): Capabilities {
  if (sent.strict) return { ...known, strict: 'no' };
  if (sent.unionAtTop && /oneOf|anyOf|top level|type: ?"object"|type 'object'/.test(said)) {
    return { ...known, unionAtTop: 'no' };
  }
  return { ...known, delivery: known.tools === 'yes' ? 'submit_tool' : 'instruction' };
}

function withSimplerTools(known: Capabilities, said: string): Capabilities {
  const aboutChoice = /tool_choice/i.test(said);
  if (aboutChoice && known.toolChoice === 'required') return { ...known, toolChoice: 'named' };
  if (aboutChoice && known.toolChoice === 'named') return { ...known, toolChoice: 'free' };
  return { ...known, delivery: 'instruction', tools: 'no' };
}
