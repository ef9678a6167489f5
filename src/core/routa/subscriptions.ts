import type {
  SubscribeToEventsArgs,
  SubscribeToEventsResult,
  UnsubscribeFromEventsResult,
} from '../../generated/contracts.ts';
import { type Refusal, refuse, type TaskBoard } from './task-board.ts';

/** Delivers what happens from now on; what happened before is not delivered. */
export async function subscribe(
  board: TaskBoard,
  { agentId, agentName, eventTypes, excludeSelf = true }: SubscribeToEventsArgs,
): Promise<SubscribeToEventsResult> {
  const subscriptionId = `subscription-${board.workspace.feed.made + 1}`;
  await board.recorder.record({
    type: 'subscribed',
    subscriptionId,
    agentId,
    agentName,
    eventTypes,
    excludeSelf,
  });
  return { subscriptionId, eventTypes };
}

/** Ends a subscription; what it has not delivered yet is dropped. */
export async function unsubscribe(
  board: TaskBoard,
  agentId: string,
  subscriptionId: string,
): Promise<UnsubscribeFromEventsResult | Refusal> {
  const subscription = board.workspace.feed.subscriptions.get(subscriptionId);
  if (!subscription) return refuse(`there is no subscription ${subscriptionId}`);
  if (subscription.agentId !== agentId)
    return refuse(`${subscriptionId} belongs to ${subscription.agentId}; only it can end it`);
  await board.recorder.record({ type: 'unsubscribed', subscriptionId, agentId });
  return { subscriptionId, unsubscribed: true };
}
