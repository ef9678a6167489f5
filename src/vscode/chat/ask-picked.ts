import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { faultOf } from '../models/lm-fault.ts';

/** Longer answers are not read to their end. */
const LONGEST = 6000;

/** One question to the model that is picked in the chat, answered in words; the error says what went wrong. */
export async function askPicked(
  model: vscode.LanguageModelChat,
  text: string,
  signal: AbortSignal,
): Promise<Result<string>> {
  const source = new vscode.CancellationTokenSource();
  const cancel = () => source.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const messages = [vscode.LanguageModelChatMessage.User(text)];
    const justification = 'You asked @workorder in the chat.';
    const response = await model.sendRequest(messages, { justification }, source.token);
    let answer = '';
    for await (const piece of response.text) {
      answer += piece;
      if (signal.aborted || answer.length >= LONGEST) break;
    }
    if (signal.aborted) throw new Cancelled();
    const said = answer.slice(0, LONGEST).trim();
    return said === '' ? fail(`${modelName(model)} gave an empty answer`) : ok(said);
  } catch (error) {
    if (signal.aborted) throw new Cancelled();
    return fail(faultOf(error, modelName(model)).reason);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.cancel();
    source.dispose();
  }
}

export const modelName = ({ vendor, family }: vscode.LanguageModelChat): string =>
  `vscode:${vendor}/${family}`;
