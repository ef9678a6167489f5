import { type Exchange, type ModelServer, STREAM, say, sendJson, startModelServer } from '../model-server.ts';

/** What the model behind a client does next: calls a tool, by the end of its name, or says something to the end. */
export type Turn = { readonly tool: string; readonly args: object } | { readonly say: string };

export interface ScriptedModel extends ModelServer {
  /** Names of all tools that the client offered its model. */
  readonly offered: ReadonlySet<string>;
  /** What the client gave back for each call of a tool, in order. */
  readonly results: () => readonly string[];
}

/**
 * A model on this machine that says these turns, one after each result of a tool, in the shape of OpenAI and in that of
 * Gemini. Clients ask models for more than their person did (titles, memories): what comes without tools gets a word.
 */
export async function startScriptedModel(turns: readonly Turn[]): Promise<ScriptedModel> {
  const offered = new Set<string>();
  let results: readonly string[] = [];
  const server = await startModelServer(
    exchange => {
      const asked = exchange.path.includes(':') ? readGemini(exchange.body) : readOpenAi(exchange.body);
      for (const name of asked.tools) offered.add(name);
      if (asked.results.length > results.length) results = asked.results;
      const next = asked.tools.length > 0 ? turns[asked.results.length] : undefined;
      const turn = next ?? { say: 'Nothing more.' };
      const name = 'tool' in turn ? (asked.tools.find(tool => tool.endsWith(turn.tool)) ?? turn.tool) : '';
      if (exchange.path.includes(':')) answerAsGemini(exchange, turn, name);
      else answerAsOpenAi(exchange, turn, name);
    },
    ['scripted'],
  );
  return { ...server, offered, results: () => results };
}

/**
 * For several clients at one endpoint: each one's model says the turns behind the words that it was sent.
 * @returns whether any of the words is in the request
 */
export function answerByWords(exchange: Exchange, turns: Readonly<Record<string, readonly Turn[]>>): boolean {
  const sent = JSON.stringify(exchange.body);
  const [, own] = Object.entries(turns).find(([words]) => sent.includes(words)) ?? [];
  if (own === undefined) return false;
  const isGemini = exchange.path.includes(':');
  const { tools, results } = isGemini ? readGemini(exchange.body) : readOpenAi(exchange.body);
  const turn = (tools.length > 0 ? own[results.length] : undefined) ?? { say: 'Nothing more.' };
  const name = 'tool' in turn ? (tools.find(tool => tool.endsWith(turn.tool)) ?? turn.tool) : '';
  if (isGemini) answerAsGemini(exchange, turn, name);
  else answerAsOpenAi(exchange, turn, name);
  return true;
}

interface Asked {
  readonly tools: readonly string[];
  readonly results: readonly string[];
}

function readOpenAi({ tools = [], messages = [] }: Exchange['body']): Asked {
  return {
    tools: tools.map(tool => tool.function.name),
    results: messages.flatMap(({ role, content }) => (role === 'tool' ? [textOf(content)] : [])),
  };
}

function answerAsOpenAi(exchange: Exchange, turn: Turn, name: string): void {
  if ('say' in turn) say(exchange, { text: turn.say });
  else say(exchange, { calls: [{ name, arguments: JSON.stringify(turn.args) }], finish: 'tool_calls' });
}

interface GeminiBody {
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly contents?: readonly {
    readonly parts?: readonly { readonly functionResponse?: { readonly response: unknown } }[];
  }[];
}

function readGemini(body: unknown): Asked {
  const { tools = [], contents = [] } = body as GeminiBody;
  const parts = contents.flatMap(content => content.parts ?? []);
  return {
    tools: tools.flatMap(tool => tool.functionDeclarations ?? []).map(({ name }) => name),
    results: parts.flatMap(({ functionResponse }) =>
      functionResponse ? [JSON.stringify(functionResponse.response)] : [],
    ),
  };
}

function answerAsGemini({ path, response }: Exchange, turn: Turn, name: string): void {
  const part = 'say' in turn ? { text: turn.say } : { functionCall: { name, args: turn.args } };
  const answer = {
    candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  if (!path.includes('stream')) {
    sendJson(response, 200, answer);
    return;
  }
  response.writeHead(200, STREAM);
  response.end(`data: ${JSON.stringify(answer)}\n\n`);
}

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content);
