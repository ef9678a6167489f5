import type { Journals, RunSummary } from '../ports/journal.ts';
import { INTERRUPTED } from '../runs/interrupted.ts';
import type { RunEvent } from '../workorder/events.ts';
import type { PlanEvent } from './plan-events.ts';

/**
 * The runs of plans as lists show them. What a plan changed is in the runs of its steps, and these are also taken back
 * one by one or through a later run of the plan: then its own journal says nothing of it.
 */
export async function listPlans(
  plans: Pick<Journals<PlanEvent>, 'list'>,
  orders: Pick<Journals<RunEvent>, 'list'>,
): Promise<readonly RunSummary[]> {
  const runs = await plans.list();
  if (runs.every(({ steps }) => steps === undefined)) return runs;
  const gone = new Set((await orders.list()).filter(run => run.revertable !== true).map(run => run.runId));
  const stepsByTitle = new Map<string, readonly string[]>();
  const told = new Map<string, RunSummary>();
  for (const run of [...runs].sort((a, b) => a.startedAt - b.startedAt)) {
    const before = run.steps?.resumed === true ? (stepsByTitle.get(run.title) ?? []) : [];
    const steps = [...before, ...(run.steps?.applied ?? [])];
    stepsByTitle.set(run.title, steps);
    told.set(run.runId, withWhatIsLeft(run, steps, gone));
  }
  return runs.map(run => told.get(run.runId) ?? run);
}

/** A run that went on counts what the runs before it applied as its own. */
function withWhatIsLeft(run: RunSummary, steps: readonly string[], gone: ReadonlySet<string>): RunSummary {
  const { revertable, ...rest } = run;
  const left = steps.filter(step => !gone.has(step));
  if (run.underWay !== undefined || left.length === steps.length) return run;
  const outcome = run.outcome || INTERRUPTED;
  if (left.length > 0)
    return { ...run, outcome: /reverted$/i.test(outcome) ? outcome : `${outcome}, partly reverted` };
  return { ...rest, outcome: `${outcome.replace(/, (partly reverted|REVERTED)$/, '')}, REVERTED` };
}
