import * as vscode from 'vscode';
import type { ModelMessage } from '../../core/ports/model.ts';

/**
 * The conversation as the editor's models take it: they know no system message, so the instructions are the first
 * message of the user; the answers of the tools of one turn are in one message.
 */
export function asChatMessages(messages: readonly ModelMessage[]): vscode.LanguageModelChatMessage[] {
  const chat: vscode.LanguageModelChatMessage[] = [];
  let results: vscode.LanguageModelToolResultPart[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const text = new vscode.LanguageModelTextPart(message.text);
      results.push(new vscode.LanguageModelToolResultPart(message.callId, [text]));
      if (results.length === 1) chat.push(vscode.LanguageModelChatMessage.User(results));
      continue;
    }
    results = [];
    if (message.role === 'assistant') {
      chat.push(vscode.LanguageModelChatMessage.Assistant(partsOf(message)));
    } else {
      chat.push(vscode.LanguageModelChatMessage.User(message.text));
    }
  }
  return chat;
}

function partsOf({ text, toolCalls }: Extract<ModelMessage, { role: 'assistant' }>) {
  return [
    ...(text === '' ? [] : [new vscode.LanguageModelTextPart(text)]),
    ...toolCalls.map(
      // The editor gave these arguments as a value; this is its own text of them.
      ({ id, name, argumentsJson }) =>
        new vscode.LanguageModelToolCallPart(id, name, JSON.parse(argumentsJson) as object),
    ),
  ];
}
