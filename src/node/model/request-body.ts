import type { JsonSchema, ModelMessage, ModelRequest, ToolDeclaration } from '../../core/ports/model.ts';
import type { Capabilities, SentFeatures } from './capabilities.ts';
import { inlineSchema } from './inline-schema.ts';
import { strictSchema } from './strict-schema.ts';
import { withoutUnionAtTop } from './union-at-top.ts';

export interface RequestBody {
  /** Body of POST /chat/completions. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The tool whose arguments are the answer, when it is asked for in that way. */
  readonly submitTool: string | undefined;
  readonly features: SentFeatures;
}

/**
 * The request in the endpoint's words, as far as it is known to understand them.
 *
 * @param maxTokens the longest answer, when there is a limit
 */
export function createRequestBody(
  request: ModelRequest,
  model: string,
  capabilities: Capabilities,
  maxTokens?: number,
): RequestBody {
  const { delivery, streaming, limit, progress } = capabilities;
  const offered = request.tools.map(declareTool);
  const submitTool = delivery === 'submit_tool' ? submitName(request.output.name) : undefined;
  const forced = submitTool === undefined ? undefined : forceTool(submitTool, capabilities, offered.length);
  const tools =
    submitTool === undefined ? offered : [...offered, declareTool(submission(submitTool, request))];
  const schema = delivery === 'json_schema' ? responseFormat(request, capabilities) : undefined;
  const format = delivery === 'json_object' ? { type: 'json_object' } : schema;
  const limits = maxTokens !== undefined && limit !== 'no' ? { [limit]: maxTokens } : {};
  const temperature = capabilities.temperature === 'yes' ? request.temperature : undefined;
  return {
    submitTool,
    features: {
      strict: schema?.json_schema.strict === true,
      unionAtTop: schema?.json_schema.schema['anyOf'] !== undefined,
      temperature: temperature !== undefined,
      limit: Object.keys(limits).length > 0,
      tools: offered.length > 0,
      streamedTools: tools.length > 0 && streaming !== 'no',
    },
    body: {
      model,
      messages: withInstruction(request, delivery, forced).map(asChatMessage),
      ...(tools.length > 0 ? { tools } : {}),
      ...(forced === undefined ? {} : toolChoice(forced)),
      ...(format === undefined ? {} : { response_format: format }),
      ...(temperature === undefined ? {} : { temperature }),
      ...limits,
      ...(streaming === 'no' ? {} : { stream: true }),
      ...(streaming !== 'no' && progress === 'yes' ? { return_progress: true } : {}),
      ...(streaming === 'with_usage' ? { stream_options: { include_usage: true } } : {}),
    },
  };
}

/** Endpoints take letters, digits, `_` and `-`, 64 in all. */
const submitName = (name: string): string => `submit_${name.replace(/[^\w-]/g, '_')}`.slice(0, 64);

const declareTool = ({ name, description, parameters }: ToolDeclaration) => ({
  type: 'function',
  function: { name, description, parameters: withoutUnionAtTop(inlineSchema(parameters)) },
});

const submission = (name: string, { output }: ModelRequest): ToolDeclaration => ({
  name,
  description: 'Gives your final answer. Call it exactly once, alone, when you are done.',
  parameters: output.schema,
});

/** `required` leaves the model free to look around with other tools first; a named tool would not. */
function toolChoice(forced: ForcedTool) {
  switch (forced.by) {
    case 'required':
      return { tool_choice: 'required' };
    case 'name':
      return { tool_choice: { type: 'function', function: { name: forced.tool } } };
    default:
      return {};
  }
}

interface ForcedTool {
  readonly tool: string;
  readonly by: 'required' | 'name' | 'words';
}

function forceTool(tool: string, { toolChoice: known }: Capabilities, offered: number): ForcedTool {
  if (known === 'required') return { tool, by: 'required' };
  return { tool, by: known === 'named' && offered === 0 ? 'name' : 'words' };
}

function responseFormat({ output }: ModelRequest, { unionAtTop, strict }: Capabilities) {
  const inlined = inlineSchema(output.schema);
  const strictForm = strict === 'yes' ? strictSchema(inlined) : undefined;
  const loose = unionAtTop === 'yes' ? inlined : withoutUnionAtTop(inlined);
  return {
    type: 'json_schema',
    json_schema: {
      name: output.name.replace(/[^\w-]/g, '_').slice(0, 64),
      schema: strictForm ?? loose,
      strict: strictForm !== undefined,
    },
  };
}

/** Where nothing in the request forces the form, words have to; in the first system message, because some
 * chat templates take no other. */
function withInstruction(
  { messages, output }: ModelRequest,
  delivery: Capabilities['delivery'],
  forced: ForcedTool | undefined,
): readonly ModelMessage[] {
  const words =
    delivery === 'instruction' || delivery === 'json_object'
      ? answerInJson(inlineSchema(output.schema))
      : forced?.by === 'words'
        ? `Give your final answer only by calling the tool ${forced.tool}, once.`
        : undefined;
  if (words === undefined) return messages;
  const [first, ...others] = messages;
  if (first?.role !== 'system') return [{ role: 'system', text: words }, ...messages];
  return [{ role: 'system', text: `${first.text}\n\n${words}` }, ...others];
}

const answerInJson = (schema: JsonSchema): string =>
  'Your final answer is exactly one JSON object and nothing else: no text before or after it, no Markdown ' +
  `fence around it. It must match this JSON Schema:\n${JSON.stringify(schema)}`;

function asChatMessage(message: ModelMessage): Readonly<Record<string, unknown>> {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text };
    case 'assistant':
      if (message.toolCalls.length === 0) return { role: 'assistant', content: message.text };
      return {
        role: 'assistant',
        content: message.text === '' ? null : message.text,
        tool_calls: message.toolCalls.map(call => ({
          id: call.id,
          type: 'function',
          function: { name: call.name, arguments: call.argumentsJson },
        })),
      };
    default:
      return { role: message.role, content: message.text };
  }
}
