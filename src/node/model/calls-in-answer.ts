import { isObject } from '../../core/kernel/is-object.ts';
import type {
  JsonSchema,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelToolCall,
} from '../../core/ports/model.ts';
import { inlineSchema } from './inline-schema.ts';

/**
 * The same request for an endpoint on which a model cannot call tools and answer in a given form too: servers that
 * hold the model to a grammar let it write nothing but the final answer, others know no tools at all. A call is then
 * one more form of the answer, `{"call": {"tool": …, "args": …}}`, unless the answer has a place for calls anyway; and
 * results are messages of the user.
 */
export function withCallsInAnswer(request: ModelRequest): ModelRequest {
  if (request.tools.length === 0) return request;
  const { tools, output, messages } = request;
  const [first, ...others] = messages;
  const system = first?.role === 'system' ? [first.text] : [];
  const conversation = first?.role === 'system' ? others : messages;
  const { name, schema, holdsCalls } = output;
  const how = holdsCalls ? CALLS_IN_FORM : CALL_INSTEAD;
  return {
    ...request,
    tools: [],
    output: holdsCalls ? output : { name, schema: callOr(inlineSchema(schema), tools) },
    messages: [
      { role: 'system', text: [...system, describeTools(how, tools)].join('\n\n') },
      ...conversation.map(asWords),
    ],
  };
}

/** The reply as if the tools had been called; anything but one call stays the answer it is. */
export function readCallInAnswer(request: ModelRequest, reply: ModelReply): ModelReply {
  if (request.tools.length === 0 || reply.kind !== 'answer') return reply;
  const call = parseCall(reply.text, request.messages.length);
  if (call === undefined) return reply;
  // The first characters did not say that it would be a call.
  request.onTextDiscarded?.();
  const { usage, model } = reply;
  return { kind: 'tool_calls', text: '', calls: [call], usage, model };
}

/** Where words alone ask for the form, models like to put a fence around it. */
const FENCED = /^\s*```(?:json)?\n([\s\S]*)\n```\s*$/;

function parseCall(text: string, turn: number): ModelToolCall | undefined {
  let value: unknown;
  try {
    value = JSON.parse(FENCED.exec(text)?.[1] ?? text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || Object.keys(value).length !== 1) return undefined;
  const call = value['call'];
  if (!isObject(call) || typeof call['tool'] !== 'string') return undefined;
  return { id: `call_${turn}`, name: call['tool'], argumentsJson: JSON.stringify(call['args'] ?? {}) };
}

function callOr(answer: JsonSchema, tools: ModelRequest['tools']): JsonSchema {
  const { anyOf, ...rest } = answer;
  const answers = Array.isArray(anyOf) ? anyOf.map(branch => ({ ...rest, ...branch })) : [answer];
  const calls = tools.map(({ name, parameters }) => ({
    type: 'object',
    additionalProperties: false,
    required: ['tool', 'args'],
    properties: { tool: { type: 'string', enum: [name] }, args: inlineSchema(parameters) },
  }));
  const call = calls.length === 1 ? calls[0] : { anyOf: calls };
  return {
    anyOf: [
      { type: 'object', additionalProperties: false, required: ['call'], properties: { call } },
      ...answers,
    ],
  };
}

const CALL_INSTEAD =
  'Before your final answer you may call these tools, one in each turn. To call one, answer with nothing but {"call": {"tool": "NAME", "args": {…}}}; its result is the next message. When you know enough, give the final answer.';

/** Two places for calls would be two ways to be wrong. */
const CALLS_IN_FORM =
  'These are your tools. Call them in the list of calls of your answer; their results are the next message. Nothing else does anything.';

const describeTools = (how: string, tools: ModelRequest['tools']): string =>
  [
    how,
    ...tools.map(
      ({ name, description, parameters }) =>
        `- ${name}: ${description} Arguments: ${JSON.stringify(inlineSchema(parameters))}`,
    ),
  ].join('\n');

function asWords(message: ModelMessage): ModelMessage {
  if (message.role === 'tool') return { role: 'user', text: `Result of ${message.name}:\n${message.text}` };
  if (message.role !== 'assistant' || message.toolCalls.length === 0) return message;
  const calls = message.toolCalls.map(({ name, argumentsJson }) =>
    JSON.stringify({ call: { tool: name, args: parsed(argumentsJson) } }),
  );
  return { role: 'assistant', text: calls.join('\n'), toolCalls: [] };
}

/** As the model wrote it where it is no JSON: it has to see its own mistake. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}
