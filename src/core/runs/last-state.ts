import type { ChangeSet } from '../changes/change-set.ts';
import { joinChanges } from '../changes/join-changes.ts';
import { type AfterApply, describeOpen } from '../gate/after-apply.ts';
import type { Journals } from '../ports/journal.ts';
import type { WorkState } from './common-events.ts';
import type { AppliedChange } from './workflow.ts';

/** What these changes of a run came to, as one; parts that are no longer stored are left out. */
export async function changesOf(
  journals: Pick<Journals<never>, 'loadChangeSet'>,
  runId: string,
  applied: readonly AppliedChange[],
): Promise<ChangeSet> {
  const parts: ChangeSet[] = [];
  for (const { number } of applied) {
    const stored = await journals.loadChangeSet(runId, number);
    if (stored) parts.push(stored);
  }
  const [only] = parts;
  return parts.length === 1 && only ? only : joinChanges(parts);
}

/**
 * Why a run cannot be called done: its files do not pass what the policy requires after an apply. What nothing has
 * looked at since the last change is looked at now.
 */
export async function whyNotDone(
  { after: known, proposals }: Pick<WorkState, 'after' | 'proposals'>,
  after: AfterApply,
): Promise<string | undefined> {
  const open = known?.open ?? (await after.verify(proposals));
  return open.length === 0 ? undefined : describeOpen(open);
}
