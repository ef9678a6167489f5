import { type AfterApply, describeOpen } from '../gate/after-apply.ts';
import type { WorkState } from './common-events.ts';
import { type TestsSeen, whyTestsFail } from './tests-seen.ts';

/**
 * Why a run cannot be called done: the tests that its agents ran last failed, or its files do not pass what the policy
 * requires after an apply. What nothing has looked at since the last change is looked at now.
 */
export async function whyNotDone(
  { after: known, proposals, ...seen }: Pick<WorkState, 'after' | 'proposals' | keyof TestsSeen>,
  after: AfterApply,
): Promise<string | undefined> {
  const failing = whyTestsFail(seen);
  if (failing !== undefined) return failing;
  const open = known?.open ?? (await after.verify(proposals));
  return open.length === 0 ? undefined : describeOpen(open);
}
