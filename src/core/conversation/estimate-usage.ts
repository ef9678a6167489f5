import type { ModelRequest, ModelUsage } from '../ports/model.ts';

const CHARACTERS_PER_TOKEN = 4;

/** Tokens of a text when no one counted them: a quarter of its characters. */
export const estimateTokens = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** Tokens when the endpoint does not say: a quarter of the characters, marked as an estimate. */
export function estimateUsage(
  request: Pick<ModelRequest, 'messages' | 'tools' | 'output'>,
  replyCharacters: number,
): ModelUsage {
  let characters = JSON.stringify(request.output.schema).length;
  for (const tool of request.tools) characters += JSON.stringify(tool).length;
  for (const message of request.messages) {
    characters += message.text.length;
    if (message.role !== 'assistant') continue;
    for (const call of message.toolCalls) characters += call.name.length + call.argumentsJson.length;
  }
  return {
    inputTokens: estimateTokens(characters),
    outputTokens: estimateTokens(replyCharacters),
    estimated: true,
  };
}
