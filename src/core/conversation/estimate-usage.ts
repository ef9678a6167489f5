import type { Model, ModelRequest, ModelUsage } from '../ports/model.ts';

/**
 * Between what was measured with the tokens of SmolLM2: Python code 3.7, prompts 4.0, and 3.2 of a Designer's whole
 * request, whose lines have numbers.
 */
const CHARACTERS_PER_TOKEN = 3.5;
/** Descriptions of tools and schemas are plainer: 4.4 with the tokens of OpenAI's models, 5 with those of SmolLM2. */
const CHARACTERS_PER_TOKEN_OF_SCHEMAS = 4.4;

/** Tokens of a text when no one counted them. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** What the requests of one conversation will send. */
export const estimatesFor = async (model: Model, signal: AbortSignal): Promise<RequestEstimates> =>
  new RequestEstimates(model.showsSchema === undefined || (await model.showsSchema(signal)));

/**
 * The tools of an agent are in its prompt and in the schema of its reply, and a server that holds a model to a grammar
 * gives the model no schema to read: of the first request the server's kind says so, of each further one what the
 * endpoint counted of the one before.
 */
export class RequestEstimates {
  readonly #showsSchema: boolean;
  #notSent: number | undefined;

  constructor(showsSchema = true) {
    this.#showsSchema = showsSchema;
  }

  /** Tokens of a request, before it is sent. */
  of(request: Pick<ModelRequest, 'messages' | 'tools' | 'output'>): number {
    const notSent = this.#notSent ?? (this.#showsSchema ? 0 : schemaTokens(request));
    return Math.max(0, estimateUsage(request, 0).inputTokens - notSent);
  }

  /** What was counted may hold tries that were lost: it only lowers what is said next, by the schema at most. */
  learn(request: Pick<ModelRequest, 'messages' | 'tools' | 'output'>, usage: ModelUsage): void {
    if (usage.estimated) return;
    const tooMany = estimateUsage(request, 0).inputTokens - usage.inputTokens;
    this.#notSent = Math.min(Math.max(0, tooMany), schemaTokens(request));
  }
}

const schemaTokens = ({ output }: Pick<ModelRequest, 'output'>): number => tokensOfSchemas([output.schema]);

const tokensOfSchemas = (schemas: readonly unknown[]): number =>
  Math.ceil(
    schemas.reduce<number>((sum, schema) => sum + JSON.stringify(schema).length, 0) /
      CHARACTERS_PER_TOKEN_OF_SCHEMAS,
  );

/** Tokens when the endpoint does not say, marked as an estimate. */
export function estimateUsage(
  request: Pick<ModelRequest, 'messages' | 'tools' | 'output'>,
  replyCharacters: number,
): ModelUsage {
  let characters = 0;
  for (const message of request.messages) {
    characters += message.text.length;
    if (message.role !== 'assistant') continue;
    for (const call of message.toolCalls) characters += call.name.length + call.argumentsJson.length;
  }
  return {
    inputTokens: estimateTokens(characters) + schemaTokens(request) + tokensOfSchemas(request.tools),
    outputTokens: estimateTokens(replyCharacters),
    estimated: true,
  };
}
