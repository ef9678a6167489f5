import { type AgentLoop, type LoopEnd, runAgentLoop } from '../conversation/agent-loop.ts';
import { allowRequest } from '../conversation/budget.ts';
import { LONG_CONVERSATION } from '../conversation/compact.ts';
import { recordConversation } from '../conversation/record-conversation.ts';
import type { ModelMessage } from '../ports/model.ts';
import { steerConversation } from '../runs/steered-conversation.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { instructionsFor, PROFILE } from './briefing.ts';
import { loadTicketPrompt, type TicketPrompt } from './load-prompt.ts';
import { DEVELOPER_HALTS, MANAGER_HALTS } from './roles.ts';
import type { TicketRun } from './run-request.ts';
import type { TicketAgent } from './status.ts';

/** A conversation that was interrupted and continues. */
export interface ResumedConversation {
  /** The transcript, word for word. */
  readonly earlier: readonly ModelMessage[];
  /** What the agent is sent now. */
  readonly newMessages: readonly ModelMessage[];
  readonly turns: number;
}

export type ConversationEnd = LoopEnd | { readonly kind: 'no_prompt'; readonly reasons: readonly string[] };

export interface Conversation extends Pick<AgentLoop, 'before' | 'after' | 'gate' | 'closeTurn'> {
  readonly agent: TicketAgent;
  readonly prompt: TicketPrompt;
  readonly toolbox: Toolbox;
  readonly allowed: readonly string[];
  readonly continuation: ResumedConversation | undefined;
  /** The first message after the instructions. */
  readonly brief: () => ModelMessage;
  /** Why the agent must not be asked again, if so. */
  readonly halt?: () => string | undefined;
  readonly onTurn?: (turn: number, note: string) => void;
}

/** One conversation of one agent, from its prompt to the call that ends it or a limit. */
export async function runConversation(run: TicketRun, conversation: Conversation): Promise<ConversationEnd> {
  const { settings, recorder } = run;
  const { spending = { caps: [] }, maxTurnsPerConversation, maxTurnsPerTicket } = settings;
  const model = settings.models[conversation.agent];
  const opened = await openConversation(run, conversation);
  if (!opened.ok) return { kind: 'no_prompt', reasons: opened.error };
  const turnsBefore = conversation.continuation?.turns ?? 0;
  const observer = recordConversation(event => recorder.record(event), model, spending.prices);
  return runAgentLoop({
    ...observer,
    ...steerConversation(
      run.steered,
      event => recorder.record(event),
      inputTokens => {
        const reason =
          conversation.halt?.() ??
          (recorder.state.turns - run.turnsBefore >= maxTurnsPerTicket
            ? `the limit of ${maxTurnsPerTicket} turns of the ticket is reached`
            : undefined);
        if (reason !== undefined) return { kind: 'stop', reason };
        return allowRequest(model, inputTokens, recorder.state.spent, spending);
      },
    ),
    ...(settings.onCall ? { onCall: settings.onCall } : {}),
    model,
    role: conversation.agent,
    profile: PROFILE,
    messages: opened.value,
    toolbox: conversation.toolbox,
    allowed: conversation.allowed,
    terminal: [...MANAGER_HALTS, ...DEVELOPER_HALTS],
    halting: conversation.agent === 'manager' ? MANAGER_HALTS : DEVELOPER_HALTS,
    turns: 'many',
    turnsBefore,
    maxTurns: turnsBefore + maxTurnsPerConversation,
    compaction: { above: () => LONG_CONVERSATION, digest: () => conversation.brief().text },
    patience: settings.patience,
    signal: settings.signal,
    before: conversation.before,
    ...(conversation.after ? { after: conversation.after } : {}),
    ...(conversation.gate ? { gate: conversation.gate } : {}),
    closeTurn: conversation.closeTurn,
    onEnvelope: async (envelope, turn) => {
      conversation.onTurn?.(turn, envelope.note);
      await observer.onEnvelope(envelope, turn);
    },
  });
}

async function openConversation({ ports, recorder }: TicketRun, conversation: Conversation) {
  const { continuation } = conversation;
  if (continuation) {
    for (const message of continuation.newMessages) {
      if (message.role === 'user' || message.role === 'tool')
        await recorder.record({ type: 'told', ...message });
    }
    return { ok: true, value: [...continuation.earlier, ...continuation.newMessages] } as const;
  }
  const loaded = await loadTicketPrompt(conversation.prompt, ports.workspace.files);
  if (!loaded.ok) return loaded;
  const { text, override } = loaded.value;
  const messages = [instructionsFor(text, conversation.agent), conversation.brief()];
  const { currentDeveloperMode: mode, pendingReport } = recorder.state;
  await recorder.record({
    type: 'talk_started',
    agent: conversation.agent,
    ...(conversation.agent === 'developer' && mode ? { mode } : {}),
    prompt: { name: `${conversation.prompt}.txt`, ...override },
    messages,
    tellsReport: conversation.agent === 'manager' && pendingReport !== undefined,
  });
  return { ok: true, value: messages } as const;
}
