import type { AgentRow } from '../core/panel/agents-list.ts';
import type { RoutaWorkspace } from '../core/routa/workspace.ts';
import type { HistoryEntry } from '../core/runs/history.ts';
import type { AgentState } from '../core/taskagent/state.ts';
import type { TicketState } from '../core/tickets/state.ts';

/** The row of a run of agents as the Agents view shows it; `undefined` for runs of other kinds. */
export async function agentRowOf({ source, runId }: HistoryEntry): Promise<AgentRow | undefined> {
  if (source.kind !== 'agent' && source.kind !== 'ticket' && source.kind !== 'routa') return undefined;
  const state = await (await source.open()).state(runId);
  if (state === undefined) return undefined;
  const run = { lastAt: 0, isRunning: true };
  // The state of a run is of its own workflow.
  switch (source.kind) {
    case 'agent':
      return (await import('../core/panel/task-agents.ts')).taskAgentRow({
        ...run,
        state: state as AgentState,
      });
    case 'ticket':
      return (await import('../core/panel/ticket-rows.ts')).ticketRow({
        ...run,
        state: state as TicketState,
      });
    case 'routa':
      return (await import('../core/panel/routa-workspaces.ts')).routaRow({
        ...run,
        state: state as RoutaWorkspace,
      });
  }
}

type Line = { readonly type: string };

/** What a person has not answered yet, as far as the journal says it. */
export function waitsIn(events: readonly Line[]): readonly string[] {
  const open = new Map<string, string>();
  for (const event of events) {
    const { number, agentId, question } = event as {
      readonly number?: number;
      readonly agentId?: string;
      readonly question?: string;
    };
    const of = agentId === undefined ? '' : ` of ${agentId}`;
    const key = `change ${number}${of}`;
    if (event.type === 'proposed')
      open.set(key, `change ${number}${of} is looked at, or waits for your yes where the run was started`);
    if (event.type === 'reviewed' || event.type === 'applied') open.delete(key);
    if (event.type === 'turn_started' && agentId === undefined) open.clear();
    if (event.type === 'asked') open.set('question', `asks: ${question ?? ''}`);
    if (event.type === 'resumed') open.delete('question');
    if (event.type === 'plan_proposed')
      open.set('plan', 'a plan waits for your approval where the run was started');
    if (event.type === 'plan_reviewed') open.delete('plan');
  }
  return [...open.values()];
}
