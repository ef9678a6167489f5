import type { JsonSchema, ModelMessage, ModelRequest, ToolDeclaration } from '../../core/ports/model.ts';
import type { Capabilities } from './capabilities.ts';
import { inlineSchema, withoutUnionAtTop } from './inline-schema.ts';

export interface RequestBody {
  /** Body of POST /chat/completions. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The tool whose arguments are the answer, when it is asked for in that way. */
  readonly submitTool: string | undefined;
}

/** The request in the endpoint's words, as far as it is known to understand them. */
export function createRequestBody(
  request: ModelRequest,
  model: string,
  capabilities: Capabilities,
): RequestBody {
  const { delivery, streaming } = capabilities;
  const submitTool = delivery === 'submit_tool' ? submitName(request.output.name) : undefined;
  const tools = capabilities.tools === 'yes' ? request.tools.map(declareTool) : [];
  if (submitTool !== undefined) tools.push(declareTool(submission(submitTool, request)));
  return {
    submitTool,
    body: {
      model,
      messages: withInstruction(request, capabilities, submitTool).map(asChatMessage),
      ...(tools.length > 0 ? { tools } : {}),
      ...(submitTool !== undefined ? toolChoice(submitTool, tools.length, capabilities) : {}),
      ...(delivery === 'json_schema' ? { response_format: responseFormat(request, capabilities) } : {}),
      ...(request.temperature !== undefined && capabilities.temperature === 'yes'
        ? { temperature: request.temperature }
        : {}),
      ...(streaming === 'no' ? {} : { stream: true }),
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

function toolChoice(submitTool: string, tools: number, { toolChoice: choice }: Capabilities) {
  if (choice === 'free') return {};
  // With other tools on offer the model has to be free to look around first.
  return {
    tool_choice: tools > 1 ? 'required' : { type: 'function', function: { name: submitTool } },
  };
}

function responseFormat({ output }: ModelRequest, { unionAtTop }: Capabilities) {
  const schema = inlineSchema(output.schema);
  return {
    type: 'json_schema',
    json_schema: {
      name: output.name.replace(/[^\w-]/g, '_').slice(0, 64),
      schema: unionAtTop === 'yes' ? schema : withoutUnionAtTop(schema),
      strict: false,
    },
  };
}

/** Where nothing in the request forces the form, words have to; in the first system message, because some
 * chat templates take no other. */
function withInstruction(
  { messages, output }: ModelRequest,
  { delivery, toolChoice: choice }: Capabilities,
  submitTool: string | undefined,
): readonly ModelMessage[] {
  const words =
    delivery === 'instruction'
      ? answerInJson(inlineSchema(output.schema))
      : submitTool !== undefined && choice === 'free'
        ? `Give your final answer only by calling the tool ${submitTool}, once.`
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
