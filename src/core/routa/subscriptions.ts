import type {
  SubscribeToEventsArgs,
  SubscribeToEventsResult,
  UnsubscribeFromEventsResult,
} from '../../generated/contracts.ts';
import { type Desk, type Refusal, refuse } from './desk.ts';

/** Rows 003-034 … 003-036; what happened before is not delivered. */
export async function subscribe(
  desk: Desk,
  { agentId, agentName, eventTypes, excludeSelf = true }: SubscribeToEventsArgs,
): Promise<SubscribeToEventsResult> {
  const subscriptionId = `subscription-${desk.workspace.subscriptionsMade + 1}`;
  await desk.recorder.record({
    type: 'subscribed',
    subscriptionId,
    agentId,
    agentName,
    eventTypes,
    excludeSelf,
  });
  return { subscriptionId, eventTypes };
}

/** Rows 003-047, 003-048; what was not told yet by this subscription is not told any more. */
export async function unsubscribe(
  desk: Desk,
  agentId: string,
  subscriptionId: string,
): Promise<UnsubscribeFromEventsResult | Refusal> {
  const subscription = desk.workspace.subscriptions.get(subscriptionId);
  if (!subscription) return refuse(`there is no subscription ${subscriptionId}`);
  if (subscription.agentId !== agentId)
    return refuse(`${subscriptionId} belongs to ${subscription.agentId}; only it can end it`);
  await desk.recorder.record({ type: 'unsubscribed', subscriptionId, agentId });
  return { subscriptionId, unsubscribed: true };
}
