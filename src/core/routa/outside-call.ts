import type { EnvelopeCall } from '../conversation/envelope.ts';
import { type CallResult, executeCalls } from '../conversation/execute-calls.ts';
import { throwIfCancelled } from '../kernel/cancel.ts';
import type { AgentSession } from './agent-session.ts';
import { arrivedFor } from './inbox.ts';
import { REPORTING_TOOLS, toolsOf } from './roles.ts';
import type { TaskBoard } from './task-board.ts';

/** What a call from outside came to, and what arrived for the agent meanwhile. */
export interface OutsideAnswer {
  readonly result: CallResult;
  readonly notes: readonly string[];
  readonly arrived?: string;
}

/** One call of an agent that is played from outside is one turn of it: the same tools, table and gate. */
export async function callFromOutside(
  board: TaskBoard,
  session: AgentSession,
  { client, ...call }: EnvelopeCall & { readonly client?: string },
  cancelled: AbortSignal,
): Promise<OutsideAnswer> {
  const { agent, gate, turns } = session;
  const { recorder } = board;
  const agentId = agent.id;
  const turn = agent.turns + 1;
  await session.refresh();
  session.beginTurn(turn, call.name);
  if (client !== undefined && client !== agent.client)
    await recorder.record({ type: 'joined', agentId, client });
  await recorder.record({
    type: 'turn_started',
    agentId,
    turn,
    note: call.name,
    calls: 1,
    fenced: false,
  });
  const signal = AbortSignal.any([session.signal, cancelled]);
  try {
    const [result] = await executeCalls([call], {
      toolbox: session.toolbox,
      caller: agentId,
      allowed: toolsOf(agent.role),
      terminal: REPORTING_TOOLS,
      halting: REPORTING_TOOLS,
      signal,
      before: turns.before,
      gate: {
        ...turns.gate,
        decide: () => {
          throwIfCancelled(signal);
          return turns.gate.decide();
        },
      },
      onResult: ({ tool, args: given, status, response }, index) =>
        recorder.record({ type: 'called', agentId, turn, index, tool, args: given, status, response }),
    });
    throwIfCancelled(signal);
    const notes = await turns.closeTurn();
    if (!result) throw new Error('a call gave no result');
    const arrived = arrivedFor(agent);
    if (arrived) await recorder.record({ type: 'told', agentId, role: 'user', ...arrived });
    return { result, notes, ...(arrived ? { arrived: arrived.text } : {}) };
  } finally {
    // Of a call that was cancelled nothing may reach the disk with the next one.
    gate.staging.discard();
  }
}
