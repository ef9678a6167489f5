import { type AgentLoop, type LoopEnd, runAgentLoop } from '../conversation/agent-loop.ts';
import { allowRequest } from '../conversation/budget.ts';
import { recordTalk } from '../conversation/record-talk.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { instructionsFor, PROFILE } from './briefing.ts';
import { loadTicketPrompt, type TicketPrompt } from './load-prompt.ts';
import { DEVELOPER_HALTS, MANAGER_HALTS } from './roles.ts';
import type { TicketRun } from './run-request.ts';
import type { TicketAgent } from './status.ts';

/** A talk that was interrupted and goes on. */
export interface Continuation {
  /** The transcript, word for word. */
  readonly earlier: readonly ModelMessage[];
  /** What the agent is told now. */
  readonly told: readonly ModelMessage[];
  readonly turns: number;
}

export type TalkEnd = LoopEnd | { readonly kind: 'no_prompt'; readonly reasons: readonly string[] };

export interface Talk extends Pick<AgentLoop, 'before' | 'after' | 'gate' | 'closeTurn'> {
  readonly agent: TicketAgent;
  readonly prompt: TicketPrompt;
  readonly toolbox: Toolbox;
  readonly allowed: readonly string[];
  readonly continuation: Continuation | undefined;
  /** The first message after the instructions. */
  readonly brief: () => ModelMessage;
  /** Why the agent must not be asked again, if so. */
  readonly halt?: () => string | undefined;
  readonly onTurn?: (turn: number, note: string) => void;
}

/** One talk of one agent, from its prompt to the call that ends it or a limit (rows 000-050 … 000-053). */
export async function runTalk(run: TicketRun, talk: Talk): Promise<TalkEnd> {
  const { settings, recorder } = run;
  const { spending = { caps: [] }, maxTurnsPerTalk, maxTurnsPerTicket } = settings;
  const model = settings.models[talk.agent];
  const opened = await openTalk(run, talk);
  if (!opened.ok) return { kind: 'no_prompt', reasons: opened.error };
  const turnsBefore = talk.continuation?.turns ?? 0;
  const observer = recordTalk(event => recorder.record(event), model, spending.prices);
  return runAgentLoop({
    ...observer,
    ...(settings.onCall ? { onCall: settings.onCall } : {}),
    model,
    role: talk.agent,
    profile: PROFILE,
    messages: opened.value,
    toolbox: talk.toolbox,
    allowed: talk.allowed,
    terminal: [...MANAGER_HALTS, ...DEVELOPER_HALTS],
    halting: talk.agent === 'manager' ? MANAGER_HALTS : DEVELOPER_HALTS,
    turns: 'many',
    turnsBefore,
    maxTurns: turnsBefore + maxTurnsPerTalk,
    allow: inputTokens => {
      const reason =
        talk.halt?.() ??
        (recorder.state.turns - run.turnsBefore >= maxTurnsPerTicket
          ? `the limit of ${maxTurnsPerTicket} turns of the ticket is reached`
          : undefined);
      if (reason !== undefined) return { kind: 'stop', reason };
      return allowRequest(model, inputTokens, recorder.state.spent, spending);
    },
    signal: settings.signal,
    before: talk.before,
    ...(talk.after ? { after: talk.after } : {}),
    ...(talk.gate ? { gate: talk.gate } : {}),
    closeTurn: talk.closeTurn,
    onEnvelope: async (envelope, turn) => {
      talk.onTurn?.(turn, envelope.note);
      await observer.onEnvelope(envelope, turn);
    },
  });
}

async function openTalk({ ports, recorder }: TicketRun, talk: Talk) {
  const { continuation } = talk;
  if (continuation) {
    for (const message of continuation.told) {
      if (message.role === 'user' || message.role === 'tool')
        await recorder.record({ type: 'told', ...message });
    }
    return { ok: true, value: [...continuation.earlier, ...continuation.told] } as const;
  }
  const loaded = await loadTicketPrompt(talk.prompt, ports.workspace.files);
  if (!loaded.ok) return loaded;
  const { text, override } = loaded.value;
  const messages = [instructionsFor(text), talk.brief()];
  const { currentDeveloperMode: mode, pendingReport } = recorder.state;
  await recorder.record({
    type: 'talk_started',
    agent: talk.agent,
    ...(talk.agent === 'developer' && mode ? { mode } : {}),
    prompt: { name: `${talk.prompt}.txt`, ...override },
    messages,
    tellsReport: talk.agent === 'manager' && pendingReport !== undefined,
  });
  return { ok: true, value: messages } as const;
}
