import type { Endpoint } from './endpoint.ts';
import type { Fault } from './fault.ts';
import type { HttpRefusal } from './http-fault.ts';

/** What an endpoint can do, learned from what it refuses. */
export interface Capabilities {
  /** How the answer is asked for: a schema for the response, JSON of any form, a forced tool call, or words alone. */
  readonly delivery: 'json_schema' | 'json_object' | 'submit_tool' | 'instruction';
  /** Whether the schema may be sent as a strict one, in the subset that OpenAI then asks for. */
  readonly strict: 'yes' | 'no';
  /** Whether the schema of the answer may be a union at its top. */
  readonly unionAtTop: 'yes' | 'no';
  /** How a tool call is forced; `named` fits one tool only, `free` leaves it to the model. */
  readonly toolChoice: 'required' | 'named' | 'free';
  /** `in_answer`: a model cannot call tools and answer in a given form too, so a call is a form of the answer. */
  readonly tools: 'unknown' | 'yes' | 'in_answer';
  readonly streaming: 'with_usage' | 'yes' | 'no';
  /** Whether the server, known by its kind, holds the model to a schema by a grammar and shows it nothing of it. */
  readonly grammar: 'yes' | 'no';
  /** Whether it says how far it has read the prompt. */
  readonly progress: 'yes' | 'no';
  readonly temperature: 'yes' | 'no';
  /** Whether the longest answer may be given, and in which words. */
  readonly limit: 'max_tokens' | 'max_completion_tokens' | 'no';
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
    tools: isOpenAi ? 'yes' : 'unknown',
    streaming: 'with_usage',
    grammar: 'no',
    progress: 'no',
    temperature: 'yes',
    limit: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
  };
}

/** What of a request a refusal may be about. */
export interface SentFeatures {
  readonly strict: boolean;
  readonly unionAtTop: boolean;
  readonly temperature: boolean;
  readonly limit: boolean;
  /** Tools other than the one that takes the answer. */
  readonly tools: boolean;
  readonly streamedTools: boolean;
}

const STATUSES = new Set([400, 404, 405, 415, 422, 500, 501]);
const REFUSES =
  /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|invalid|not permitted|not allowed|not (yet )?(implemented|available)|unavailable|input should be|too (large|high|many)|enabled only|requires?\b|cannot|can't|must (either )?(be|have|not)|forbidden|failed to parse|extra_forbidden/i;

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
  if (/return_progress/i.test(said) && known.progress === 'yes') return { ...known, progress: 'no' };
  if (/temperature/i.test(said) && sent.temperature) return { ...known, temperature: 'no' };
  if (/max_(completion_)?tokens/i.test(said) && sent.limit) return withOtherLimit(known, said);
  const aboutTools = /tool|function/i.test(said);
  if (SCHEMA.test(said) && known.delivery === 'json_schema') return withSimplerSchema(known, said, sent);
  if (SCHEMA.test(said) && known.delivery === 'json_object') return { ...known, delivery: 'instruction' };
  if (aboutTools && known.delivery === 'submit_tool') return withSimplerTools(known, said);
  if (aboutTools && sent.tools) {
    // vLLM without a tool parser can be made to call a tool, but not left to choose (its words, and its rule).
    if (/auto\W+tool choice/i.test(said)) return { ...known, delivery: 'submit_tool' };
    return { ...known, tools: 'in_answer' };
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
  // Such servers hold the model to JSON from its first character on, which no tool call is.
  if (/json_object/i.test(said)) return { ...known, delivery: 'json_object', tools: 'in_answer' };
  return { ...known, delivery: known.tools === 'in_answer' ? 'instruction' : 'submit_tool' };
}

/** The newer name where the older one is refused in its favour; else none. */
function withOtherLimit(known: Capabilities, said: string): Capabilities {
  const hasNewer = known.limit === 'max_tokens' && /max_completion_tokens/i.test(said);
  return { ...known, limit: hasNewer ? 'max_completion_tokens' : 'no' };
}

function withSimplerTools(known: Capabilities, said: string): Capabilities {
  const aboutChoice = /tool_choice/i.test(said);
  if (aboutChoice && known.toolChoice === 'required') return { ...known, toolChoice: 'named' };
  if (aboutChoice && known.toolChoice === 'named') return { ...known, toolChoice: 'free' };
  return { ...known, delivery: 'instruction', tools: 'in_answer' };
}
