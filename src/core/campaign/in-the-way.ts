import type { Campaign } from '../../generated/contracts.ts';
import { branchOf } from './plan-campaign.ts';
import type { CampaignState } from './state.ts';
import type { Target } from './targets.ts';

/** A campaign at work that delivers to the same place as one that is about to begin, and a target of both. */
export function inTheWay(
  atWork: readonly CampaignState[],
  campaign: Campaign,
  targets: readonly Target[],
): { readonly runId: string; readonly target: string } | undefined {
  // Patches lie beside the journal of their campaign.
  if (campaign.delivery.kind === 'patch') return undefined;
  for (const { runId, campaign: other, targets: its } of atWork) {
    if (other === undefined || other.delivery.kind === 'patch') continue;
    const both = targets.find(one => its.has(one.id) && branchOf(other, one) === branchOf(campaign, one));
    if (both !== undefined) return { runId, target: both.id };
  }
  return undefined;
}
