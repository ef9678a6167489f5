import { type AfterApply, describeOpen } from '../gate/after-apply.ts';
import type { WorkState } from './common-events.ts';

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
