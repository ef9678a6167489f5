import * as vscode from 'vscode';
import { estimateUsage } from '../../core/conversation/estimate-usage.ts';
import { Cancelled, throwIfCancelled } from '../../core/kernel/cancel.ts';
import type { Model, ModelReply, ModelRequest, ModelToolCall } from '../../core/ports/model.ts';
import type { EditorModelName } from '../../node/model/model-spec.ts';
import { orAborted, startIdleTimer } from '../../node/model/wait.ts';
import { faultOf, refusesTools } from './lm-fault.ts';
import { asChatMessages } from './lm-messages.ts';
import { asLmRequest, type Delivery, type LmRequest } from './lm-request.ts';

export interface LmModelOptions {
  /** Milliseconds for one answer. */
  readonly deadlineMs: number;
}

/**
 * A model that VS Code has: Copilot's, or one of any extension that provides models. The answer is asked for as
 * the arguments of one private tool; plain text is taken as the answer too, for models that call no tools.
 */
export const createLmModel = (name: EditorModelName, options: LmModelOptions): Model =>
  modelNamed(name, options, async () => (await vscode.lm.selectChatModels({ ...name }))[0]);

/** The very model that a person picked in the chat, for as long as their request is answered. */
export const createPickedModel = (picked: vscode.LanguageModelChat, options: LmModelOptions): Model =>
  modelNamed({ vendor: picked.vendor, family: picked.family }, options, async () => picked);

function modelNamed(
  { vendor, family }: EditorModelName,
  { deadlineMs }: LmModelOptions,
  find: () => Promise<vscode.LanguageModelChat | undefined>,
): Model {
  const label = `vscode:${vendor}/${family}`;
  return {
    label,
    identity: { endpoint: 'vscode', host: vendor, model: family },
    ask: async request => {
      throwIfCancelled(request.signal);
      const model = await find();
      throwIfCancelled(request.signal);
      return model ? askModel(model, label, request, deadlineMs) : notThere(label);
    },
  };
}

async function askModel(
  model: vscode.LanguageModelChat,
  label: string,
  request: ModelRequest,
  deadlineMs: number,
): Promise<ModelReply> {
  const { inputTokens } = estimateUsage(request, 0);
  if (inputTokens > model.maxInputTokens) {
    const reason = `the request is about ${inputTokens} tokens long, and ${label} reads ${model.maxInputTokens} at most; narrow the scope, or choose another model`;
    return { kind: 'fault', code: 'context_overflow', reason };
  }
  const late = new AbortController();
  const timer = startIdleTimer(deadlineMs, () => late.abort());
  const source = new vscode.CancellationTokenSource();
  const either = AbortSignal.any([request.signal, late.signal]);
  either.addEventListener('abort', () => source.cancel(), { once: true });
  try {
    return await orAborted(listenAsItCan(model, label, request, source.token), either);
  } catch (error) {
    if (request.signal.aborted) throw new Cancelled();
    if (late.signal.aborted) {
      const reason = `${label} gave no whole answer in ${Math.round(deadlineMs / 1000)} s; raise the time limit or split the step`;
      return { kind: 'fault', code: 'timeout', reason };
    }
    return faultOf(error, label);
  } finally {
    timer.stop();
    source.cancel();
    source.dispose();
  }
}

/** Models that refused tools, by label; for as long as the window is open. */
const withoutTools = new Set<string>();

async function listenAsItCan(
  model: vscode.LanguageModelChat,
  label: string,
  request: ModelRequest,
  token: vscode.CancellationToken,
): Promise<ModelReply> {
  if (withoutTools.has(label)) return listen(model, label, request, 'words', token);
  try {
    return await listen(model, label, request, 'tool', token);
  } catch (error) {
    if (token.isCancellationRequested || !refusesTools(error)) throw error;
    withoutTools.add(label);
    request.onTextDiscarded?.();
    return listen(model, label, request, 'words', token);
  }
}

async function listen(
  model: vscode.LanguageModelChat,
  label: string,
  request: ModelRequest,
  delivery: Delivery,
  token: vscode.CancellationToken,
): Promise<ModelReply> {
  const lmRequest = asLmRequest(request, delivery);
  const messages = asChatMessages(withWords(request, lmRequest));
  const response = await model.sendRequest(messages, lmRequest.options, token);
  const text: string[] = [];
  const calls: ModelToolCall[] = [];
  for await (const part of response.stream) {
    if (token.isCancellationRequested) throw new Cancelled();
    if (part instanceof vscode.LanguageModelTextPart && part.value !== '') {
      text.push(part.value);
      if (calls.length === 0) request.onText?.(part.value);
    } else if (part instanceof vscode.LanguageModelToolCallPart) {
      // Words before a call are commentary, not the answer.
      if (calls.length === 0 && text.length > 0) request.onTextDiscarded?.();
      calls.push({ id: part.callId, name: part.name, argumentsJson: JSON.stringify(part.input) });
    }
  }
  return assemble(label, request, lmRequest, text.join(''), calls);
}

function assemble(
  label: string,
  request: ModelRequest,
  { submitTool }: LmRequest,
  text: string,
  calls: readonly ModelToolCall[],
): ModelReply {
  const characters = calls.reduce((sum, call) => sum + call.argumentsJson.length, text.length);
  // The editor tells no numbers of its models.
  const finished = { model: label, usage: estimateUsage(request, characters) };
  const submitted = calls.filter(call => call.name === submitTool);
  const [answer] = submitted;
  if (answer && calls.length === 1) {
    request.onText?.(answer.argumentsJson);
    return { kind: 'answer', text: answer.argumentsJson, ...finished };
  }
  if (answer) {
    const reason = `${label} gave its answer and called ${calls.length - 1} more tools in the same turn; only one of both can be meant`;
    return { kind: 'fault', code: 'several_answers', reason };
  }
  if (calls.length > 0) return { kind: 'tool_calls', text, calls, ...finished };
  if (text.trim() === '') {
    return { kind: 'fault', code: 'empty', reason: `${label} gave an empty answer; run it again` };
  }
  return { kind: 'answer', text, ...finished };
}

/** Where the choice of tool is free, words have to ask for the answer; they are behind the instructions. */
function withWords({ messages }: ModelRequest, { words }: LmRequest) {
  const [first, ...others] = messages;
  if (words === '' || !first || first.role !== 'system') return messages;
  return [{ role: 'system' as const, text: `${first.text}\n\n${words}` }, ...others];
}

async function notThere(label: string): Promise<ModelReply> {
  const models = await vscode.lm.selectChatModels();
  const names = [...new Set(models.map(({ vendor, family }) => `vscode:${vendor}/${family}`))].sort();
  const offered =
    names.length > 0
      ? `there are ${names.slice(0, 8).join(', ')}`
      : 'there is none at all: install or sign in to an extension that provides models, such as GitHub Copilot';
  return { kind: 'fault', code: 'not_found', reason: `VS Code offers no model ${label}; ${offered}` };
}
