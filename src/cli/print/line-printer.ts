import type { HistoryEntry } from '../../core/runs/history.ts';
import type { RunLine } from '../../core/runs/reconcile.ts';
import type { RunEvent } from '../../core/workorder/events.ts';
import type { Colours } from './colours.ts';

/** What a person reads of a stored run. */
export interface LinePrinter {
  /** Of each event in order; `undefined` when it is not of interest. */
  line(event: RunLine, c: Colours): string | undefined;
  /** What is known after the last event, before the change is shown. */
  readonly beforeDiff?: (c: Colours) => string;
  /** How it ended; left out, also of one that has not ended: its outcome and headline. */
  readonly end?: (c: Colours) => string | undefined;
}

type LineOf = (event: never, c: Colours) => string | undefined;

/** Only the one that is asked for is loaded. */
const LINES = {
  agent: async (): Promise<LineOf> => (await import('./agent-lines.ts')).agentLine,
  ticket: async (): Promise<LineOf> => (await import('./ticket-lines.ts')).ticketLine,
  routa: async (): Promise<LineOf> => (await import('./routa-lines.ts')).routaLine,
  wrap: async (): Promise<LineOf> => (await import('./wrap-lines.ts')).wrapLine,
  plan: async (): Promise<LineOf> => (await import('./plan-lines.ts')).planLine,
};

/** The printer of a run's workflow. */
export async function linePrinter({ runId, source }: HistoryEntry): Promise<LinePrinter> {
  if (source.kind === 'work order') return orderPrinter(runId);
  if (isKeyOf(LINES, source.kind)) {
    const lineOf = await LINES[source.kind]();
    // The lines of a run are of its own workflow.
    return { line: (event, c) => lineOf(event as never, c) };
  }
  // A workflow without lines of its own is read as its transcript.
  const transcript = (await (await source.open()).transcript(runId)) ?? '';
  return { line: () => undefined, beforeDiff: () => transcript };
}

const isKeyOf = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key);

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
    end: c => outcomeText(state, c) || undefined,
  };
}
