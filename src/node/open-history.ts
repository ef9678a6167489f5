import path from 'node:path';
import { listPlans } from '../core/plan/list-plans.ts';
import type { PlanEvent } from '../core/plan/plan-events.ts';
import type { Files } from '../core/ports/files.ts';
import { History, type HistorySource } from '../core/runs/history.ts';
import type { RunLine } from '../core/runs/reconcile.ts';
import { createStoredRuns } from '../core/runs/stored-runs.ts';
import type { Workflow } from '../core/runs/workflow.ts';
import type { RunEvent } from '../core/workorder/events.ts';
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
  const journalsIn = <E>(folder: string) => {
    const stateDir = path.join(places.stateDir, folder);
    return createJournals<E>(stateDir, systemClock, { transactions: places.stateDir });
  };
  /** Of a workflow whose runs have all there is to them. */
  const ofWorkflow = <E extends RunLine & { readonly at: number }, S, O>(
    kind: HistorySource['kind'],
    folder: string,
    load: () => Promise<Workflow<E, S, O>>,
  ): HistorySource => {
    const journals = journalsIn<E>(folder);
    const open = async () => {
      const workflow = await load();
      const runsDir = path.join(places.stateDir, folder);
      const hold = createHold({ ...places, runsDir, what: workflow.name });
      const { files } = places;
      return createStoredRuns(async () => ({ files, journals, clock: systemClock, sha256, hold }), workflow);
    };
    return { kind, list: () => journals.list(), open };
  };
  const [plans, orders] = [journalsIn<PlanEvent>('plans'), journalsIn<RunEvent>('.')];
  return new History([
    ofWorkflow('work order', '.', async () => (await import('../core/workorder/workflow.ts')).orderWorkflow),
    {
      kind: 'plan',
      list: () => listPlans(plans, orders),
      open: async () => (await import('./open-plans.ts')).openPlans({ ...places, plans, orders }),
    },
    ofWorkflow('agent', 'agents', async () => (await import('../core/taskagent/workflow.ts')).agentWorkflow),
    ofWorkflow('ticket', 'tickets', async () => (await import('../core/tickets/workflow.ts')).ticketWorkflow),
    ofWorkflow('routa', 'routa', async () => (await import('../core/routa/workflow.ts')).routaWorkflow),
    ofWorkflow('wrap', 'wraps', async () => (await import('../core/wrap/workflow.ts')).wrapWorkflow),
  ]);
}
