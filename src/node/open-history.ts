import path from 'node:path';
import type { Files } from '../core/ports/files.ts';
import { History, type HistorySource } from '../core/runs/history.ts';
import type { RunLine } from '../core/runs/reconcile.ts';
import { createStoredRuns, type StoredRuns } from '../core/runs/stored-runs.ts';
import type { Workflow } from '../core/runs/workflow.ts';
import { createHold } from './journal/hold-run.ts';
import { createJournals } from './journal/journals.ts';
import { sha256, systemClock } from './system.ts';

export interface HistoryPlaces {
  /** The user's folder (absolute). */
  readonly root: string;
  /** Its state, outside of it. */
  readonly stateDir: string;
  readonly files: Files;
}

/**
 * Every run of a folder. Listing reads summaries and journals and loads nothing else: no models, no linters, no index,
 * no git. The workflow of a run is loaded when that run is shown or ended.
 */
export function openHistory(places: HistoryPlaces): History {
  const source = <E extends RunLine & { readonly at: number }, S, O>(
    kind: HistorySource['kind'],
    folder: string,
    load: () => Promise<Workflow<E, S, O>>,
  ): HistorySource => {
    const stateDir = path.join(places.stateDir, folder);
    const journals = createJournals<E>(stateDir, systemClock, { transactions: places.stateDir });
    return {
      kind,
      list: () => journals.list(),
      async open(): Promise<StoredRuns<RunLine, unknown>> {
        const workflow = await load();
        const hold = createHold({ ...places, runsDir: stateDir, what: workflow.name });
        const { files } = places;
        return createStoredRuns(
          async () => ({ files, journals, clock: systemClock, sha256, hold }),
          workflow,
        );
      },
    };
  };
  return new History([
    source('work order', '.', async () => (await import('../core/workorder/workflow.ts')).orderWorkflow),
    source('plan', 'plans', async () => (await import('../core/plan/workflow.ts')).planWorkflow),
    source('agent', 'agents', async () => (await import('../core/taskagent/workflow.ts')).agentWorkflow),
    source('ticket', 'tickets', async () => (await import('../core/tickets/workflow.ts')).ticketWorkflow),
    source('routa', 'routa', async () => (await import('../core/routa/workflow.ts')).routaWorkflow),
  ]);
}
