import { StoppedEarly, throwIfCancelled } from '../kernel/cancel.ts';
import type {
  JsonSchema,
  Model,
  ModelMessage,
  ModelReply,
  ModelRequest,
  ModelUsage,
  ToolDeclaration,
} from '../ports/model.ts';
import type { ToolCallOutcome } from '../tools/toolbox.ts';
import { estimateUsage } from './estimate-usage.ts';

/** Reads an answer while it arrives. */
export interface ReplyWatch {
  /** Takes the next piece. Reasons end the talk at once: nothing that may follow could save this answer. */
  readonly read: (piece: string) => readonly string[] | undefined;
  /** The pieces so far are void; another answer begins. */
  readonly discard: () => void;
}

export interface Question {
  readonly model: Model;
  readonly role: string;
  /** Stable instructions first, so that providers can cache them. */
  readonly system: string;
  readonly user: string;
  readonly tools: readonly ToolDeclaration[];
  readonly callTool: (name: string, argumentsJson: string) => Promise<ToolCallOutcome>;
  readonly output: { readonly name: string; readonly schema: JsonSchema };
  readonly temperature?: number;
  /** Model replies in this talk, the final one included. */
  readonly maxTurns: number;
  readonly signal: AbortSignal;
  readonly onReply: (text: string, model: string, usage: ModelUsage) => Promise<void>;
  readonly onToolCall: (name: string, outcome: ToolCallOutcome) => Promise<void>;
  readonly watch?: ReplyWatch;
  readonly onWaiting?: (sentence: string) => void;
}

export type Answer =
  | { readonly kind: 'answer'; readonly text: string }
  /** The watch ended the talk; `text` is what had arrived. */
  | { readonly kind: 'stopped'; readonly text: string; readonly reasons: readonly string[] }
  | { readonly kind: 'fault'; readonly code: string; readonly reason: string };

/** One talk: the model may call its tools, turn by turn, and ends with its answer. */
export async function askWithTools(question: Question): Promise<Answer> {
  const { model, role, tools, output, signal } = question;
  const messages: ModelMessage[] = [
    { role: 'system', text: question.system },
    { role: 'user', text: question.user },
  ];
  for (let turn = 1; turn <= question.maxTurns; turn++) {
    throwIfCancelled(signal);
    const request = {
      role,
      messages,
      tools,
      output,
      signal,
      ...(question.temperature === undefined ? {} : { temperature: question.temperature }),
      ...(question.onWaiting ? { onWaiting: question.onWaiting } : {}),
    };
    const reply = question.watch
      ? await askWatched(model, request, question.watch)
      : await model.ask(request);
    if (reply.kind === 'stopped') {
      const { text, reasons } = reply;
      await question.onReply(text, reply.model, estimateUsage(request, text.length));
      return { kind: 'stopped', text, reasons };
    }
    if (reply.kind === 'fault') return reply;
    await question.onReply(reply.text, reply.model, reply.usage);
    if (reply.kind === 'answer') return { kind: 'answer', text: reply.text };

    messages.push({ role: 'assistant', text: reply.text, toolCalls: reply.calls });
    for (const call of reply.calls) {
      throwIfCancelled(signal);
      const outcome = await question.callTool(call.name, call.argumentsJson);
      await question.onToolCall(call.name, outcome);
      const { response } = outcome;
      const text = typeof response === 'string' ? response : JSON.stringify(response);
      messages.push({ role: 'tool', callId: call.id, name: call.name, text });
    }
  }
  return {
    kind: 'fault',
    code: 'too_many_turns',
    reason: `the ${role} gave no final answer in ${question.maxTurns} replies; narrow the scope or the step`,
  };
}

interface Stopped {
  readonly kind: 'stopped';
  readonly text: string;
  readonly reasons: readonly string[];
  readonly model: string;
}

/** One request whose answer is given up as soon as the watch has reasons; the connection is then closed. */
async function askWatched(
  model: Model,
  request: ModelRequest,
  watch: ReplyWatch,
): Promise<ModelReply | Stopped> {
  const stop = new AbortController();
  const pieces: string[] = [];
  let reasons: readonly string[] | undefined;
  watch.discard();
  const asked = model.ask({
    ...request,
    signal: AbortSignal.any([request.signal, stop.signal]),
    onText: piece => {
      if (reasons) return;
      pieces.push(piece);
      reasons = watch.read(piece);
      if (reasons) stop.abort(new StoppedEarly());
    },
    onTextDiscarded: () => {
      if (reasons) return;
      pieces.length = 0;
      watch.discard();
    },
  });
  const reply = await asked.catch((error: unknown) => {
    // Aborted by us, and not by the person.
    if (reasons && !request.signal.aborted) return undefined;
    throw error;
  });
  if (reasons) return { kind: 'stopped', text: pieces.join(''), reasons, model: model.label };
  if (!reply) throw new Error(`${model.label} gave nothing`);
  return reply;
}
