import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { FOLDER_VARIABLE, Script, type ScriptedAnswer } from './script.ts';

const MODEL: vscode.LanguageModelChatInformation = {
  id: 'scripted-1',
  name: 'Scripted',
  family: 'scripted',
  version: '1',
  maxInputTokens: 100_000,
  maxOutputTokens: 10_000,
  capabilities: { toolCalling: true },
};
const CHARACTERS_PER_TOKEN = 4;

export function activate(context: vscode.ExtensionContext): void {
  const folder = process.env[FOLDER_VARIABLE];
  if (!folder) throw new Error(`${FOLDER_VARIABLE} does not name the folder of the script.`);
  const script = new Script(folder);
  const provider = new ScriptedProvider(script);
  const timer = setInterval(() => runCommands(script), 100);
  context.subscriptions.push({ dispose: () => clearInterval(timer) });
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('scripted', provider));
}

/** What a test asks for in a window that has no test inside. */
function runCommands(script: Script): void {
  for (const [{ command, args }, answer] of script.takeCommands())
    vscode.commands.executeCommand(command, ...args).then(
      value => answer({ value }),
      (error: unknown) => answer({ error: String(error) }),
    );
}

class ScriptedProvider implements vscode.LanguageModelChatProvider {
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  provideLanguageModelChatInformation(): vscode.LanguageModelChatInformation[] {
    return [MODEL];
  }

  async provideTokenCount(
    _model: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    const characters = typeof text === 'string' ? text.length : textOf(text).length;
    return Math.ceil(characters / CHARACTERS_PER_TOKEN);
  }

  async provideLanguageModelChatResponse(
    _model: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const answer = this.#script.take({
      messages: messages.map(message => ({
        role: message.role === vscode.LanguageModelChatMessageRole.User ? 'user' : 'assistant',
        text: textOf(message),
      })),
      tools: (options.tools ?? []).map(tool => tool.name),
      options: options.modelOptions ?? {},
    });
    if (!answer) throw new Error('The script has no answer to this request: queue one with Script.add().');
    while (this.#script.isHeld && !token.isCancellationRequested) await delay(50);
    await give(answer, progress, token);
  }
}

async function give(
  answer: ScriptedAnswer,
  progress: vscode.Progress<vscode.LanguageModelResponsePart>,
  token: vscode.CancellationToken,
): Promise<void> {
  if ('error' in answer) throw vscode.LanguageModelError[answer.error]('The script says so.');
  if ('toolCall' in answer) {
    const { name, input } = answer.toolCall;
    progress.report(new vscode.LanguageModelToolCallPart('call-1', name, input));
    return;
  }
  const size = Math.max(1, Math.ceil(answer.text.length / (answer.pieces ?? 3)));
  for (let from = 0; from < answer.text.length && !token.isCancellationRequested; from += size) {
    progress.report(new vscode.LanguageModelTextPart(answer.text.slice(from, from + size)));
    if (answer.pauseMs !== undefined) await delay(answer.pauseMs);
  }
}

function textOf(message: vscode.LanguageModelChatRequestMessage): string {
  return message.content
    .map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}
