import type { Endpoint } from './endpoint.ts';
import type { HttpRefusal } from './http-fault.ts';

/** What an endpoint can do, learned from what it refuses. */
export interface Capabilities {
  /** How the answer is asked for: a schema for the response, a forced tool call, or words alone. */
  readonly delivery: 'json_schema' | 'submit_tool' | 'instruction';
  /** Whether the schema of the answer may be a union at its top. */
  readonly unionAtTop: 'yes' | 'no';
  /** Whether a tool call may be forced. */
  readonly toolChoice: 'forced' | 'free';
  readonly tools: 'yes' | 'no';
  readonly streaming: 'with_usage' | 'yes' | 'no';
  readonly temperature: 'yes' | 'no';
}

/** Remembers per endpoint and model; share one between the models of a host, for as long as it runs. */
export type CapabilityCache = Map<string, Capabilities>;

export const capabilityKey = (endpoint: Endpoint, model: string): string => `${endpoint.url} ${model}`;

export function initialCapabilities(endpoint: Endpoint): Capabilities {
  return {
    delivery: 'json_schema',
    // OpenAI and Azure refuse it; servers that compile the schema to a grammar make good use of it.
    unionAtTop: endpoint.kind === 'compatible' ? 'yes' : 'no',
    toolChoice: 'forced',
    tools: 'yes',
    streaming: 'with_usage',
    temperature: 'yes',
  };
}

/** What of a request a refusal may be about. */
export interface Sent {
  readonly tools: boolean;
  readonly temperature: boolean;
}

const REFUSES =
  /unsupported|not support|unrecogni[sz]ed|unknown|unexpected|invalid|not permitted|not allowed|not (yet )?(implemented|available)|unavailable|requires?\b|cannot|can't|must (be|have|not)|forbidden|only .*(supported|allowed)|--/i;

/**
 * What to try next when the endpoint refused something that the request can do without; `undefined` when the
 * refusal is about something else. Each step gives up one thing, so that it ends.
 */
export function learnFrom(known: Capabilities, refusal: HttpRefusal, sent: Sent): Capabilities | undefined {
  const { status, error } = refusal;
  if (![400, 404, 405, 415, 422, 500, 501].includes(status)) return undefined;
  const said = `${error.message} ${error.code}`;
  if (!REFUSES.test(said)) return undefined;

  if (/stream_options|include_usage/i.test(said) && known.streaming === 'with_usage') {
    return { ...known, streaming: 'yes' };
  }
  if (/temperature/i.test(said) && sent.temperature && known.temperature === 'yes') {
    return { ...known, temperature: 'no' };
  }
  if (/response_format|json_schema|json schema|structured output|guided|grammar|\bschema\b/i.test(said)) {
    if (known.delivery === 'json_schema') {
      const aboutUnion = /oneOf|anyOf|top level|type: ?"object"|type 'object'/.test(error.message);
      if (known.unionAtTop === 'yes' && aboutUnion) return { ...known, unionAtTop: 'no' };
      return { ...known, delivery: known.tools === 'yes' ? 'submit_tool' : 'instruction' };
    }
  }
  if (/tool|function/i.test(said)) {
    if (known.delivery === 'submit_tool') {
      if (/tool_choice|tool choice/i.test(said) && known.toolChoice === 'forced' && !/--/.test(said)) {
        return { ...known, toolChoice: 'free' };
      }
      return { ...known, delivery: 'instruction', tools: 'no' };
    }
    if (sent.tools && known.tools === 'yes') return { ...known, tools: 'no' };
  }
  if (/\bstream(ing)?\b/i.test(said) && known.streaming !== 'no') return { ...known, streaming: 'no' };
  return undefined;
}
