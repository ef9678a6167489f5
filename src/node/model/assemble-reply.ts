import { estimateUsage } from '../../core/conversation/estimate-usage.ts';
import type { ModelReply, ModelRequest, ModelToolCall, ModelUsage } from '../../core/ports/model.ts';
import type { Answerer, CallPiece, CompletionEvent } from './completion-event.ts';
import { createLoopDetector } from './endless-answer.ts';
import { FaultError, faultOnce, faultToRetry } from './fault.ts';

export interface Assembly {
  readonly request: ModelRequest;
  readonly answerer: Answerer;
  /** The tool whose arguments are the answer, when it is asked for in that way. */
  readonly submitTool: string | undefined;
  /** UTF-16 code units of text and arguments together. */
  readonly maxCharacters: number;
  /** The longest answer that was asked for, in tokens. */
  readonly maxTokens?: number | undefined;
}

export interface Assembler {
  /** Takes the next event; throws a FaultError as soon as no whole answer can come of it. */
  accept(event: CompletionEvent): void;
  /** True once the endpoint gave a finish reason: the answer is whole, only usage may follow. */
  isFinished(): boolean;
  /** The reply; throws a FaultError when what came is not a whole answer. */
  reply(): ModelReply;
  /** What was sent and has come so far, as the endpoint says it, else estimated. */
  usage(): ModelUsage;
  /** All that has come of the answer, whether it is one or not: words, then each call. */
  written(): string;
  /** The pieces given to onText so far are void. */
  discard(): void;
}

interface OpenCall {
  id: string | undefined;
  name: string | undefined;
  readonly arguments: string[];
}

/** Puts one answer together; the same rules for streams and plain responses. */
export function createAssembler(assembly: Assembly): Assembler {
  const { request, answerer, submitTool, maxCharacters, maxTokens } = assembly;
  const text: string[] = [];
  const refusal: string[] = [];
  const calls: OpenCall[] = [];
  const callByIndex = new Map<number, OpenCall>();
  const findLoop = createLoopDetector();
  let characters = 0;
  let finishReason: string | undefined;
  let usage: CompletionEvent['usage'];
  let model = answerer.model;
  /** What the pieces given to onText belong to. */
  let shown: 'nothing' | 'text' | OpenCall = 'nothing';

  const usageSoFar = (): ModelUsage =>
    usage ? { ...usage, estimated: false } : estimateUsage(request, characters);
  const discard = (): void => {
    if (shown !== 'nothing') request.onTextDiscarded?.();
    shown = 'nothing';
  };
  const show = (source: 'text' | OpenCall, piece: string): void => {
    if (shown !== source) discard();
    if (piece === '') return;
    shown = source;
    request.onText?.(piece);
  };

  const callOf = (piece: CallPiece): OpenCall => {
    const known = piece.index === undefined ? calls.at(-1) : callByIndex.get(piece.index);
    // Some servers give every call the index 0, or none: a new id then means a new call.
    if (known && (piece.id === undefined || known.id === undefined || piece.id === known.id)) return known;
    const opened: OpenCall = { id: piece.id, name: piece.name, arguments: [] };
    calls.push(opened);
    if (piece.index !== undefined) callByIndex.set(piece.index, opened);
    return opened;
  };

  const takeCall = (piece: CallPiece) => {
    const call = callOf(piece);
    call.id ??= piece.id;
    call.name ??= piece.name;
    call.arguments.push(piece.argumentsJson);
    return { call, added: piece.argumentsJson };
  };
  const showCall = ({ call, added }: ReturnType<typeof takeCall>): void => {
    if (call.name !== undefined && call.name === submitTool) show(call, added);
    else discard();
  };

  return {
    discard,
    usage: usageSoFar,
    written: () =>
      [text.join(''), ...calls.map(call => `${call.name ?? ''} ${call.arguments.join('')}`.trim())]
        .filter(piece => piece !== '')
        .join('\n'),
    isFinished: () => finishReason !== undefined,
    accept: event => {
      const added = event.calls.reduce((sum, call) => sum + call.argumentsJson.length, event.text.length);
      if (finishReason !== undefined && (added > 0 || event.calls.length > 0)) {
        throw new FaultError(
          faultOnce('invalid_response', `${answerer.host} sent more text after it had said it was finished`),
        );
      }
      characters += added;
      // Words beside a submitted answer are commentary, not part of it.
      const isShown = calls.length === 0;
      if (event.text !== '') text.push(event.text);
      const pieces = event.calls.map(takeCall);
      if (characters > maxCharacters) {
        throw new FaultError(
          faultOnce('too_large', `${answerer.host} sent an answer of more than ${maxCharacters} characters`),
        );
      }
      const repeated = findLoop(event.text + event.calls.map(call => call.argumentsJson).join(''));
      // Said to be whole, it may be what was meant.
      if (repeated !== undefined && event.finishReason !== 'stop')
        throw new FaultError(endless(answerer, repeated));
      usage = event.usage ?? usage;
      model = event.model ?? model;
      if (event.refusal !== '') refusal.push(event.refusal);
      if (event.text !== '' && isShown) show('text', event.text);
      for (const piece of pieces) showCall(piece);
      finishReason = event.finishReason ?? finishReason;
    },
    reply: () => {
      const content = text.join('');
      const isOurLimit = maxTokens !== undefined && usage?.outputTokens === maxTokens;
      refuseUnlessWhole(finishReason, refusal.join(''), answerer, isOurLimit ? maxTokens : undefined);
      const finished = { usage: usageSoFar(), model };
      const written = calls.map(asToolCall);
      const submitted = written.filter(call => call.name === submitTool);
      if (submitted.length > 0) {
        if (written.length > 1) throw severalAnswers(answerer, submitted.length, written.length);
        return { kind: 'answer', text: submitted[0]?.argumentsJson ?? '', ...finished };
      }
      if (written.length > 0) return { kind: 'tool_calls', text: content, calls: written, ...finished };
      if (content.trim() === '') {
        throw new FaultError(
          faultOnce('empty', `${answerer.model} at ${answerer.host} gave an empty answer; run it again`),
        );
      }
      return { kind: 'answer', text: content, ...finished };
    },
  };
}

function asToolCall(call: OpenCall, index: number): ModelToolCall {
  return {
    id: call.id ?? `call_${index + 1}`,
    name: call.name ?? '',
    argumentsJson: call.arguments.join(''),
  };
}

/**
 * `stop`, or `tool_calls` for a turn of calls, is the only proof of a whole answer.
 *
 * @param limit tokens of one answer, where the answer ended because the person had set them
 */
function refuseUnlessWhole(
  finish: string | undefined,
  refusal: string,
  { host, model }: Answerer,
  limit: number | undefined,
): void {
  const shortRefusal = refusal.length > 300 ? `${refusal.slice(0, 300)}…` : refusal;
  if (finish === 'content_filter') {
    throw new FaultError(
      faultOnce(
        'content_filter',
        `The content filter of ${host} stopped ${model} (finish_reason content_filter)`,
      ),
    );
  }
  if (refusal !== '') throw new FaultError(faultOnce('refusal', `${model} refused: ${shortRefusal}`));
  switch (finish) {
    case 'stop':
    case 'tool_calls':
      return;
    case undefined:
      throw new FaultError(
        faultToRetry(
          'cut_off',
          `${host} ended the answer of ${model} before it was finished (no finish_reason)`,
        ),
      );
    case 'length':
      throw new FaultError(
        faultOnce(
          'truncated',
          limit === undefined
            ? `The answer of ${model} was truncated by the model limit (finish_reason length); split the step, or raise the output limit of the model or server`
            : `The answer of ${model} was truncated by your limit of ${limit} tokens for one answer (finish_reason length); split the step, or raise that limit`,
        ),
      );
    default:
      throw new FaultError(
        faultOnce(
          'unfinished',
          `${model} at ${host} did not finish its answer (finish_reason ${finish.slice(0, 60)})`,
        ),
      );
  }
}

const endless = ({ host, model }: Answerer, repeated: string) =>
  faultOnce(
    'endless',
    `${model} at ${host} fell into a loop: its answer repeats ${JSON.stringify(repeated.slice(0, 40))} again and again; run it again, or choose a larger model`,
  );

const severalAnswers = ({ model }: Answerer, submitted: number, calls: number): FaultError =>
  new FaultError(
    faultOnce(
      'several_answers',
      submitted > 1
        ? `${model} gave ${submitted} answers in one turn`
        : `${model} gave its answer and called ${calls - 1} more tools in the same turn; only one of both can be meant`,
    ),
  );
