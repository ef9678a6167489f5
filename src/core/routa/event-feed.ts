import type { Agent } from './agent.ts';
import { type BusEvent, matches } from './bus.ts';
import type { RoutaEvent } from './events.ts';

interface Subscription {
  readonly agentId: string;
  readonly eventTypes: readonly string[];
  readonly excludeSelf: boolean;
}

type Receivers = ReadonlyMap<string, Agent>;

/** Events kept for the timeline. */
const TIMELINE = 500;

/** Who subscribed to what, and the newest events. */
export class EventFeed {
  readonly #subscriptions = new Map<string, Subscription>();
  /** How many there ever were. */
  made = 0;
  /** Oldest first. */
  timeline: BusEvent[] = [];

  /** Those that have not ended. */
  get subscriptions(): ReadonlyMap<string, Subscription> {
    return this.#subscriptions;
  }

  subscribe({ subscriptionId, ...subscription }: Extract<RoutaEvent, { type: 'subscribed' }>): void {
    const { agentId, eventTypes, excludeSelf } = subscription;
    this.made++;
    this.#subscriptions.set(subscriptionId, { agentId, eventTypes, excludeSelf });
  }

  /** All of an agent that is gone. */
  unsubscribeAgent(agentId: string, agents: Receivers): void {
    for (const [id, subscription] of this.#subscriptions)
      if (subscription.agentId === agentId) this.unsubscribe(id, agents);
  }

  /** To whoever subscribed to it. */
  publish(event: BusEvent, agents: Receivers): void {
    this.timeline.push(event);
    if (this.timeline.length > 2 * TIMELINE) this.timeline = this.timeline.slice(-TIMELINE);
    const receivers = new Map<string, string[]>();
    for (const [id, { agentId, eventTypes, excludeSelf }] of this.#subscriptions) {
      if (excludeSelf && event.actor === agentId) continue;
      // The message itself is in its next turn already.
      if (event.type === 'agent:message' && event.data['to'] === agentId) continue;
      if (!eventTypes.some(pattern => matches(pattern, event.type))) continue;
      receivers.set(agentId, [...(receivers.get(agentId) ?? []), id]);
    }
    for (const [agentId, by] of receivers) {
      const agent = agents.get(agentId);
      if (agent) agent.events = [...agent.events, { event, by }];
    }
  }

  /** What it has not delivered yet is dropped. */
  unsubscribe(id: string, agents: Receivers): void {
    const subscription = this.#subscriptions.get(id);
    this.#subscriptions.delete(id);
    const agent = subscription && agents.get(subscription.agentId);
    if (!agent) return;
    agent.events = agent.events
      .map(({ event, by }) => ({ event, by: by.filter(other => other !== id) }))
      .filter(({ by }) => by.length > 0);
  }
}
