import { throwIfCancelled } from '../kernel/cancel.ts';
import { isObject } from '../kernel/is-object.ts';
import type { Result } from '../kernel/result.ts';
import { fail } from '../kernel/result.ts';
import type {
  Model,
  ModelMessage,
  ModelReply,
  ModelToolCall,
  ModelUsage,
  ToolDeclaration,
} from '../ports/model.ts';
import type { Patience } from '../ports/patience.ts';
import type { ToolEffect } from '../tools/tool.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { Allowance } from './budget.ts';
import { applyCompaction, type Compacted, type Compaction, planCompaction, sizeOf } from './compact.ts';
import {
  type Envelope,
  type EnvelopeCall,
  type EnvelopeProfile,
  NOTE_KEY,
  parseEnvelope,
  textProfile,
} from './envelope.ts';
import { estimatesFor } from './estimate-usage.ts';
import { type CallGate, type CallResult, executeCalls, MUTATING } from './execute-calls.ts';
import { answerCalls, parseNativeCalls, refuseCalls } from './native-calls.ts';
import { RepetitionDetector } from './repetition.ts';
import { notesMessage, resultsMessage } from './results-message.ts';
import { turnSchema } from './turn-schema.ts';
import { ModelWaits } from './wait-for-model.ts';

/** Replies that may repair a faulty one before the conversation stops. */
export const MAX_REPAIRS = 2;

/** What the loop says to the agent: words, or the answer to one native call. */
export type NewMessage =
  | Extract<ModelMessage, { role: 'tool' }>
  | { readonly role: 'user'; readonly text: string };

/** What happens in a conversation, in order; the host journals it. */
export interface LoopObserver {
  /** `calls`: native ones; none for a reply of text. */
  readonly onReply: (
    text: string,
    model: string,
    usage: ModelUsage,
    calls?: readonly ModelToolCall[],
  ) => Promise<void>;
  /** What it cost that the model gave no whole answer. */
  readonly onUnanswered: (code: string, usage: ModelUsage) => Promise<void>;
  /** Something said to the agent. */
  readonly onMessage: (message: NewMessage) => Promise<void>;
  /** A reply that is no envelope; `repair` is the try it leads to, 0 when there is none left. */
  readonly onFault: (fault: string, repair: number) => Promise<void>;
  readonly onEnvelope: (envelope: Envelope, turn: number) => Promise<void>;
  readonly onCall?: (call: EnvelopeCall) => void;
  readonly onResult: (result: CallResult, index: number, turn: number) => Promise<void>;
  readonly onWaiting?: (sentence: string) => void;
  /** The conversation is shorter from here on. */
  readonly onCompacted: (compacted: Compacted) => Promise<void>;
}

export interface AgentLoop extends LoopObserver {
  readonly model: Model;
  /** Who asks, for the model and for refusals. */
  readonly role: string;
  readonly profile: EnvelopeProfile;
  /** The conversation so far: instructions and task, or a whole resumed transcript. */
  readonly messages: readonly ModelMessage[];
  readonly toolbox: Toolbox;
  readonly allowed: readonly string[];
  /** Tools that never run after a failed change of the same reply. */
  readonly terminal: readonly string[];
  /** Tools whose success ends the conversation. */
  readonly halting: readonly string[];
  /** `one`: exactly one envelope is executed (single mode). */
  readonly turns: 'one' | 'many';
  /** Envelopes executed before this conversation, when it is resumed. */
  readonly turnsBefore: number;
  /** Envelopes that may be executed in all. */
  readonly maxTurns: number;
  /** Whether one more request still fits the budget. */
  readonly allow: (inputTokens: number) => Allowance;
  readonly signal: AbortSignal;
  readonly before: (name: string, effect: ToolEffect | undefined) => Promise<string | undefined>;
  readonly after?: (result: CallResult, effect: ToolEffect | undefined) => Promise<CallResult>;
  /** What changes of a reply wait for. */
  readonly gate?: CallGate;
  /** Called when all calls of a reply are done; its sentences are sent to the agent with the results. */
  readonly closeTurn: (turn: number) => Promise<readonly string[]>;
  /** What arrived for the agent meanwhile; asked before each request and told as one message. */
  readonly inbox?: () => Promise<string | undefined>;
  /** How the conversation is kept short; left out: it never is. */
  readonly compaction?: Compaction;
  /** How long a model that cannot be asked just now is waited for; left out: not at all. */
  readonly patience?: Patience | undefined;
  /** Whether the agent has more to end after a halting tool succeeded: the rest of its reply then runs, too. */
  readonly hasMoreToEnd?: () => boolean;
  /** Why a halting tool has to wait; asked before it runs. */
  readonly whyNotHalt?: () => Promise<string | undefined>;
  /** Whether the agent has nothing to do until something arrives: it then gets its results, and no turn for them. */
  readonly mayRest?: (results: readonly CallResult[]) => boolean;
  /** What to answer to a reply without a call, once; `undefined` ends the conversation as stalled at once. */
  readonly remind?: () => string | undefined;
}

export type LoopEnd =
  /** A halting tool succeeded. */
  | { readonly kind: 'halted'; readonly by: CallResult }
  /** The one envelope of single mode was executed. */
  | { readonly kind: 'executed'; readonly results: readonly CallResult[]; readonly notes: readonly string[] }
  | { readonly kind: 'stopped'; readonly by: StoppedBy; readonly reason: string };

export type StoppedBy = 'model' | 'outage' | 'protocol' | 'limit' | 'repetition' | 'stalled';

const stopped = (by: StoppedBy, reason: string): LoopEnd => ({ kind: 'stopped', by, reason });

/**
 * The conversation with an agent: it answers with envelopes, their calls run in order, and the results
 * come back on the next turn. It ends by a halting tool or by a limit, never by an
 * exception other than `Cancelled`.
 */
export async function runAgentLoop(loop: AgentLoop): Promise<LoopEnd> {
  const { model, role, profile, toolbox, allowed, signal } = loop;
  let messages = [...loop.messages];
  const declarations = toolbox.declarations(allowed);
  const outputs = outputsOf(profile, toolbox, declarations);
  const tools = profile === 'calls/1' ? declarations : [];
  const repetition = new RepetitionDetector();
  let [turn, repairs, reminded] = [loop.turnsBefore, 0, false];
  /** Reminders in all, and what the next reply has to have. */
  let [reminders, needed]: [number, keyof typeof outputs] = [0, 'anything'];
  let isShortened = false;
  const waits = new ModelWaits(loop.patience);
  const estimates = await estimatesFor(model, signal);

  /** False: there was nothing to leave out. */
  const shorten = async (most: number, isForced: boolean): Promise<boolean> => {
    const compacted = loop.compaction && planCompaction(messages, loop.compaction, most, isForced);
    if (compacted === undefined) return false;
    messages = [...applyCompaction(messages, compacted)];
    await loop.onCompacted(compacted);
    return true;
  };

  const send = async (...added: readonly (NewMessage | string)[]) => {
    for (const said of added) {
      const message = typeof said === 'string' ? ({ role: 'user', text: said } as const) : said;
      messages.push(message);
      await loop.onMessage(message);
    }
  };

  for (;;) {
    throwIfCancelled(signal);
    if (turn >= loop.maxTurns) return stopped('limit', `the limit of ${loop.maxTurns} turns is reached`);
    const arrived = await loop.inbox?.();
    if (arrived !== undefined) await send(arrived);
    const above = loop.compaction?.above() ?? Number.POSITIVE_INFINITY;
    if (sizeOf(messages) > above) await shorten(above, false);
    // Where an agent may have more to say than calls, the host reminds it.
    const output = outputs[loop.remind === undefined ? needed : 'anything'];
    const request = { role, messages: [...messages], tools, output, signal };
    const allowance = loop.allow(estimates.of(request));
    if (allowance.kind === 'stop') return stopped('limit', allowance.reason);
    const reply = await model.ask({
      ...request,
      ...(loop.onWaiting ? { onWaiting: loop.onWaiting } : {}),
    });
    if (reply.kind === 'fault' && reply.usage) await loop.onUnanswered(reply.code, reply.usage);
    if (reply.kind === 'fault' && reply.outage) {
      const isPaused = () => loop.allow(0).kind === 'stop';
      const reason = await waits.next(reply, { signal, isPaused, say: loop.onWaiting });
      if (reason !== undefined) return stopped('outage', reason);
      continue;
    }
    if (reply.kind === 'fault') {
      // Once: what is too long after that will not become shorter.
      const advice = ADVICE.get(reply.code);
      if (advice !== undefined && repairs < MAX_REPAIRS) {
        repairs++;
        await loop.onFault(reply.reason, repairs);
        await send(repairMessage(advice, profile, repairs));
        continue;
      }
      if (reply.code !== 'context_overflow' || isShortened) return stopped('model', reply.reason);
      isShortened = true;
      if (await shorten(sizeOf(messages), true)) continue;
      return stopped('model', reply.reason);
    }
    isShortened = false;
    waits.answered();
    throwIfCancelled(signal);
    estimates.learn(request, reply.usage);
    const native = reply.kind === 'tool_calls' && profile === 'calls/1' ? reply.calls : [];
    messages.push({ role: 'assistant', text: reply.text, toolCalls: native });
    await loop.onReply(reply.text, reply.model, reply.usage, native);

    const parsed = parseReply(reply, profile);
    if (!parsed.ok) {
      repairs++;
      await loop.onFault(parsed.error, repairs > MAX_REPAIRS ? 0 : repairs);
      if (repairs > MAX_REPAIRS)
        return stopped('protocol', `${parsed.error} (after ${MAX_REPAIRS} repair turns)`);
      const repair = repairMessage(parsed.error, profile, repairs);
      if (native.length > 0) await send(...refuseCalls(native, repair));
      else await send(repair);
      continue;
    }
    repairs = 0;
    turn++;
    const { calls } = parsed.value;
    await loop.onEnvelope(parsed.value, turn);
    if (calls.length === 0) {
      const reminder = loop.remind ? loop.remind() : reminderOf(loop.halting);
      if (reminded || loop.turns === 'one' || reminder === undefined)
        return stopped('stalled', 'the agent called no tool, so it cannot continue without you');
      reminded = true;
      reminders++;
      needed = reminders === 1 ? 'a call' : 'an act';
      await send(reminder);
      continue;
    }
    reminded = false;
    needed = 'anything';

    const notes: string[] = [];
    let repeated: string | undefined;
    const results = await executeCalls(calls, {
      toolbox,
      caller: role,
      allowed,
      terminal: loop.terminal,
      halting: loop.halting,
      hasMoreToEnd: loop.hasMoreToEnd,
      signal,
      before: async (name, effect) =>
        (loop.turns === 'many' && loop.halting.includes(name) ? await loop.whyNotHalt?.() : undefined) ??
        loop.before(name, effect),
      ...(loop.after ? { after: loop.after } : {}),
      ...(loop.gate ? { gate: loop.gate } : {}),
      ...(loop.onCall ? { onCall: loop.onCall } : {}),
      onResult: async (result, index) => {
        await loop.onResult(result, index, turn);
        if (result.status === 'not_run') return;
        const effect = toolbox.get(result.tool)?.effect;
        const changes = effect !== undefined && MUTATING.has(effect);
        const repeat = repetition.count(result, !changes);
        if (changes && result.status === 'ok') repetition.noteChange();
        if (repeat.kind === 'warn') {
          notes.push(`call ${index}: ${repeat.sentence}`);
          if (effect === 'read') needed = 'an act';
        }
        if (repeat.kind === 'stop') repeated ??= repeat.sentence;
      },
    });
    notes.push(...(await loop.closeTurn(turn)));
    if (wroteNothingNew(results, toolbox)) notes.push(NOTHING_NEW);
    const last = results.find(r => r.status === 'ok' && loop.halting.includes(r.tool));
    if (last) return { kind: 'halted', by: last };
    if (loop.turns === 'one') return { kind: 'executed', results, notes };
    const report = { turn, turnsLeft: loop.maxTurns - turn, results, notes };
    if (native.length === 0) await send(resultsMessage(report));
    else {
      await send(...answerCalls(native, results));
      if (notes.length > 0) await send(notesMessage(report));
    }
    if (repeated !== undefined) return stopped('repetition', repeated);
    if (notes.length === 0 && loop.mayRest?.(results)) return stopped('stalled', RESTS);
  }
}

/**
 * The forms of a reply. One that goes round in circles, with words or by reading the same again, is held to a call that
 * does something, wherever the endpoint holds a model to a form; what it may call is decided elsewhere.
 */
function outputsOf(profile: EnvelopeProfile, toolbox: Toolbox, all: readonly ToolDeclaration[]) {
  const acts = all.filter(({ name }) => toolbox.get(name)?.effect !== 'read');
  const form = (tools: readonly ToolDeclaration[], calls: 'any' | 'some') =>
    ({ name: 'agent_turn', schema: turnSchema(profile, tools, calls), holdsCalls: true }) as const;
  return {
    anything: form(all, 'any'),
    'a call': form(all, 'some'),
    'an act': form(acts.length > 0 ? acts : all, 'some'),
  };
}

/** What the agent is told of a reply that it can do better, by the fault's code; its text is not in the conversation. */
const ADVICE: ReadonlyMap<string, string> = new Map([
  [
    'truncated',
    'it was longer than one reply may be, and was cut off. Make fewer calls in one reply, and write less in each',
  ],
  ['endless', 'it repeated the same text without end. Write something else, and shorter'],
  ['empty', 'it was empty'],
  ['several_answers', 'it gave several answers'],
]);

const NOTHING_NEW =
  'nothing was changed: the files are like that already. When the work is done, end it as your rules say instead of writing it again';

/** Whether all the reply did was to write what is there already. */
function wroteNothingNew(results: readonly CallResult[], toolbox: Toolbox): boolean {
  const isSame = ({ tool, status, response }: CallResult): boolean =>
    status === 'ok' &&
    toolbox.get(tool)?.effect === 'write' &&
    isObject(response) &&
    response['changed'] === false;
  return results.length > 0 && results.every(isSame);
}

const RESTS = 'the agent has given out all that can be begun, and waits for reports';

type Reply = Exclude<ModelReply, { kind: 'fault' }>;

function parseReply(reply: Reply, profile: EnvelopeProfile): Result<Envelope> {
  if (reply.kind === 'answer') return parseEnvelope(reply.text, textProfile(profile));
  if (profile === 'calls/1') return parseNativeCalls(reply.text, reply.calls);
  return fail('the reply must be text with a single JSON object, not native tool calls');
}

const reminderOf = (halting: readonly string[]): string =>
  `You called no tool, so nothing was done: saying what you will do does not do it. Call the tools of your next step now, or call ${halting.join(' or ')}. Another reply without a call ends the run.`;

function repairMessage(fault: string, profile: EnvelopeProfile, repair: number): string {
  const refused = `Your reply was not accepted, and nothing of it was run: ${fault}. `;
  const count = `(repair ${repair} of ${MAX_REPAIRS})`;
  if (profile === 'calls/1')
    return `${refused}Call the tools again, each with exactly one JSON object as its arguments ${count}.`;
  return (
    `${refused}` +
    `Reply again with exactly one JSON object {"${NOTE_KEY[profile]}": "…", "tool_calls": [{"tool_name": "…", "arguments": {…}}]} ` +
    `and nothing around it ${count}.`
  );
}
