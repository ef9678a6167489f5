import { throwIfCancelled } from '../kernel/cancel.ts';
import type { JsonSchema, Model, ModelMessage, ModelUsage, ToolDeclaration } from '../ports/model.ts';
import type { ToolCallOutcome } from '../tools/toolbox.ts';
import { askWatched, type ReplyWatch } from './ask-watched.ts';
import type { Allowance } from './budget.ts';
import { estimatesFor, estimateUsage } from './estimate-usage.ts';

export interface Question {
  readonly model: Model;
  readonly role: string;
  /** Stable instructions first, so that providers can cache them. */
  readonly system: string;
  readonly user: string;
  readonly tools: readonly ToolDeclaration[];
  readonly callTool: (name: string, argumentsJson: string) => Promise<ToolCallOutcome>;
  /** Marks the answer of a tool as data. */
  readonly label: (text: string) => string;
  readonly output: { readonly name: string; readonly schema: JsonSchema };
  readonly temperature?: number;
  /** Model replies in this conversation, the final one included. */
  readonly maxTurns: number;
  readonly signal: AbortSignal;
  readonly onReply: (text: string, model: string, usage: ModelUsage) => Promise<void>;
  /** What it cost that the model gave no whole answer. */
  readonly onUnanswered: (code: string, model: string, usage: ModelUsage) => Promise<void>;
  readonly onToolCall: (name: string, outcome: ToolCallOutcome) => Promise<void>;
  readonly watch?: ReplyWatch;
  /** Asked before each request, with its estimated tokens. */
  readonly allow?: (inputTokens: number) => Allowance;
  readonly onWaiting?: (sentence: string) => void;
}

export type Answer =
  | { readonly kind: 'answer'; readonly text: string }
  /** The watch ended the conversation; `text` is what had arrived. */
  | { readonly kind: 'stopped'; readonly text: string; readonly reasons: readonly string[] }
  | { readonly kind: 'fault'; readonly code: string; readonly reason: string };

/** One conversation: the model may call its tools, turn by turn, and ends with its answer. */
export async function askWithTools(question: Question): Promise<Answer> {
  const { model, role, tools, output, signal } = question;
  const messages: ModelMessage[] = [
    { role: 'system', text: question.system },
    { role: 'user', text: question.user },
  ];
  const estimates = await estimatesFor(model, signal);
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
    const allowance = question.allow?.(estimates.of(request));
    if (allowance?.kind === 'stop') return overBudget(allowance.reason);
    const reply = await askWatched(model, request, question.watch, allowance?.outputTokens);
    const name = model.identity?.model ?? model.label;
    if (reply.kind === 'stopped' || reply.kind === 'over_budget') {
      await question.onReply(reply.text, name, estimateUsage(request, reply.text.length));
      return reply.kind === 'stopped' ? reply : overBudget(allowance?.reason ?? '');
    }
    if (reply.kind === 'fault') {
      if (reply.usage) await question.onUnanswered(reply.code, name, reply.usage);
      return reply;
    }
    estimates.learn(request, reply.usage);
    await question.onReply(reply.text, reply.model, reply.usage);
    if (reply.kind === 'answer') return { kind: 'answer', text: reply.text };

    messages.push({ role: 'assistant', text: reply.text, toolCalls: reply.calls });
    for (const call of reply.calls) {
      throwIfCancelled(signal);
      const outcome = await question.callTool(call.name, call.argumentsJson);
      await question.onToolCall(call.name, outcome);
      const { response } = outcome;
      const text = typeof response === 'string' ? response : JSON.stringify(response);
      messages.push({ role: 'tool', callId: call.id, name: call.name, text: question.label(text) });
    }
  }
  return {
    kind: 'fault',
    code: 'too_many_turns',
    reason: `the ${role} gave no final answer in ${question.maxTurns} replies; narrow the scope or the step`,
  };
}

const overBudget = (reason: string): Answer => ({ kind: 'fault', code: 'over_budget', reason });
