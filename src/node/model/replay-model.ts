import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTick } from 'node:timers/promises';
import { estimateUsage } from '../../core/conversation/estimate-usage.ts';
import { throwIfCancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Model, ModelReply, ModelRequest, ModelUsage } from '../../core/ports/model.ts';
import { isReport } from '../../core/workorder/report.ts';
import type { Replay, ReplayToolCall, ReplayTurn } from '../../generated/contracts.ts';
import { validateReplay } from '../../generated/validators.cjs';
import { meaningOf } from '../files/fs-acts.ts';
import { asReply, faultOnce } from './fault.ts';
import { describeDifference, hashRequest } from './request-hash.ts';

/** Gives the model that plays one role's turns; without a role it goes by the role of each request. */
export type ReplayModels = (role?: string) => Model;

const PIECE_CHARACTERS = 48;

/**
 * Opens recorded or hand-written replies: a path, or a replay already parsed. All models it gives share
 * one place per role, so that two of them never play the same turn twice. Errors name the file and what
 * is wrong with it.
 */
export function openReplay(source: string | Replay, name = 'replies'): Result<ReplayModels, string> {
  const label = typeof source === 'string' ? path.basename(source) : name;
  const replay = typeof source === 'string' ? readReplay(source) : checkReplay(source, label);
  if (!replay.ok) return replay;
  const open = [...replay.value.turns.entries()].map(([index, turn]) => ({ number: index + 1, turn }));
  const texts = textsOfParts(replay.value);
  const play = (role: string, request: ModelRequest): Promise<ModelReply> => {
    const taken = takeTurn(open, role, request, label, texts);
    return taken.ok ? playTurn(taken.value, request) : Promise.resolve(replayFault(taken.error));
  };
  return ok(role => ({
    label: `replay:${label}`,
    plays: 'recorded',
    ask: async request => {
      throwIfCancelled(request.signal);
      return play(role ?? request.role, request);
    },
  }));
}

interface OpenTurn {
  /** Place in the file, from 1. */
  readonly number: number;
  readonly turn: ReplayTurn;
}

function readReplay(file: string): Result<Replay, string> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return fail(`The replay ${file} cannot be read: ${meaningOf(error)}`);
  }
  try {
    return checkReplay(replayOf(JSON.parse(text)), path.basename(file));
  } catch (error) {
    return fail(`The replay ${file} is not JSON: ${reasonOf(error)}`);
  }
}

/** An exported report holds the replay of its run. */
const replayOf = (value: unknown): unknown => (isReport(value) ? value.replay : value);

function checkReplay(value: unknown, label: string): Result<Replay, string> {
  if (!validateReplay(value)) {
    const problem = validateReplay.errors?.[0];
    const where = problem?.instancePath ? ` at ${problem.instancePath}` : '';
    return fail(
      `The replay ${label} does not have the format workorder-replay/1${where}: ${problem?.message}`,
    );
  }
  for (const [index, turn] of value.turns.entries()) {
    const kinds = [
      'json' in turn ? 'json' : '',
      'fault' in turn ? 'fault' : '',
      'tool_calls' in turn ? 'tool_calls' : 'text' in turn ? 'text' : '',
    ].filter(kind => kind !== '');
    if (kinds.length !== 1) {
      const found = kinds.length === 0 ? 'none' : kinds.join(' and ');
      return fail(
        `Turn ${index + 1} of the replay ${label} must have exactly one of text, json, tool_calls and fault; it has ${found}`,
      );
    }
    if (turn.tool_calls?.length === 0) {
      return fail(`Turn ${index + 1} of the replay ${label} has an empty list of tool_calls`);
    }
  }
  return ok(value);
}

/** The recorded parts of requests by their hash. */
const textsOfParts = ({ turns }: Replay): ReadonlyMap<string, string> =>
  new Map(
    turns.flatMap(({ request_parts: parts = [] }) =>
      parts.flatMap(({ sha256, text }) => (text === undefined ? [] : [[sha256, text] as const])),
    ),
  );

/** The role's next turn; when requests came in another order than recorded, the one with this very hash. */
function takeTurn(
  open: OpenTurn[],
  role: string,
  request: ModelRequest,
  label: string,
  texts: ReadonlyMap<string, string>,
): Result<OpenTurn, string> {
  const next = open.find(({ turn }) => turn.role === role);
  if (!next) return fail(`The replay ${label} has no more turns for ${role}; record it again`);
  const take = (chosen: OpenTurn) => {
    open.splice(open.indexOf(chosen), 1);
    return ok(chosen);
  };
  if (next.turn.request_sha256 === undefined) return take(next);
  const asked = hashRequest(request);
  const answers = ({ turn }: OpenTurn) =>
    turn.role === role && (turn.request_sha256 === asked.sha256 || turn.request_sha256 === asked.exactSha256);
  if (answers(next)) return take(next);
  const same = open.find(answers);
  if (same) return take(same);
  const parts = next.turn.request_parts;
  const difference =
    (parts && describeDifference(parts, asked.parts, texts)) ||
    `its SHA-256 is ${asked.sha256}, recorded was ${next.turn.request_sha256}`;
  return fail(
    `The request of ${role} is not the one that turn ${next.number} of the replay ${label} answers: ${difference}. ` +
      'Record it again, or take request_sha256 out of the turn',
  );
}

async function playTurn({ number, turn }: OpenTurn, request: ModelRequest): Promise<ModelReply> {
  if (turn.fault) {
    const usage = turn.usage ? { usage: usageOf(turn, request, 0) } : {};
    return { kind: 'fault', ...turn.fault, ...usage };
  }
  const model = turn.model ?? 'replay';
  if (turn.tool_calls) {
    const calls = turn.tool_calls.map((call, index) => ({
      id: `replayed_${number}_${index + 1}`,
      name: call.name,
      argumentsJson: argumentsOf(call),
    }));
    const text = turn.text ?? '';
    const characters = calls.reduce((sum, call) => sum + call.argumentsJson.length, text.length);
    return { kind: 'tool_calls', text, calls, usage: usageOf(turn, request, characters), model };
  }
  const text = turn.text ?? JSON.stringify(turn.json);
  await streamPieces(text, request);
  return { kind: 'answer', text, usage: usageOf(turn, request, text.length), model };
}

async function streamPieces(text: string, { onText, signal }: ModelRequest): Promise<void> {
  if (!onText) return;
  for (let start = 0; start < text.length; ) {
    throwIfCancelled(signal);
    const end = start + PIECE_CHARACTERS;
    // A surrogate pair stays in one piece.
    const cut = isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
    onText(text.slice(start, cut));
    start = cut;
    await nextTick();
  }
  throwIfCancelled(signal);
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

const argumentsOf = (call: ReplayToolCall): string => call.arguments_json ?? JSON.stringify(call.arguments);

function usageOf({ usage }: ReplayTurn, request: ModelRequest, characters: number): ModelUsage {
  if (!usage) return estimateUsage(request, characters);
  const { input_tokens: inputTokens, output_tokens: outputTokens, cached_input_tokens: cached } = usage;
  const counted = { inputTokens, outputTokens, estimated: usage.estimated === true };
  return cached === undefined ? counted : { ...counted, cachedInputTokens: cached };
}

const replayFault = (reason: string): ModelReply => asReply(faultOnce('replay', reason), reason);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
