import { isObject } from '../../core/kernel/is-object.ts';
import type { ModelUsage } from '../../core/ports/model.ts';
import { FaultError, faultOnce, faultToRetry } from './fault.ts';
import { faultOfRefusal, readErrorValue } from './http-fault.ts';

/** A piece of one tool call; in a plain response the piece is the whole call. */
export interface CallPiece {
  readonly index: number | undefined;
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly argumentsJson: string;
}

export interface PromptProgress {
  readonly read: number;
  readonly total: number;
}

/** What one event of a stream says, or a whole plain response said at once. */
export interface CompletionEvent {
  readonly text: string;
  readonly refusal: string;
  readonly calls: readonly CallPiece[];
  /** Reasoning: no part of the answer, and a sign of life all the same. */
  readonly isThinking: boolean;
  /** How far the prompt is read, in tokens (llama.cpp). */
  readonly progress: PromptProgress | undefined;
  readonly finishReason: string | undefined;
  readonly usage: Omit<ModelUsage, 'estimated'> | undefined;
  readonly model: string | undefined;
}

/** Who answers, for the sentences of faults. */
export interface Answerer {
  readonly host: string;
  readonly model: string;
}

/**
 * Reads the parsed JSON of a `chat.completion.chunk` (`delta`) or a `chat.completion` (`message`). Unknown
 * keys are ignored, because every server adds some; what is used must have the right type.
 */
export function readCompletionEvent(value: unknown, answerer: Answerer): CompletionEvent {
  if (!isObject(value)) throw invalid(answerer, 'something that is not a JSON object');
  if (value['error'] !== undefined && value['error'] !== null) throw endpointError(value['error'], answerer);
  const choices = value['choices'] ?? [];
  if (!Array.isArray(choices)) throw invalid(answerer, 'choices that are not a list');
  if (choices.length > 1 || choices.some(choice => isObject(choice) && Number(choice['index'] ?? 0) > 0)) {
    throw new FaultError(
      faultOnce('several_choices', `${answerer.host} sent several choices where one answer was asked for`),
    );
  }
  const choice: unknown = choices[0] ?? {};
  if (!isObject(choice)) throw invalid(answerer, 'a choice that is not an object');
  const said = choice['delta'] ?? choice['message'] ?? {};
  if (!isObject(said)) throw invalid(answerer, 'a message that is not an object');
  const finish = choice['finish_reason'];
  const model = value['model'];
  return {
    text: readText(said['content'], answerer),
    refusal: readText(said['refusal'], answerer),
    calls: readCalls(said, answerer),
    isThinking: Boolean(said['reasoning_content'] ?? said['reasoning']),
    progress: readProgress(value['prompt_progress']),
    finishReason: typeof finish === 'string' && finish !== '' ? finish : undefined,
    usage: readUsage(value['usage']),
    model: typeof model === 'string' && model !== '' ? model : undefined,
  };
}

/** A string, nothing, or a list of text parts (Mistral). */
function readText(content: unknown, answerer: Answerer): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) throw invalid(answerer, 'content that is not text');
  return content
    .filter(isObject)
    .map(part => (typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

function readCalls(said: Readonly<Record<string, unknown>>, answerer: Answerer): readonly CallPiece[] {
  const calls = said['tool_calls'] ?? [];
  if (!Array.isArray(calls)) throw invalid(answerer, 'tool calls that are not a list');
  return calls.map(call => {
    const called: unknown = isObject(call) ? (call['function'] ?? {}) : undefined;
    if (!isObject(call) || !isObject(called)) throw invalid(answerer, 'a tool call that is not an object');
    const { index, id } = call;
    const { name, arguments: given } = called;
    return {
      index: typeof index === 'number' ? index : undefined,
      id: typeof id === 'string' && id !== '' ? id : undefined,
      name: typeof name === 'string' && name !== '' ? name : undefined,
      argumentsJson: readArguments(given, answerer),
    };
  });
}

/** Text everywhere, except that some local servers send the parsed object. */
function readArguments(given: unknown, answerer: Answerer): string {
  if (given === undefined || given === null) return '';
  if (typeof given === 'string') return given;
  if (isObject(given)) return JSON.stringify(given);
  throw invalid(answerer, 'tool arguments that are not text');
}

function readProgress(progress: unknown): PromptProgress | undefined {
  if (!isObject(progress)) return undefined;
  const { processed: read, total } = progress;
  return isCount(read) && isCount(total) ? { read, total } : undefined;
}

function readUsage(usage: unknown): CompletionEvent['usage'] {
  if (!isObject(usage)) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  if (!isCount(input) || !isCount(output)) return undefined;
  const cached = readCached(usage);
  const counted = { inputTokens: input, outputTokens: output };
  return isCount(cached) && cached > 0 ? { ...counted, cachedInputTokens: Math.min(cached, input) } : counted;
}

/** Where OpenAI, OpenRouter and vLLM say it, else where DeepSeek does. */
function readCached(usage: Readonly<Record<string, unknown>>): unknown {
  const details = usage['prompt_tokens_details'];
  return (isObject(details) ? details['cached_tokens'] : undefined) ?? usage['prompt_cache_hit_tokens'];
}

/** An error inside a response that began with status 200 (OpenRouter, vLLM). */
function endpointError(value: unknown, { host, model }: Answerer): FaultError {
  const error = readErrorValue(value);
  const code = isObject(value) ? Number(value['code'] ?? value['status']) : Number.NaN;
  const status = Number.isInteger(code) && code >= 400 && code < 600 ? code : 500;
  return new FaultError(faultOfRefusal({ status, error }, host, model));
}

const invalid = ({ host }: Answerer, what: string): FaultError =>
  new FaultError(
    faultToRetry('invalid_response', `${host} answered with ${what}; is it an OpenAI-compatible endpoint?`),
  );

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0;
