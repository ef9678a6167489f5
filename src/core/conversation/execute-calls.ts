import type { ToolEffect } from '../tools/tool.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { saysChanged } from './changed-nothing.ts';
import type { EnvelopeCall } from './envelope.ts';

export type CallStatus =
  | 'ok'
  /** The tool ran and answered with an error. */
  | 'error'
  /** Not let through: unknown tool, not this role's, wrong arguments. */
  | 'refused'
  /** Skipped because of what happened before it. */
  | 'not_run';

export interface CallResult {
  readonly tool: string;
  readonly args: unknown;
  readonly status: CallStatus;
  /** The tool's exact response, or why there is none. */
  readonly response: unknown;
}

/** What comes between the calls of a reply and the workspace. */
export interface CallGate {
  /** Each change is decided on at once, instead of all of a reply together. */
  readonly isPerCall: boolean;
  /** Whether a change of this effect waits for a decision. */
  readonly waits: (effect: ToolEffect | undefined) => boolean;
  /** Whether a call of this effect relies on what waits. */
  readonly relies: (effect: ToolEffect | undefined) => boolean;
  /** Decides on what waits; the value is why it was refused. */
  readonly decide: () => Promise<string | undefined>;
}

export interface ExecuteOptions {
  readonly toolbox: Toolbox;
  /** Who calls, for refusals. */
  readonly caller: string;
  readonly allowed: readonly string[];
  /** Tools that end a cycle, an assignment or a question; never run after a failed change. */
  readonly terminal: readonly string[];
  /** Tools after whose success no further call of the envelope runs. */
  readonly halting: readonly string[];
  /** Asked after such a success: whether the agent has more to say in this reply that would end it as well. */
  readonly hasMoreToEnd?: (() => boolean) | undefined;
  readonly signal: AbortSignal;
  /** Asked before each call that would run; a reason keeps it from running. */
  readonly before?: (name: string, effect: ToolEffect | undefined) => Promise<string | undefined>;
  /** May put another result in place of the tool's: what the call came to once a person decided. */
  readonly after?: (result: CallResult, effect: ToolEffect | undefined) => Promise<CallResult>;
  /** Between the calls and the workspace; nothing waits without it. */
  readonly gate?: CallGate;
  /** A call begins to run. */
  readonly onCall?: (call: EnvelopeCall) => void;
  readonly onResult: (result: CallResult, index: number) => Promise<void>;
}

/** Effects that change something outside the conversation. */
export const MUTATING: ReadonlySet<ToolEffect> = new Set(['write', 'vcs', 'coordinate']);

/**
 * Runs the calls of one envelope in order, one result per call in the same order. A result is given out when it is
 * certain: what waits for a decision is reported as it was decided, and later results wait behind it. After a failed
 * change the remaining changes and terminal calls are `not_run`; failed reads stop nothing.
 */
export async function executeCalls(
  calls: readonly EnvelopeCall[],
  options: ExecuteOptions,
): Promise<readonly CallResult[]> {
  const { toolbox, caller, allowed, terminal, halting, signal } = options;
  const results: CallResult[] = [];
  let failedChange: string | undefined;
  let haltedBy: string | undefined;
  let reported = 0;
  const waiting = new Set<number>();

  /** Nothing is reported before it is decided, and everything in order. */
  const decideWaiting = async () => {
    const refused = await options.gate?.decide();
    for (const i of waiting) {
      const result = results[i];
      if (refused === undefined || result === undefined) continue;
      results[i] = refusedResult(result, refused);
      failedChange ??= `call ${i} (${result.tool})`;
    }
    waiting.clear();
    await report();
  };
  const report = async () => {
    for (; waiting.size === 0 && reported < results.length; reported++) {
      const result = results[reported];
      if (result) await options.onResult(result, reported);
    }
  };
  for (const [i, { name, args }] of calls.entries()) {
    const effect = toolbox.get(name)?.effect;
    if (haltedBy === undefined && options.gate?.relies(effect)) await decideWaiting();
    // An unknown tool may have been meant to change something.
    const changes = effect === undefined || MUTATING.has(effect);
    const isTerminal = terminal.includes(name);
    const skip =
      haltedBy !== undefined
        ? `not run: ${haltedBy} ended this reply`
        : failedChange !== undefined && (changes || isTerminal)
          ? `not run: ${failedChange} failed before it`
          : await options.before?.(name, effect);
    if (skip === undefined) options.onCall?.({ name, args });
    const answer: CallResult =
      skip === undefined
        ? await runCall(name, args)
        : { tool: name, args, status: 'not_run', response: { error: skip, changed: false } };
    const result = skip === undefined && options.after ? await options.after(answer, effect) : answer;
    results.push(result);
    if (result.status === 'ok' && options.gate?.waits(effect) && saysChanged(result.response)) waiting.add(i);
    if (options.gate?.isPerCall && waiting.has(i)) await decideWaiting();
    else await report();
    const decided = results[i] ?? result;
    if (decided.status === 'ok') {
      if (halting.includes(name) && options.hasMoreToEnd?.() !== true) haltedBy = `call ${i} (${name})`;
    } else if (changes || isTerminal) {
      failedChange ??= `call ${i} (${name})`;
    }
  }
  await decideWaiting();
  return results;

  async function runCall(name: string, args: Readonly<Record<string, unknown>>): Promise<CallResult> {
    const outcome = await toolbox.call(caller, allowed, name, JSON.stringify(args), { signal });
    if (outcome.kind === 'refused')
      return { tool: name, args, status: 'refused', response: outcome.response };
    return {
      tool: name,
      args,
      status: isFailure(outcome.response) ? 'error' : 'ok',
      response: outcome.response,
    };
  }
}

/** A change that no one let through: what the call answered is not what happened. */
function refusedResult({ tool, args, response }: CallResult, error: string): CallResult {
  const path =
    typeof response === 'object' && response !== null && 'path' in response ? response.path : undefined;
  return {
    tool,
    args,
    status: 'error',
    response: { ...(path === undefined ? {} : { path }), error, changed: false },
  };
}

/** Responses tell failure by `error`, or by `ok: false` where the document's shape has it. */
function isFailure(response: unknown): boolean {
  if (typeof response !== 'object' || response === null || Array.isArray(response)) return false;
  return 'error' in response || ('ok' in response && response.ok === false);
}
