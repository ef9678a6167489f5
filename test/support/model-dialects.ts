import {
  asEvent,
  type Behaviour,
  type ChatBody,
  chunk,
  completionOf,
  type Exchange,
  eventsOf,
  type Said,
  STREAM,
  sendJson,
  streamEvents,
} from './model-server.ts';

/**
 * Endpoints that speak the OpenAI protocol each in its own way, as docs/models.md describes them. Each asks
 * `script` what its model says and answers, or refuses, as that kind of server would.
 */
export type Script = (body: ChatBody, earlier: number) => Said;

type Dialect = (script: Script) => Behaviour;

interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly param?: string;
  readonly code?: string;
}

/** OpenAI: strict schemas are checked, a named tool ends with `stop`, reasoning models take no temperature. */
export const openAi: Dialect = script => exchange => {
  const { body } = exchange;
  const refusal = openAiRefusal(body);
  if (refusal) return sendOpenAiError(exchange, refusal);
  const said = script(body, exchange.earlier);
  const named = typeof body.tool_choice === 'object';
  return send(exchange, named && said.calls ? { ...said, finish: 'stop' } : said);
};

function openAiRefusal({ temperature, model = '', response_format: format, tools = [] }: ChatBody) {
  if (temperature !== undefined && /^(o\d|gpt-5)/.test(model)) {
    return {
      status: 400,
      message:
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      param: 'temperature',
      code: 'unsupported_value',
    };
  }
  const schema = format?.json_schema;
  const problem =
    schema?.strict === true
      ? strictProblem(schema.schema)
      : isUnion(schema?.schema)
        ? "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level."
        : undefined;
  if (schema && problem) {
    return {
      status: 400,
      message: `Invalid schema for response_format '${schema.name}': ${problem}`,
      param: 'response_format',
      code: 'invalid_json_schema',
    };
  }
  const bad = tools.find(tool => isUnion(tool.function.parameters));
  return bad
    ? {
        status: 400,
        message: `Invalid schema for function '${bad.function.name}': schema must have type 'object' and not have 'oneOf'/'anyOf' at the top level.`,
        param: 'tools[0].function.parameters',
        code: 'invalid_function_parameters',
      }
    : undefined;
}

/** Azure, deployments style: its own key header, an api-version, and a first event without choices. */
export const azure =
  (key: string, apiVersion: string): Dialect =>
  script =>
  exchange => {
    const { body, headers, path } = exchange;
    const version = new URL(path, 'http://x').searchParams.get('api-version');
    if (headers['api-key'] !== key || headers.authorization !== undefined || version !== apiVersion) {
      return sendJson(exchange.response, 401, {
        error: {
          code: '401',
          message: 'Access denied due to invalid subscription key or wrong API endpoint.',
        },
      });
    }
    if (body.response_format && version < '2024-08-01') {
      return sendOpenAiError(exchange, {
        status: 400,
        message:
          'response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later',
        param: 'response_format',
      });
    }
    const refusal = openAiRefusal(body);
    if (refusal) return sendOpenAiError(exchange, refusal);
    const filters = { prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] };
    const said = script(body, exchange.earlier);
    if (body.stream !== true) return sendJson(exchange.response, 200, { ...completionOf(said), ...filters });
    return streamEvents(exchange.response, [
      { ...chunk({}), choices: [], model: '', ...filters },
      ...eventsOf(said),
    ]);
  };

/** OpenRouter: comments while it looks for a provider, reasoning beside the text, its own extra keys. */
export const openRouter: Dialect = script => async exchange => {
  const { body, response, earlier } = exchange;
  const said = script(body, earlier);
  const extra = { provider: 'Somebody', native_finish_reason: 'end_turn' };
  if (body.stream !== true) return sendJson(response, 200, { ...completionOf(said), ...extra });
  response.writeHead(200, STREAM);
  for (let wait = 0; wait < 3; wait++) {
    response.write(': OPENROUTER PROCESSING\n\n');
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  response.write(asEvent(chunk({ role: 'assistant', content: '', reasoning: 'Hm.' })));
  for (const event of eventsOf(said)) response.write(asEvent({ ...Object(event), ...extra }));
  response.end('data: [DONE]\n\n');
};

/** OpenRouter when the provider behind it refuses: its words are inside metadata.raw. */
export const openRouterOverAzure: Dialect = script => exchange => {
  const { body } = exchange;
  if (!body.response_format) return send(exchange, script(body, exchange.earlier));
  const raw = JSON.stringify({
    error: { message: "Invalid schema for response_format 'answer'", param: 'response_format' },
  });
  return sendJson(exchange.response, 400, {
    error: { message: 'Provider returned error', code: 400, metadata: { raw, provider_name: 'Azure' } },
  });
};

/** Ollama: ignores tool_choice; sends each call whole in a stream, all with index 0. */
export const ollama: Dialect = script => exchange => {
  const { body, response, earlier } = exchange;
  const said = script({ ...body, tool_choice: undefined }, earlier);
  if (body.stream !== true || !said.calls) return send(exchange, said);
  return streamEvents(response, [
    ...said.calls.map((call, at) =>
      chunk({
        role: 'assistant',
        content: '',
        tool_calls: [
          {
            id: `call_${earlier}_${at}`,
            index: 0,
            type: 'function',
            function: { name: call.name, arguments: call.arguments },
          },
        ],
      }),
    ),
    chunk({ role: 'assistant', content: '' }, 'tool_calls'),
    ...(said.usage ? [{ ...chunk({}), choices: [], usage: said.usage }] : []),
  ]);
};

/** Ollama with a model that was not made for tools, and no JSON schema either (before 0.5). */
export const ollamaWithoutTools: Dialect = script => exchange => {
  const { body } = exchange;
  if (body.response_format?.type === 'json_schema') {
    return sendJson(exchange.response, 400, {
      error: {
        message: 'invalid response_format type: json_schema',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    });
  }
  if (body.tools) {
    return sendJson(exchange.response, 400, {
      error: {
        message: 'registry.ollama.ai/library/phi:latest does not support tools',
        type: 'api_error',
        param: null,
        code: null,
      },
    });
  }
  return send(exchange, script(body, exchange.earlier));
};

/** Ollama versions that lose tool calls in streams: an empty answer that ends with `stop`. */
export const ollamaLosingCalls: Dialect = script => exchange => {
  const said = script(exchange.body, exchange.earlier);
  const lost = exchange.body.stream === true && said.calls !== undefined;
  return send(exchange, lost ? { text: '', finish: 'stop' } : said);
};

/** llama.cpp: a named tool is silently left to the model; extra `timings`; status 500 without --jinja. */
export const llamaCpp: Dialect = script => exchange => {
  const { body, response, earlier } = exchange;
  const choice = typeof body.tool_choice === 'object' ? 'auto' : body.tool_choice;
  const said = script({ ...body, tool_choice: choice }, earlier);
  const timings = { prompt_n: 25, predicted_n: 223 };
  if (body.stream !== true) return sendJson(response, 200, { ...completionOf(said), timings });
  return streamEvents(
    response,
    eventsOf(said).map(event => ({ ...Object(event), timings })),
  );
};

/** What llama.cpp answers to the question for its models. */
export const LLAMA_CPP_MODELS = [{ id: 'model.gguf', owned_by: 'llamacpp' }];

/** llama.cpp as it is with a schema: the grammar lets the model write nothing else, so no tool is ever called. */
export const llamaCppWithGrammar: Dialect = script => exchange => {
  const { body, earlier } = exchange;
  if (!body.response_format) return llamaCpp(script)(exchange);
  return send(exchange, script({ ...body, tools: [] }, earlier));
};

/** llama-cpp-python's server: pydantic's words, with status 500. */
export const llamaCppPython: Dialect = script => exchange => {
  const { body } = exchange;
  if (body.response_format?.type === 'json_schema') {
    return sendJson(exchange.response, 500, {
      error: {
        message:
          "[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\", 'input': 'json_schema'}]",
        type: 'internal_server_error',
        param: null,
        code: null,
      },
    });
  }
  return send(exchange, script({ ...body, tools: [] }, exchange.earlier));
};

export const llamaCppWithoutJinja: Dialect = script => exchange => {
  if (!exchange.body.tools) return llamaCpp(script)(exchange);
  return sendJson(exchange.response, 500, {
    error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' },
  });
};

/** llama.cpp when its grammar compiler does not know a construct of the schema. */
export const llamaCppWithoutGrammar: Dialect = script => exchange => {
  if (!exchange.body.response_format) return llamaCpp(script)(exchange);
  return sendJson(exchange.response, 400, {
    error: {
      code: 400,
      message: 'Failed to initialize samplers: failed to parse grammar',
      type: 'invalid_request_error',
    },
  });
};

/** vLLM: a forced call ends with `stop` when plain, reasoning apart, usage in every event. */
export const vllm: Dialect = script => exchange => {
  const { body, response, earlier } = exchange;
  const said = script(body, earlier);
  if (body.stream !== true) return send(exchange, said.calls ? { ...said, finish: 'stop' } : said);
  const usage = { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 };
  return streamEvents(response, [
    chunk({ role: 'assistant', content: '', reasoning_content: 'Hm.' }),
    ...eventsOf(said).map(event => ({ usage, ...Object(event) })),
  ]);
};

/** vLLM started without a tool parser: it can be made to call, not left to choose. */
export const vllmWithoutToolParser: Dialect = script => exchange => {
  const { body } = exchange;
  const isAuto = body.tools !== undefined && (body.tool_choice === undefined || body.tool_choice === 'auto');
  if (!isAuto) return vllm(script)(exchange);
  return sendVllmError(
    exchange,
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
  );
};

/** vLLM before 0.8.3: knows no `required`; its words repeat the whole request. */
export const oldVllm: Dialect = script => exchange => {
  const { body } = exchange;
  if (body.response_format) {
    return sendVllmError(
      exchange,
      "[{'type': 'extra_forbidden', 'loc': ('body', 'response_format', 'json_schema'), 'msg': 'Extra inputs are not permitted', 'input': {'stream_options': {}, 'temperature': 0}}]",
    );
  }
  if (body.tool_choice === 'required') {
    return sendVllmError(
      exchange,
      "[{'type': 'value_error', 'loc': ('body',), 'msg': 'Value error, `tool_choice` must either be a named tool, \"auto\", or \"none\".', 'input': {'stream_options': {}}}]",
    );
  }
  return vllm(script)(exchange);
};

const send = ({ body, response }: Exchange, said: Said): void =>
  body.stream === true ? streamEvents(response, eventsOf(said)) : sendJson(response, 200, completionOf(said));

const sendOpenAiError = ({ response }: Exchange, { status, ...error }: Refusal): void =>
  sendJson(response, status, { error: { type: 'invalid_request_error', param: null, code: null, ...error } });

const sendVllmError = ({ response }: Exchange, message: string): void =>
  sendJson(response, 400, { object: 'error', message, type: 'BadRequestError', param: null, code: 400 });

const isUnion = (schema: unknown): boolean => {
  const { oneOf, anyOf } = Object(schema);
  return oneOf !== undefined || anyOf !== undefined;
};

/** What OpenAI's strict mode does not take, as far as it documents it. */
function strictProblem(schema: unknown, where = 'root'): string | undefined {
  const node: Record<string, unknown> = Object(schema);
  if (where === 'root' && (node['type'] !== 'object' || isUnion(node))) {
    return "schema must have type 'object' and not have 'anyOf' at the top level";
  }
  const unknown = ['oneOf', 'allOf', 'minLength', 'maxLength', 'discriminator', 'default', '$ref'].find(
    keyword => keyword in node,
  );
  if (unknown) return `In context=${where}, '${unknown}' is not permitted.`;
  if (node['type'] === 'object') {
    if (node['additionalProperties'] !== false) {
      return `In context=${where}, 'additionalProperties' is required to be supplied and to be false.`;
    }
    const names = Object.keys(Object(node['properties']));
    const required: unknown = node['required'];
    if (!Array.isArray(required) || names.some(name => !required.includes(name))) {
      return `In context=${where}, 'required' is required to be supplied and to include every key in properties.`;
    }
    for (const name of names) {
      const problem = strictProblem(Object(node['properties'])[name], `${where}.${name}`);
      if (problem) return problem;
    }
  } else if (node['type'] === 'array') {
    return strictProblem(node['items'], `${where}[]`);
  } else if (Array.isArray(node['anyOf'])) {
    return node['anyOf'].map((branch, at) => strictProblem(branch, `${where}|${at}`)).find(Boolean);
  } else if (node['type'] === undefined) {
    return `In context=${where}, schema must have a 'type' key.`;
  }
  return undefined;
}
