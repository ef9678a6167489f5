import type { ModelTier } from '../conversation/choose-model.ts';
import { addReply, NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import { canMove, type WorkStatus } from '../kernel/work-status.ts';
import { type AfterState, afterState } from '../runs/common-events.ts';
import { riskLines } from '../verification/describe-verdict.ts';
import { type AgentStatus, agentCanMove, isAlive } from './agent-status.ts';
import { type BusEvent, busEvents, matches } from './bus.ts';
import {
  type Message,
  ORCHESTRATOR,
  type OutsideAgent,
  type PlannedTask,
  type RoutaEvent,
} from './events.ts';
import type { RoutaOutcome } from './outcome.ts';
import type { Role } from './roles.ts';

export interface AssignedTask {
  readonly taskId: string;
  readonly as: 'worker' | 'verifier';
  readonly by: string;
  readonly group: string;
  /** Replies of the agent when it was given the task. */
  readonly turnsBefore: number;
}

/** A change that an agent applied. */
export interface AppliedByAgent {
  readonly reverted: boolean;
  readonly number: number;
  readonly turn: number;
  readonly agentId: string;
  readonly paths: readonly string[];
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
  lastActiveAt: number;
  /** Replies whose calls were run. */
  turns: number;
  messageCount: number;
  lastResponse: string | null;
  /** The same for its own changes. */
  after: AfterState | undefined;
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

export interface Task extends PlannedTask {
  status: WorkStatus;
  /** Who works or worked on it last. */
  worker: string | undefined;
  /** Who verifies it now. */
  verifier: string | undefined;
  /** How often it needed a fix or a new attempt. */
  waves: number;
  /** Why it is where it is. */
  cause: string;
  /** Paths written for it. */
  readonly written: Set<string>;
}

export interface Subscription {
  readonly id: string;
  readonly agentId: string;
  readonly eventTypes: readonly string[];
  readonly excludeSelf: boolean;
}

/** Events kept for the timeline. */
const TIMELINE = 500;

/**
 * A workspace as its journal says it is; nothing else is stored. It is changed in place by `apply` alone, because
 * copying it for each of tens of thousands of events would make a replay quadratic.
 */
export class RoutaWorkspace {
  /** Of its journal. */
  readonly id: string;
  /** What its agents call it: the folder's name. */
  name = '';
  goal = '';
  review: ReviewPolicy = 'turn';
  readonly agents = new Map<string, Agent>();
  readonly tasks = new Map<string, Task>();
  readonly subscriptions = new Map<string, Subscription>();
  /** Lines of the journal. */
  seq = 0;
  messages = 0;
  subscriptionsMade = 0;
  proposals = 0;
  changes: readonly AppliedByAgent[] = [];
  /** A plan that a person has not decided on. */
  plan: readonly PlannedTask[] | undefined;
  /** Who proposed a plan that was approved, until its tasks are there. */
  approvedPlanOf: string | undefined;
  /** What the user began it with beside the goal. */
  begunWith: { readonly tasks: readonly PlannedTask[]; readonly outside: OutsideAgent | undefined } = {
    tasks: [],
    outside: undefined,
  };
  #plannedBy = '';
  warnings = 0;
  /** What the checks of all agents' changes came to; `undefined`: nothing looked at them since the last one. */
  after: AfterState | undefined;
  spent: Spent = NOTHING_SPENT;
  outcome: RoutaOutcome | undefined;
  /** The newest events, oldest first. */
  timeline: BusEvent[] = [];

  constructor(id: string) {
    this.id = id;
  }

  /** Changes that are on disk and were not taken back. */
  get applied(): readonly AppliedByAgent[] {
    return this.changes.filter(change => !change.reverted);
  }

  /** Replies of all agents. */
  get turns(): number {
    let turns = 0;
    for (const agent of this.agents.values()) turns += agent.turns;
    return turns;
  }

  apply(event: RoutaEvent): this {
    const seq = this.seq++;
    this.#apply(event);
    for (const told of busEvents(event, seq)) this.#publish(told);
    return this;
  }

  #apply(event: RoutaEvent): void {
    switch (event.type) {
      case 'run_started':
        this.name = event.workspaceId;
        this.goal = event.goal;
        this.review = event.review;
        this.begunWith = { tasks: event.tasks ?? [], outside: event.outside };
        return;
      case 'resumed':
        this.outcome = undefined;
        return;
      case 'finished':
        this.outcome = event.outcome;
        return;
      case 'reverted':
        this.after = undefined;
        for (const { number, agentId } of this.changes)
          if (event.numbers.includes(number)) {
            this.#agent(agentId).conversation.push(event);
            this.#agent(agentId).after = undefined;
          }
        this.changes = this.changes.map(change =>
          event.numbers.includes(change.number) ? { ...change, reverted: true } : change,
        );
        return;
      case 'agent_created':
        this.agents.set(event.agentId, newAgent(event));
        return;
      case 'agent_moved':
        this.#moveAgent(event);
        return;
      case 'agent_waits':
        this.#agent(event.agentId).waitingFor = event.reason;
        return;
      case 'plan_proposed':
        this.plan = event.tasks;
        this.#plannedBy = event.agentId;
        return;
      case 'plan_reviewed':
        if (event.decision === 'reject') this.plan = undefined;
        else this.approvedPlanOf = this.#plannedBy;
        return;
      case 'tasks_created':
        this.plan = undefined;
        this.approvedPlanOf = undefined;
        for (const task of event.tasks) this.tasks.set(task.taskId, newTask(task));
        return;
      case 'task_moved':
        this.#moveTask(event);
        return;
      case 'task_delegated':
        this.#delegate(event);
        return;
      case 'message_sent': {
        const { at: _at, type: _type, ...message } = event;
        this.messages = message.messageId;
        const from = this.agents.get(message.from);
        if (from && message.kind === 'report') from.reporting = undefined;
        const to = this.agents.get(message.to);
        if (!to) return;
        to.messageCount++;
        to.inbox = [...to.inbox, message];
        return;
      }
      case 'reported': {
        const agent = this.#agent(event.agentId);
        const task = this.tasks.get(event.taskId);
        const assignment = agent.open.find(a => a.taskId === event.taskId);
        agent.open = agent.open.filter(a => a.taskId !== event.taskId);
        if (assignment) agent.reporting = { ...event, as: assignment.as };
        if (task?.verifier === agent.id) task.verifier = undefined;
        return;
      }
      case 'subscribed': {
        const { subscriptionId: id, agentId, eventTypes, excludeSelf } = event;
        this.subscriptionsMade++;
        this.subscriptions.set(id, { id, agentId, eventTypes, excludeSelf });
        return;
      }
      case 'unsubscribed':
        this.#unsubscribe(event.subscriptionId);
        return;
      case 'proposed':
        this.proposals = event.number;
        return;
      case 'applied': {
        // What its conversation has to say of a reply whose results were not told.
        this.#agent(event.agentId).conversation.push(event);
        this.#agent(event.agentId).after = undefined;
        this.after = undefined;
        const paths = event.files.map(f => f.path);
        const { number, turn, agentId } = event;
        this.changes = [...this.changes, { number, turn, agentId, paths, reverted: false }];
        const worker = this.#agent(event.agentId).open.find(a => a.as === 'worker');
        for (const path of paths) if (worker) this.tasks.get(worker.taskId)?.written.add(path);
        return;
      }
      case 'verified':
        this.warnings += riskLines(event).length;
        if (event.phase !== 'after') return;
        if (event.agentId === ORCHESTRATOR) this.after = afterState(event);
        else {
          const agent = this.#agent(event.agentId);
          agent.after = afterState(event);
          agent.conversation.push(event);
        }
        return;
      case 'warning':
        this.warnings++;
        return;
      case 'qa_replied':
        this.spent = addReply(this.spent, event.model, event.usage, event.cost);
        return;
      case 'inspected':
      case 'reviewed':
      case 'consented':
        return;
      default:
        this.#hear(event);
        return;
    }
  }

  /** What an agent was sent, replied or called. */
  #hear(
    event: Extract<
      RoutaEvent,
      { type: 'told' | 'replied' | 'protocol_fault' | 'turn_started' | 'called' | 'waiting' }
    >,
  ): void {
    const agent = this.#agent(event.agentId);
    if (event.type === 'waiting') return;
    agent.lastActiveAt = event.at;
    agent.conversation.push(event);
    if (event.type === 'told' && event.took) {
      const { messages, eventsUpTo } = event.took;
      agent.inbox = agent.inbox.filter(m => !messages.includes(m.messageId));
      agent.events = agent.events.filter(e => e.event.seq > eventsUpTo);
    }
    if (event.type === 'replied') this.spent = addReply(this.spent, event.model, event.usage, event.cost);
    if (event.type === 'turn_started') {
      agent.turns = event.turn;
      agent.lastResponse = event.note;
    }
    if (event.type === 'called') {
      agent.lastCall = { tool: event.tool, status: event.status };
      agent.toolCalls.set(event.tool, (agent.toolCalls.get(event.tool) ?? 0) + 1);
    }
  }

  #moveAgent({ agentId, to, at, cause }: Extract<RoutaEvent, { type: 'agent_moved' }>): void {
    const agent = this.#agent(agentId);
    if (!agentCanMove(agent.status, to))
      throw new Error(`agent ${agentId} cannot go from ${agent.status} to ${to}`);
    agent.status = to;
    agent.cause = cause;
    agent.lastActiveAt = at;
    agent.waitingFor = undefined;
    if (isAlive(to)) return;
    agent.open = [];
    agent.inbox = [];
    for (const task of this.tasks.values()) if (task.verifier === agentId) task.verifier = undefined;
    for (const { id, agentId: owner } of this.subscriptions.values())
      if (owner === agentId) this.#unsubscribe(id);
  }

  #moveTask({ taskId, to, cause }: Extract<RoutaEvent, { type: 'task_moved' }>): void {
    const task = this.tasks.get(taskId);
    if (!task) throw new Error(`there is no task ${taskId}`);
    if (!canMove(task.status, to)) throw new Error(`task ${taskId} cannot go from ${task.status} to ${to}`);
    if (to === 'NEEDS_FIX' || to === 'FAILED') task.waves++;
    // A person looked at it: it starts anew.
    if (task.status === 'BLOCKED') task.waves = 0;
    task.status = to;
    task.cause = cause;
  }

  #delegate({ taskId, agentId, by, as, group }: Extract<RoutaEvent, { type: 'task_delegated' }>): void {
    const agent = this.#agent(agentId);
    const task = this.tasks.get(taskId);
    if (!task) throw new Error(`there is no task ${taskId}`);
    agent.open = [
      ...agent.open.filter(a => a.taskId !== taskId),
      { taskId, as, by, group, turnsBefore: agent.turns },
    ];
    agent.lastGroup = group;
    agent.assigned.add(taskId);
    if (as === 'worker') task.worker = agentId;
    else task.verifier = agentId;
  }

  #publish(event: BusEvent): void {
    this.timeline.push(event);
    if (this.timeline.length > 2 * TIMELINE) this.timeline = this.timeline.slice(-TIMELINE);
    const receivers = new Map<string, string[]>();
    for (const { id, agentId, eventTypes, excludeSelf } of this.subscriptions.values()) {
      if (excludeSelf && event.actor === agentId) continue;
      // The message itself is in its next turn already.
      if (event.type === 'agent:message' && event.data['to'] === agentId) continue;
      if (!eventTypes.some(pattern => matches(pattern, event.type))) continue;
      receivers.set(agentId, [...(receivers.get(agentId) ?? []), id]);
    }
    for (const [agentId, by] of receivers) {
      const agent = this.#agent(agentId);
      agent.events = [...agent.events, { event, by }];
    }
  }

  #unsubscribe(id: string): void {
    const subscription = this.subscriptions.get(id);
    this.subscriptions.delete(id);
    const agent = subscription && this.agents.get(subscription.agentId);
    if (!agent) return;
    agent.events = agent.events
      .map(({ event, by }) => ({ event, by: by.filter(other => other !== id) }))
      .filter(({ by }) => by.length > 0);
  }

  #agent(id: string): Agent {
    const agent = this.agents.get(id);
    if (!agent) throw new Error(`there is no agent ${id}`);
    return agent;
  }
}

const newAgent = (event: Extract<RoutaEvent, { type: 'agent_created' }>): Agent => ({
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
  lastActiveAt: event.at,
  turns: 0,
  messageCount: 0,
  lastResponse: null,
  after: undefined,
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

const newTask = (task: PlannedTask): Task => ({
  ...task,
  status: 'PENDING',
  worker: undefined,
  verifier: undefined,
  waves: 0,
  cause: '',
  written: new Set(),
});

/** Dependencies that are not done. */
export const openDependencies = (workspace: RoutaWorkspace, task: Task): readonly string[] =>
  task.dependencies.filter(id => workspace.tasks.get(id)?.status !== 'DONE');
