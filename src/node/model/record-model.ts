import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { estimateUsage } from '../../core/conversation/estimate-usage.ts';
import { StoppedEarly } from '../../core/kernel/cancel.ts';
import { redactExact } from '../../core/kernel/redact.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Model, ModelReply, ModelRequest, ModelToolCall } from '../../core/ports/model.ts';
import { usageOfTurn } from '../../core/workorder/replay-of-journal.ts';
import type { Replay, ReplayToolCall, ReplayTurn } from '../../generated/contracts.ts';
import { hashRequest } from './request-hash.ts';

export interface ModelRecorder {
  /** The same model, each of its replies kept. One recorder may wrap the models of every role. */
  record(model: Model): Model;
  /** Writes what is recorded, so far and from now on, to one more file. */
  saveTo(file: string): void;
  /** What is recorded so far, without secrets. */
  replay(): Replay;
  /** Settles when everything recorded so far is in the file; fails when it could not be written. */
  saved(): Promise<Result<void, string>>;
}

/**
 * Keeps every request and reply in a replay that `openReplay` plays back byte for byte, and writes it to `file`
 * after each reply, so that a run that dies leaves what it got. `secrets` never reach the file.
 */
export function createRecorder(options: {
  readonly file?: string;
  readonly secrets: readonly string[];
  readonly note?: string;
}): ModelRecorder {
  const clean = (text: string): string => redactExact(text, options.secrets);
  // A slot is taken when a request is sent, so that the turns are in the order of the requests.
  const slots: (ReplayTurn | undefined)[] = [];
  const replay = (): Replay => ({
    format: 'workorder-replay/1',
    origin: 'recorded',
    ...(options.note === undefined ? {} : { note: clean(options.note) }),
    turns: withoutRepetition(slots.filter(turn => turn !== undefined)),
  });

  const files = options.file === undefined ? [] : [options.file];
  let writing: Promise<Result<void, string>> = Promise.resolve(ok(undefined));
  const save = (): void => {
    writing = writing.then(async () => {
      const now = replay();
      const written = await Promise.all(files.map(file => writeReplay(file, now)));
      return written.find(one => !one.ok) ?? ok(undefined);
    });
  };

  /** Places of faults that the same request was, or may be, sent again for. */
  const outages = new Set<number>();
  /** Asked again, the request has another answer: played back, the first would end the run. */
  const dropOutageOf = (role: string, sha256: string): void => {
    for (const slot of outages)
      if (slots[slot]?.role === role && slots[slot].request_sha256 === sha256) {
        slots[slot] = undefined;
        outages.delete(slot);
      }
  };

  return {
    replay,
    saveTo: file => {
      files.push(file);
      if (slots.length > 0) save();
    },
    saved: () => writing,
    record: model => ({
      ...model,
      ask: async request => {
        const asked = hashRequest(request, clean);
        dropOutageOf(request.role, asked.sha256);
        const slot = slots.push(undefined) - 1;
        const heard = hearPieces(request);
        const keep = (said: Omit<ReplayTurn, 'role'>): void => {
          slots[slot] = {
            role: request.role,
            request_sha256: asked.sha256,
            request_parts: [...asked.parts],
            ...said,
          };
          save();
        };
        try {
          const reply = await model.ask(heard.request);
          keep(replyAsTurn(reply, request, clean));
          if (reply.kind === 'fault' && reply.outage) outages.add(slot);
          return reply;
        } catch (error) {
          // What was read is all there is; a replay of it stops at the same place.
          if (request.signal.reason instanceof StoppedEarly) keep({ text: clean(heard.text()) });
          throw error;
        }
      },
    }),
  };
}

/** Every request holds all that was said before: a text that is in the recording already is not repeated. */
function withoutRepetition(turns: readonly ReplayTurn[]): ReplayTurn[] {
  const known = new Set<string>();
  return turns.map(turn => ({
    ...turn,
    request_parts: (turn.request_parts ?? []).map(({ text, ...part }) => {
      if (text === undefined || known.has(part.sha256)) return part;
      known.add(part.sha256);
      return { ...part, text };
    }),
  }));
}

/** The same request, and what has arrived of its answer. */
function hearPieces(request: ModelRequest): { readonly request: ModelRequest; readonly text: () => string } {
  const { onText } = request;
  if (!onText) return { request, text: () => '' };
  const pieces: string[] = [];
  return {
    text: () => pieces.join(''),
    request: {
      ...request,
      onText: piece => {
        pieces.push(piece);
        onText(piece);
      },
      onTextDiscarded: () => {
        pieces.length = 0;
        request.onTextDiscarded?.();
      },
    },
  };
}

function replyAsTurn(
  reply: ModelReply,
  request: ModelRequest,
  clean: (text: string) => string,
): Omit<ReplayTurn, 'role'> {
  if (reply.kind === 'fault')
    return {
      fault: {
        code: reply.code,
        reason: clean(reply.reason),
        ...(reply.written === undefined ? {} : { written: clean(reply.written) }),
      },
      ...(reply.usage ? usageOfTurn(reply.usage, 'also estimates') : {}),
    };
  const { usage } = reply;
  // More was sent than this request: tries before it gave no whole answer.
  const hasLostTries = usage.inputTokens > estimateUsage(request, 0).inputTokens;
  const tokens = usageOfTurn(usage, hasLostTries ? 'also estimates' : 'counted');
  const said = { model: reply.model, text: clean(reply.text), ...tokens };
  if (reply.kind === 'answer') return said;
  return { ...said, tool_calls: reply.calls.map(call => toolCallAsJson(call, clean)) };
}

function toolCallAsJson(call: ModelToolCall, clean: (text: string) => string): ReplayToolCall {
  const written = clean(call.argumentsJson);
  const parsed = parseObject(written);
  const exact = JSON.stringify(parsed) === written;
  return { name: call.name, arguments: parsed ?? {}, ...(exact ? {} : { arguments_json: written }) };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

async function writeReplay(file: string, replay: Replay): Promise<Result<void, string>> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(temporary, `${JSON.stringify(replay, undefined, 2)}\n`, { mode: 0o600 });
    await rename(temporary, file);
    return ok(undefined);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(`Cannot write the recording ${file}: ${reason}`);
  }
}
