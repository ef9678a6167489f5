import path from 'node:path';
import type { PlanEvent } from '../core/plan/plan-events.ts';
import { createStoredPlans, type StoredPlans } from '../core/plan/stored-plans.ts';
import type { Files } from '../core/ports/files.ts';
import type { Journals } from '../core/ports/journal.ts';
import type { RunEvent } from '../core/workorder/events.ts';
import { createHold } from './journal/hold-run.ts';
import { createJournals } from './journal/journals.ts';
import { sha256, systemClock } from './system.ts';

export interface PlanPlaces {
  /** The user's folder (absolute). */
  readonly root: string;
  /** Its state, outside of it. */
  readonly stateDir: string;
  readonly files: Files;
  /** Left out: opened here. */
  readonly plans?: Journals<PlanEvent>;
  /** Of the runs of the steps. */
  readonly orders: Journals<RunEvent>;
}

/** The plans of a folder: the same for the editor and the command line. */
export function openPlans({ root, stateDir, files, plans, orders }: PlanPlaces): StoredPlans {
  const runsDir = path.join(stateDir, 'plans');
  const rest = { files, clock: systemClock, sha256 };
  const holdOf = (folder: string, what: string) => createHold({ root, stateDir, runsDir: folder, what });
  const ports = {
    plans: { ...rest, journals: plans ?? planJournalsIn(stateDir), hold: holdOf(runsDir, 'plan') },
    orders: { ...rest, journals: orders, hold: holdOf(stateDir, 'run') },
  };
  return createStoredPlans(async () => ports);
}

/** The journals of a folder's plans; those of the runs lie beside them. */
const planJournalsIn = (stateDir: string): Journals<PlanEvent> =>
  createJournals<PlanEvent>(path.join(stateDir, 'plans'), systemClock, { transactions: stateDir });
