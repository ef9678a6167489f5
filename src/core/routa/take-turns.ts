import { type LoopEnd, runAgentLoop } from '../conversation/agent-loop.ts';
import { type Allowance, allowRequest } from '../conversation/budget.ts';
import { applyCompaction, beginAnew } from '../conversation/compact.ts';
import { recordConversation } from '../conversation/record-conversation.ts';
import { restoreConversation } from '../conversation/restore-conversation.ts';
import type { Model, ModelMessage } from '../ports/model.ts';
import type { ToolEffect } from '../tools/tool.ts';
import type { AgentSession, Hosting } from './agent-session.ts';
import { isAlive } from './agent-status.ts';
import { digestOf, isAtSomethingNew, longFor } from './digest.ts';
import type { Taken } from './events.ts';
import { hasGivenOutAll } from './given-out.ts';
import { arrivedFor } from './inbox.ts';
import { instructionsFor } from './instructions.ts';
import { allowOfAgent } from './own-budgets.ts';
import { reviewPlan } from './plan-review.ts';
import { reminderFor } from './reminder.ts';
import { REPORTING_TOOLS, toolsIn } from './roles.ts';

export interface TurnTaking extends Hosting {
  /** A limit of the whole workspace is reached: no one continues. */
  readonly halt: (reason: string) => void;
  /** Takes what a person said meanwhile. */
  readonly steer: () => Promise<void>;
  /** A person wants no further reply: why. */
  readonly paused: () => string | undefined;
}

/**
 * One agent's turns with its model, until it reports, waits or is stopped by a limit. Each time it may ask the model
 * it is told what arrived meanwhile.
 */
export async function takeTurns(taking: TurnTaking, session: AgentSession): Promise<LoopEnd> {
  const { board, settings, slots } = taking;
  const { agent, toolbox, turns, signal } = session;
  const { workspace, recorder } = board;
  const { spending = { caps: [] } } = settings;
  const { model, note } = settings.modelFor({ role: agent.role, tier: agent.tier });
  const isFirst = agent.conversation.length === 0;
  if (isFirst && note !== undefined)
    await recorder.record({ type: 'warning', agentId: agent.id, sentence: note });

  const conversation = recordConversation(
    event => recorder.record({ ...event, agentId: agent.id }),
    model,
    spending.prices,
  );
  let release: () => void = () => undefined;
  let arrived: { readonly text: string; readonly took: Taken } | undefined;
  let planRefused: string | undefined;

  try {
    return await runAgentLoop({
      model: releasing(model, () => release()),
      role: agent.id,
      profile: workspace.profile,
      messages: await openConversation(),
      toolbox,
      allowed: toolsIn(workspace.profile, agent.role).filter(name => toolbox.get(name)),
      terminal: REPORTING_TOOLS,
      halting: REPORTING_TOOLS,
      turns: 'many',
      compaction: { above: () => longFor(workspace, agent), digest: () => digestOf(workspace, agent) },
      turnsBefore: agent.turns,
      maxTurns: maxTurns(),
      allow,
      patience: settings.patience,
      signal,
      before: async (name: string, effect: ToolEffect | undefined) =>
        planRefused !== undefined && effect === 'coordinate'
          ? `not run: ${planRefused}`
          : turns.before(name, effect),
      gate: turns.gate,
      closeTurn: turns.closeTurn,
      inbox: async () => {
        await taking.inTurn?.take(agent.id, signal);
        release = await slots.take(signal);
        await taking.steer();
        await session.refresh();
        arrived = arrivedFor(agent);
        return arrived?.text;
      },
      // A GATE may give all its verdicts in one reply.
      hasMoreToEnd: () => agent.open.length > 0,
      remind: () => reminderFor(workspace, agent),
      mayRest: results => hasGivenOutAll(workspace, agent, results),
      ...conversation,
      onCall: call => settings.onCall?.(agent.id, call),
      onMessage: message =>
        recorder.record({
          type: 'told',
          agentId: agent.id,
          ...message,
          ...(arrived?.text === message.text ? { took: arrived.took } : {}),
        }),
      onEnvelope: async (envelope, turn) => {
        session.beginTurn(turn, envelope.note);
        await conversation.onEnvelope(envelope, turn);
        planRefused = agent.role === 'ROUTA' ? await decidePlan(turn, envelope.note) : undefined;
      },
    });
  } finally {
    release();
  }

  /** Instructions once; afterwards the conversation as it was, and what its last reply came to. */
  async function openConversation(): Promise<readonly ModelMessage[]> {
    if (isFirst) {
      const text = instructionsFor(agent, workspace, toolbox);
      await recorder.record({ type: 'told', agentId: agent.id, role: 'system', text });
      return [{ role: 'system', text }];
    }
    const { messages, unsent } = restoreConversation(agent.conversation);
    for (const message of unsent)
      if (message.role === 'user' || message.role === 'tool')
        await recorder.record({ type: 'told', agentId: agent.id, ...message });
    const all = [...messages, ...unsent];
    if (!isAtSomethingNew(workspace, agent)) return all;
    const anew = beginAnew(REPORTED);
    await conversation.onCompacted(anew);
    return applyCompaction(all, anew);
  }

  function maxTurns(): number {
    const begun = agent.open.map(a => a.turnsBefore);
    // The limit of the workspace is reached before, and says so.
    if (begun.length === 0) return agent.turns + settings.turnsPerWorkspace + 1;
    return Math.min(...begun) + settings.turnsPerAssignment;
  }

  function allow(inputTokens: number): Allowance {
    // Ended in a call of its own: there is nothing more to ask.
    if (!isAlive(agent.status)) return { kind: 'stop', reason: agent.cause };
    const paused = taking.paused();
    if (paused !== undefined) return { kind: 'stop', reason: paused };
    const allowance: Allowance =
      workspace.turns - taking.turnsBefore >= settings.turnsPerWorkspace
        ? {
            kind: 'stop',
            reason: `the limit of ${settings.turnsPerWorkspace} turns of the workspace is reached`,
          }
        : allowRequest(model, inputTokens, workspace.spent, spending);
    if (allowance.kind === 'stop') taking.halt(allowance.reason);
    if (allowance.kind === 'stop') return allowance;
    // Its own limits stop this agent alone.
    const own = allowOfAgent(model, inputTokens, workspace, agent, settings);
    return own.kind === 'stop' ? own : allowance;
  }

  async function decidePlan(turn: number, words: string): Promise<string | undefined> {
    const plan = await reviewPlan(board, settings.reviewer, { agentId: agent.id, turn, note: words }, signal);
    if (plan.kind === 'approved')
      turns.note(`the plan was approved; its tasks: ${plan.tasks.map(t => t.taskId).join(', ')}`);
    if (plan.kind !== 'refused') return undefined;
    turns.note(plan.reason);
    return plan.reason;
  }
}

/** What it was given now comes as the next message. */
const REPORTED = 'your earlier tasks are reported';

/** The same model; the slot is released as soon as it has answered. */
const releasing = (model: Model, release: () => void): Model => ({
  ...model,
  ask: request => model.ask(request).finally(release),
});
