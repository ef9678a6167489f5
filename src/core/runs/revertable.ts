import { type RunLine, undecided } from './reconcile.ts';

/** A line of any journal, as far as it says what is on the disk. */
interface ChangeLine extends RunLine {
  readonly number?: number;
  readonly numbers?: readonly number[];
  readonly isolated?: boolean;
  readonly runId?: string;
  readonly decision?: string;
  readonly outcome?: string | { readonly changeKept?: boolean };
}

/**
 * Whether a run has a change here that can be taken back, as far as its journal says: applied and not taken back since,
 * or let through just before its process died. What a checkout of its own has is taken back with git.
 */
export function isRevertable(events: readonly ChangeLine[]): boolean {
  const kept = new Set<number | string>();
  let isEnded = false;
  for (const { type, number = 1, numbers, isolated, runId = '', outcome } of events) {
    if (type === 'applied' && isolated !== true) kept.add(number);
    // The run of a step has the change of a plan.
    if (type === 'step_finished' && outcome === 'APPLIED') kept.add(runId);
    if (type === 'finished') {
      isEnded = true;
      if (typeof outcome === 'object' && outcome.changeKept === true) kept.add(number);
    }
    if (type === 'resumed') isEnded = false;
    if (type !== 'reverted') continue;
    if (numbers === undefined) kept.clear();
    for (const one of numbers ?? []) kept.delete(one);
  }
  return (
    kept.size > 0 ||
    (!isEnded && undecided(events).some(({ type }) => type === 'lint_fix' || isLetThrough(events)))
  );
}

const isLetThrough = (events: readonly ChangeLine[]): boolean =>
  events.findLast(({ type }) => type === 'reviewed')?.decision === 'apply';
