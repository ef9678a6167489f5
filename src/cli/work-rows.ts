import type { RoutaWorkspace } from '../core/routa/workspace.ts';
import type { HistoryEntry } from '../core/runs/history.ts';
import { INTERRUPTED } from '../core/runs/interrupted.ts';
import type { WorkRow } from '../core/runs/work-rows.ts';
import type { AgentEvent } from '../core/taskagent/events.ts';
import type { TicketEvent } from '../core/tickets/events.ts';
import type { TicketState } from '../core/tickets/state.ts';
import { openRuns } from './history.ts';
import type { CommandLine } from './options.ts';

/** What each task of a stored run of agents came to; none for runs of other kinds. Only what is asked for is loaded. */
export async function workRowsOf({ source, runId }: HistoryEntry): Promise<readonly WorkRow[]> {
  if (source.kind !== 'agent' && source.kind !== 'ticket' && source.kind !== 'routa') return [];
  const runs = await source.open();
  const [events, state] = [await runs.events(runId), await runs.state(runId)];
  if (events === undefined || state === undefined) return [];
  // Lines and state of a run are of its own workflow.
  switch (source.kind) {
    case 'agent':
      return (await import('../core/taskagent/work-rows.ts')).agentRows(
        events as readonly AgentEvent[],
        (await runs.underWay(runId)) ?? INTERRUPTED,
      );
    case 'ticket':
      return (await import('../core/tickets/work-rows.ts')).ticketRows(
        events as readonly TicketEvent[],
        state as TicketState,
      );
    case 'routa':
      return (await import('../core/routa/work-rows.ts')).routaRows(state as RoutaWorkspace);
  }
}

/** The same by the run's id; none where it left no record. */
export async function workRowsOfRun(line: CommandLine, runId: string): Promise<readonly WorkRow[]> {
  const found = await openRuns(line).history.find(runId);
  return found.ok ? workRowsOf(found.value) : [];
}
