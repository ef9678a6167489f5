import type { PlanEvent } from '../../core/plan/plan-events.ts';
import type { RoutaEvent } from '../../core/routa/events.ts';
import type { HistoryEntry } from '../../core/runs/history.ts';
import type { RunLine } from '../../core/runs/reconcile.ts';
import type { AgentEvent } from '../../core/taskagent/events.ts';
import type { TicketEvent } from '../../core/tickets/events.ts';
import type { RunEvent } from '../../core/workorder/events.ts';
import type { Colours } from './colours.ts';

/** What a person reads of a stored run. */
export interface LinePrinter {
  /** Of each event in order; `undefined` when it is not of interest. */
  line(event: RunLine, c: Colours): string | undefined;
  /** What is known after the last event, before the change is shown. */
  readonly beforeDiff?: (c: Colours) => string;
  /** How it ended; left out: its outcome and headline. */
  readonly end?: (c: Colours) => string;
}

/** The printer of a run's workflow; only this one is loaded. */
export async function linePrinter({ runId, source }: HistoryEntry): Promise<LinePrinter> {
  switch (source.kind) {
    case 'work order':
      return orderPrinter(runId);
    case 'agent': {
      const { agentLine } = await import('./agent-lines.ts');
      return { line: (event, c) => agentLine(event as AgentEvent, c) };
    }
    case 'ticket': {
      const { ticketLine } = await import('./ticket-lines.ts');
      return { line: (event, c) => ticketLine(event as TicketEvent, c) };
    }
    case 'routa': {
      const { routaLine } = await import('./routa-lines.ts');
      return { line: (event, c) => routaLine(event as RoutaEvent, c) };
    }
    case 'plan': {
      const { planLine } = await import('./plan-lines.ts');
      return { line: (event, c) => planLine(event as PlanEvent, c) };
    }
    // A workflow without lines of its own is read as its transcript.
    default: {
      const transcript = (await (await source.open()).transcript(runId)) ?? '';
      return { line: () => undefined, beforeDiff: () => transcript };
    }
  }
}

async function orderPrinter(runId: string): Promise<LinePrinter> {
  const [{ stageLine }, { outcomeText }, { printEvidence }, { initialState, reduce }] = await Promise.all([
    import('./stage-lines.ts'),
    import('./outcome-line.ts'),
    import('./evidence.ts'),
    import('../../core/workorder/state.ts'),
  ]);
  let state = initialState(runId);
  return {
    line(event, c) {
      state = reduce(state, event as RunEvent);
      return stageLine(event as RunEvent, state, c);
    },
    beforeDiff: c => (state.evidence ? `\n${printEvidence(state.evidence, c, 'all')}` : ''),
    end: c => outcomeText(state, c) || '\ninterrupted\n',
  };
}
