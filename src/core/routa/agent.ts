import type { ModelTier } from '../conversation/choose-model.ts';
import { NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import type { AfterState } from '../runs/common-events.ts';
import type { DoneInTurn } from '../runs/session-events.ts';
import type { TestRun } from '../runs/test-run.ts';
import type { AgentStatus } from './agent-status.ts';
import type { BusEvent } from './bus.ts';
import type { Message, RoutaEvent } from './events.ts';
import type { Role } from './roles.ts';

export interface AssignedTask {
  readonly taskId: string;
  readonly as: 'worker' | 'verifier';
  readonly by: string;
  readonly group: string;
  /** Replies of the agent when it was given the task. */
  readonly turnsBefore: number;
}

/** What an agent said of its task, and what the journal saw. */
export type Report = Extract<RoutaEvent, { type: 'reported' }> & Pick<AssignedTask, 'as'>;

export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly tier: ModelTier;
  readonly parentId: string | null;
  readonly external: boolean;
  readonly createdAt: number;
  status: AgentStatus;
  /** Why it is where it is. */
  cause: string;
  waitingFor: string | undefined;
  /** Who plays it from outside, as far as it said so. */
  client: string | undefined;
  /** Which agent of another maker plays it, as the person names that; `undefined`: a model, or an MCP client. */
  player: string | undefined;
  lastActiveAt: number;
  /** Replies whose calls were run. */
  turns: number;
  messageCount: number;
  lastResponse: string | null;
  /** The same for its own changes. */
  after: AfterState | undefined;
  /** Its last test run, and how many changes there were then. */
  tests: (TestRun & { readonly changesBefore: number }) | undefined;
  /** What its model used. */
  spent: Spent;
  /** The commit below what it writes, where it has a checkout of its own. */
  base: string | undefined;
  /** The call made last, and what it came to. */
  lastCall: { readonly tool: string; readonly status: string } | undefined;
  readonly toolCalls: Map<string, number>;
  /** Tasks it has not reported on. */
  open: readonly AssignedTask[];
  /** A report that its parent does not have yet. */
  reporting: Report | undefined;
  /** Tasks that were given out together with its newest one. */
  lastGroup: string | undefined;
  /** Every task it was ever given. */
  readonly assigned: Set<string>;
  /** Messages it was not sent yet. */
  inbox: readonly Message[];
  /** Events it was not sent yet, each with the subscriptions it came by. */
  events: readonly { readonly event: BusEvent; readonly by: readonly string[] }[];
  /** Everything said, replied and called, in order: its conversation and its transcript are made from it. */
  readonly conversation: RoutaEvent[];
}

export const newAgent = (event: Extract<RoutaEvent, { type: 'agent_created' }>): Agent => ({
  id: event.agentId,
  name: event.name,
  role: event.role,
  tier: event.tier,
  parentId: event.parentId,
  external: event.external,
  createdAt: event.at,
  status: 'PENDING',
  cause: '',
  waitingFor: undefined,
  client: undefined,
  player: undefined,
  lastActiveAt: event.at,
  turns: 0,
  messageCount: 0,
  lastResponse: null,
  after: undefined,
  tests: undefined,
  spent: NOTHING_SPENT,
  base: undefined,
  lastCall: undefined,
  toolCalls: new Map(),
  open: [],
  reporting: undefined,
  lastGroup: undefined,
  assigned: new Set(),
  inbox: [],
  events: [],
  conversation: [],
});

/** What was said to it, and what it replied or called. */
export type Heard = Extract<
  RoutaEvent,
  {
    type:
      | 'told'
      | 'replied'
      | 'protocol_fault'
      | 'turn_started'
      | 'called'
      | 'compacted'
      | DoneInTurn['type'];
  }
>;

/** Changes the agent by what it was sent, replied or called. */
export function hear(agent: Agent, event: Heard): void {
  agent.lastActiveAt = event.at;
  agent.conversation.push(event);
  if (event.type === 'told' && event.took) {
    const { messages, eventsUpTo } = event.took;
    agent.inbox = agent.inbox.filter(m => !messages.includes(m.messageId));
    agent.events = agent.events.filter(e => e.event.seq > eventsUpTo);
  }
  if (event.type === 'turn_started') {
    agent.turns = event.turn;
    agent.lastResponse = event.note;
  }
  if (event.type === 'called') {
    agent.lastCall = { tool: event.tool, status: event.status };
    agent.toolCalls.set(event.tool, (agent.toolCalls.get(event.tool) ?? 0) + 1);
  }
}
