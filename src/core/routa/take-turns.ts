import { type LoopEnd, runAgentLoop } from '../conversation/agent-loop.ts';
import { type Allowance, allowRequest } from '../conversation/budget.ts';
import { recordTalk } from '../conversation/record-talk.ts';
import { restoreTalk } from '../conversation/restore-talk.ts';
import type { Model, ModelMessage } from '../ports/model.ts';
import type { ToolEffect } from '../tools/tool.ts';
import type { AgentSession, Hosting } from './agent-session.ts';
import type { Taken } from './events.ts';
import { arrivedFor } from './inbox.ts';
import { instructionsFor } from './instructions.ts';
import { reviewPlan } from './plan-review.ts';
import { reminderFor } from './reminder.ts';
import { REPORTING_TOOLS, toolsOf } from './roles.ts';

export interface TurnTaking extends Hosting {
  /** A limit of the whole workspace is reached: nobody goes on. */
  readonly halt: (reason: string) => void;
}

/**
 * One agent's turns with its model, until it reports, waits or is stopped by a limit. Each time it may ask the model
 * it is told what arrived meanwhile.
 */
export async function takeTurns(taking: TurnTaking, session: AgentSession): Promise<LoopEnd> {
  const { desk, settings, slots } = taking;
  const { agent, toolbox, turns, signal } = session;
  const { workspace, recorder } = desk;
  const { spending = { caps: [] } } = settings;
  const { model, note } = settings.modelFor({ role: agent.role, tier: agent.tier });
  const isFirst = agent.talk.length === 0;
  if (isFirst && note !== undefined)
    await recorder.record({ type: 'warning', agentId: agent.id, sentence: note });

  const talk = recordTalk(event => recorder.record({ ...event, agentId: agent.id }), model, spending.prices);
  let letGo: () => void = () => undefined;
  let told: { readonly text: string; readonly took: Taken } | undefined;
  let planRefused: string | undefined;

  try {
    return await runAgentLoop({
      model: releasing(model, () => letGo()),
      role: agent.id,
      profile: 'thoughts/1',
      messages: await openTalk(),
      toolbox,
      allowed: toolsOf(agent.role),
      terminal: REPORTING_TOOLS,
      halting: REPORTING_TOOLS,
      turns: 'many',
      turnsBefore: agent.turns,
      maxTurns: maxTurns(),
      allow,
      signal,
      before: async (name: string, effect: ToolEffect | undefined) =>
        planRefused !== undefined && effect === 'coordinate'
          ? `not run: ${planRefused}`
          : turns.before(name, effect),
      gate: turns.gate,
      closeTurn: turns.closeTurn,
      inbox: async () => {
        letGo = await slots.take(signal);
        told = arrivedFor(agent);
        return told?.text;
      },
      remind: () => reminderFor(workspace, agent),
      ...talk,
      onCall: call => settings.onCall?.(agent.id, call),
      onTold: message =>
        recorder.record({
          type: 'told',
          agentId: agent.id,
          ...message,
          ...(told?.text === message.text ? { took: told.took } : {}),
        }),
      onEnvelope: async (envelope, turn) => {
        session.beginTurn(turn, envelope.note);
        await talk.onEnvelope(envelope, turn);
        planRefused = agent.role === 'ROUTA' ? await decidePlan(turn, envelope.note) : undefined;
      },
    });
  } finally {
    letGo();
  }

  /** Instructions once; afterwards the talk as it was, and what its last reply came to. */
  async function openTalk(): Promise<readonly ModelMessage[]> {
    if (isFirst) {
      const text = instructionsFor(agent, workspace.name, toolbox);
      await recorder.record({ type: 'told', agentId: agent.id, role: 'system', text });
      return [{ role: 'system', text }];
    }
    const { messages, untold } = restoreTalk(agent.talk);
    for (const { text } of untold)
      await recorder.record({ type: 'told', agentId: agent.id, role: 'user', text });
    return [...messages, ...untold];
  }

  function maxTurns(): number {
    const begun = agent.open.map(a => a.turnsBefore);
    if (begun.length === 0) return agent.turns + settings.turnsPerWorkspace;
    return Math.min(...begun) + settings.turnsPerAssignment;
  }

  function allow(inputTokens: number): Allowance {
    const allowance: Allowance =
      workspace.turns - taking.turnsBefore >= settings.turnsPerWorkspace
        ? {
            kind: 'stop',
            reason: `the limit of ${settings.turnsPerWorkspace} turns of the workspace is reached`,
          }
        : allowRequest(model, inputTokens, workspace.spent, spending);
    if (allowance.kind === 'stop') taking.halt(allowance.reason);
    return allowance;
  }

  async function decidePlan(turn: number, words: string): Promise<string | undefined> {
    const plan = await reviewPlan(desk, settings.reviewer, { agentId: agent.id, turn, note: words }, signal);
    if (plan.kind === 'approved')
      turns.note(`the plan was approved; its tasks: ${plan.tasks.map(t => t.taskId).join(', ')}`);
    if (plan.kind !== 'refused') return undefined;
    turns.note(plan.reason);
    return plan.reason;
  }
}

/** The same model; the slot is let go as soon as it has answered. */
const releasing = (model: Model, letGo: () => void): Model => ({
  label: model.label,
  ...(model.identity ? { identity: model.identity } : {}),
  ask: request => model.ask(request).finally(letGo),
});
