import type { ModelReply, ModelRequest } from '../../core/ports/model.ts';
import { type Capabilities, type CapabilityCache, capabilityKey } from './capabilities.ts';
import { type BoundKey, parseEndpoint } from './endpoint.ts';
import { createOpenAiModel } from './openai-model.ts';

/** One thing that was tried on a model, in plain words. */
export interface ModelTrial {
  readonly what: 'answers' | 'structured output' | 'streaming' | 'tools';
  readonly works: boolean;
  readonly found: string;
  /** What to change; left out where it works. */
  readonly next?: string;
}

export interface TestRequest {
  readonly baseUrl: string;
  readonly apiKey?: BoundKey | undefined;
  readonly model: string;
  readonly signal: AbortSignal;
}

const DEADLINE_MS = 60_000;

/**
 * Tries what a run needs of a model with two tiny questions: a JSON object of a schema, and the call of a tool. What
 * the client gives up on the way, because the endpoint refuses it, is what does not work.
 */
export async function testModel({ model, signal, ...where }: TestRequest): Promise<readonly ModelTrial[]> {
  const endpoint = parseEndpoint(where.baseUrl);
  const capabilities: CapabilityCache = new Map();
  const created = createOpenAiModel({ ...where, model, capabilities, deadlineMs: DEADLINE_MS });
  if (!endpoint.ok || !created.ok)
    return [broken('answers', endpoint.ok ? (created.ok ? '' : created.error) : endpoint.error, CORRECT)];
  const reply = await created.value.ask(question(signal));
  if (reply.kind === 'fault') return [broken('answers', reply.reason, CORRECT)];
  const known = capabilities.get(capabilityKey(endpoint.value, model));
  const called = await created.value.ask({
    ...question(signal),
    messages: [{ role: 'user', text: 'Call the tool look_up with {"word": "ok"} first.' }],
    tools: [{ name: 'look_up', description: 'Looks up a word.', parameters: WORD }],
  });
  const after = capabilities.get(capabilityKey(endpoint.value, model)) ?? known;
  return [
    { what: 'answers', works: true, found: `to ${model} at ${endpoint.value.host}` },
    structured(reply, known),
    streaming(known),
    tools(called, after),
  ];
}

const CORRECT = 'correct the address, the key or the name of the model; workorder models lists the names';
const broken = (what: ModelTrial['what'], found: string, next: string): ModelTrial => ({
  what,
  works: false,
  found,
  next,
});

function structured(reply: ModelReply, known: Capabilities | undefined): ModelTrial {
  const what = 'structured output';
  if (!isOk(reply.kind === 'answer' ? reply.text : ''))
    return broken(
      what,
      'the answer is not the JSON object that was asked for',
      'choose a model that follows JSON schemas: each such answer ends a run as BLOCKED',
    );
  const found = {
    json_schema: 'the endpoint holds the model to a JSON schema',
    json_object: 'the endpoint promises JSON, of any form: the schema is said in words',
    submit_tool: 'by a tool call, because the endpoint takes no JSON schema',
    instruction: 'by words alone, because the endpoint takes neither schema nor forced tool call',
  }[known?.delivery ?? 'json_schema'];
  return { what, works: true, found };
}

const streaming = (known: Capabilities | undefined): ModelTrial =>
  known?.streaming === 'no'
    ? broken(
        'streaming',
        'the endpoint gives the whole answer at once',
        'nothing has to be changed; early verdicts come with the whole answer',
      )
    : { what: 'streaming', works: true, found: 'the answer arrives in pieces' };

function tools(reply: ModelReply, known: Capabilities | undefined): ModelTrial {
  const what = 'tools';
  if (reply.kind === 'tool_calls' && reply.calls.some(({ name }) => name === 'look_up'))
    return {
      what,
      works: true,
      found:
        known?.tools === 'in_answer'
          ? 'the model calls them in its answer, because the endpoint cannot do both'
          : 'the model calls them',
    };
  if (reply.kind === 'fault')
    return broken(
      what,
      reply.reason,
      'work orders run without them; agents, tickets and ROUTA need another model',
    );
  return broken(what, 'the model was offered one and did not call it', 'for agents choose a model that does');
}

function isOk(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly ok?: unknown } | null)?.ok === true;
  } catch {
    return false;
  }
}

const WORD = {
  type: 'object',
  additionalProperties: false,
  required: ['word'],
  properties: { word: { type: 'string' } },
};

const question = (signal: AbortSignal): ModelRequest => ({
  role: 'test',
  messages: [{ role: 'user', text: 'Answer with the JSON object {"ok": true} and nothing else.' }],
  tools: [],
  output: {
    name: 'answer',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['ok'],
      properties: { ok: { type: 'boolean' } },
    },
  },
  signal,
  onText: () => undefined,
});
