import type { Journals } from '../ports/journal.ts';
import type { RunEvent } from '../workorder/events.ts';
import type { PlanEvent } from './plan-events.ts';

/**
 * What earlier runs of the plan of this title did, oldest first. A step whose run was reverted since counts
 * as open again.
 *
 * @param before only what ran before the run of this id
 */
export async function earlierPlanEvents(
  plans: Journals<PlanEvent>,
  runs: Journals<RunEvent>,
  title: string,
  before?: string,
): Promise<readonly PlanEvent[]> {
  const same = (await plans.list()).filter(summary => summary.title === title);
  const events: PlanEvent[] = [];
  for (const { runId } of same.sort((a, b) => a.startedAt - b.startedAt)) {
    if (runId === before) break;
    events.push(...((await plans.read(runId)) ?? []));
  }
  const reverted = new Set<string>();
  for (const event of events) {
    if (event.type !== 'step_finished' || event.outcome !== 'APPLIED') continue;
    const run = await runs.read(event.runId);
    if (run?.some(e => e.type === 'reverted')) reverted.add(event.runId);
  }
  return events.filter(event => event.type !== 'step_finished' || !reverted.has(event.runId));
}
