import type { StoredRunPorts } from '../runs/open-stored.ts';
import type { RunEvent } from '../workorder/events.ts';
import type { PlanEvent } from './plan-events.ts';

/** Where plans are kept, and the runs of their steps, which have what was changed. */
export interface PlanPorts {
  readonly plans: StoredRunPorts<PlanEvent>;
  readonly orders: StoredRunPorts<RunEvent>;
}
