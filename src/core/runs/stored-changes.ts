import type { ChangeSet } from '../changes/change-set.ts';
import { joinChanges } from '../changes/join-changes.ts';
import type { Journals } from '../ports/journal.ts';
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
