import type { RoutaEvent } from './events.ts';
import { taskStatus } from './task-status.ts';

/** The six event types that agents may subscribe to, spelled as they do. */
const LITERAL_TYPES = [
  'agent:created',
  'agent:completed',
  'agent:status_changed',
  'agent:message',
  'task:status_changed',
  'task:delegated',
] as const;
export type BusEventType = (typeof LITERAL_TYPES)[number];

/** What a subscriber is sent. */
export interface BusEvent {
  /** Place in the journal; two events of one line share it. */
  readonly seq: number;
  readonly type: BusEventType;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Who did it; `excludeSelf` compares this, not whom it concerns. */
  readonly actor: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a line of the journal means to subscribers: nothing, one event, or two. */
export function busEvents(event: RoutaEvent, seq: number): readonly BusEvent[] {
  const publish = (type: BusEventType, actor: string, data: BusEvent['data']): BusEvent => ({
    seq,
    type,
    at: event.at,
    actor,
    data,
  });
  switch (event.type) {
    case 'agent_created': {
      const { agentId, name, role, parentId, by } = event;
      return [publish('agent:created', by, { agentId, name, role, parentId })];
    }
    case 'agent_moved': {
      const { agentId, from, to, by, cause } = event;
      const moved = publish('agent:status_changed', by, { agentId, from, to, cause });
      return to === 'COMPLETED' ? [moved, publish('agent:completed', by, { agentId })] : [moved];
    }
    case 'message_sent': {
      const { messageId, from, to, text } = event;
      return [publish('agent:message', from, { messageId, from, to, message: text })];
    }
    case 'task_moved': {
      const { taskId, from, to, by, cause, ready } = event;
      const data = { taskId, from: taskStatus(from), to: taskStatus(to), cause };
      return [publish('task:status_changed', by, ready.length > 0 ? { ...data, ready } : data)];
    }
    case 'task_delegated': {
      const { taskId, agentId, by } = event;
      return [publish('task:delegated', by, { taskId, agentId })];
    }
    default:
      return [];
  }
}

/** `*` matches everything, `agent:*` and `task:*` their kind, anything else exactly itself. */
export const matches = (pattern: string, type: BusEventType): boolean =>
  pattern === '*' || (pattern.endsWith(':*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type);
