import { WorkspaceFault } from '../gate/change-gate.ts';
import { Cancelled } from '../kernel/cancel.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import type { CommonOutcome } from './common-outcome.ts';
import type { Recorder } from './recorder.ts';
import type { SavePlaces, Workflow } from './workflow.ts';

/** Does the work of a run and records how it ended, whatever it was: each change before has its own line and stays. */
export async function conclude<E extends { readonly at: number }, S, O>(
  places: SavePlaces,
  workflow: Workflow<E, S, O>,
  recorder: Recorder<E, S>,
  work: () => Promise<O>,
): Promise<S> {
  const outcome = await work().catch((error: unknown): CommonOutcome => {
    if (error instanceof Cancelled)
      return { kind: 'CANCELLED', reason: describeCancelled(workflow, recorder.state) };
    if (error instanceof WorkspaceFault || error instanceof JournalFault)
      return { kind: 'FAILED', reasons: [error.message] };
    throw error;
  });
  await recorder.end(workflow.finishedLine(outcome), reason =>
    workflow.finishedLine({ kind: 'FAILED', reasons: [reason] }),
  );
  await workflow.save?.(places, recorder);
  return recorder.state;
}

function describeCancelled<E extends { readonly at: number }, S, O>(
  workflow: Workflow<E, S, O>,
  state: S,
): string {
  const applied = workflow.applied(state).filter(change => !change.reverted);
  if (applied.some(change => change.isolated)) return 'cancelled; nothing of it is in your folder';
  const n = applied.length;
  if (n === 0) return 'cancelled; nothing was changed';
  return `cancelled; ${n} ${n === 1 ? 'change stays' : 'changes stay'} applied and can be reverted`;
}
