import type { EnvelopeProfile } from '../conversation/envelope.ts';
import { addReply, NOTHING_SPENT, type Spent } from '../conversation/spent.ts';
import { rejectedWords } from '../gate/decided-words.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import type { Tried } from '../ports/trials.ts';
import { type AfterState, afterState, testsPassed } from '../runs/common-events.ts';
import type { ResultOnBranch } from '../runs/result-on-branch.ts';
import { type TestRun, testRunOf } from '../runs/test-run.ts';
import { afterTests, afterWords, NO_TESTS_SEEN } from '../runs/tests-seen.ts';
import { riskLines } from '../verification/describe-verdict.ts';
import { type Agent, hear, newAgent } from './agent.ts';
import { agentCanMove, isAlive } from './agent-status.ts';
import { busEvents } from './bus.ts';
import { EventFeed } from './event-feed.ts';
import {
  ORCHESTRATOR,
  type OutsideAgent,
  type PlannedTask,
  type RoutaDelivery,
  type RoutaEvent,
  USER,
} from './events.ts';
import type { RoutaOutcome } from './outcome.ts';
import { moveTask, newTask, type Task } from './task.ts';

/** A change that an agent applied. */
export interface AppliedByAgent {
  /** Nowhere any more: taken back, set aside, or cancelled out by each other. */
  readonly reverted: boolean;
  /** In a checkout of its agent, which is not the user's. */
  readonly isolated: boolean;
  /** The commit of the branch that has it. */
  readonly merged?: string;
  /** What its agent worked on. */
  readonly taskId: string | undefined;
  readonly number: number;
  readonly turn: number;
  readonly agentId: string;
  readonly paths: readonly string[];
}

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
  /** How its agents call tools, and so which they have. */
  profile: EnvelopeProfile = 'thoughts/1';
  readonly agents = new Map<string, Agent>();
  readonly tasks = new Map<string, Task>();
  readonly feed = new EventFeed();
  /** Lines of the journal. */
  seq = 0;
  messages = 0;
  proposals = 0;
  changes: readonly AppliedByAgent[] = [];
  /** A plan that a person has not decided on. */
  plan: readonly PlannedTask[] | undefined;
  /** By whom the last plan was rejected, and why; `undefined`: it was not. */
  rejectedPlan: string | undefined;
  /** Who proposed a plan that was approved, until its tasks are there. */
  approvedPlanOf: string | undefined;
  /** What the user began it with beside the goal. */
  begunWith: { readonly tasks: readonly PlannedTask[]; readonly outside: OutsideAgent | undefined } = {
    tasks: [],
    outside: undefined,
  };
  /** How far its result goes. */
  delivery: RoutaDelivery = 'none';
  /** The branch with its result, and the newest commit of it that the journal knows. */
  branch: { readonly name: string; readonly start: string; readonly tip: string } | undefined;
  /** Work that was being merged when the process died, if it did. */
  merging: Extract<RoutaEvent, { type: 'merging' }> | undefined;
  pullRequest: string | undefined;
  #plannedBy = '';
  warnings = 0;
  /** Ids of what a person said while the team was at work. */
  readonly said = new Set<string>();
  /** What the checks of all agents' changes came to; `undefined`: nothing looked at them since the last one. */
  after: AfterState | undefined;
  /** What its changes came to when a person had them run, before and after. */
  tried: Tried | undefined;
  /** How those came out that any agent ran last, and what a person knew of them; see `TestsSeen`. */
  testRun: TestRun | undefined;
  knownTests: TestRun | undefined;
  spent: Spent = NOTHING_SPENT;
  outcome: RoutaOutcome | undefined;

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
    for (const told of busEvents(event, seq)) this.feed.publish(told, this.agents);
    return this;
  }

  #apply(event: RoutaEvent): void {
    switch (event.type) {
      case 'run_started':
        this.name = event.workspaceId;
        this.goal = event.goal;
        this.review = event.review;
        this.profile = event.profile ?? 'thoughts/1';
        this.begunWith = { tasks: event.tasks ?? [], outside: event.outside };
        this.delivery = event.delivery ?? 'none';
        return;
      case 'branch_made':
        this.branch = { name: event.branch, start: event.start, tip: event.start };
        return;
      case 'checked_out':
        this.#agent(event.agentId).base = event.commit;
        return;
      case 'merging':
        this.merging = event;
        return;
      case 'merged':
        this.#merge(event);
        return;
      case 'set_aside':
        this.#setAside(event);
        return;
      case 'pull_request':
        this.pullRequest = event.url;
        return;
      case 'resumed':
        this.outcome = undefined;
        return;
      case 'tried':
        this.tried = { trials: event.trials, ...(event.tests ? { tests: event.tests } : {}) };
        return;
      case 'finished':
        this.outcome = event.outcome;
        return;
      case 'reverted':
        this.after = undefined;
        Object.assign(this, NO_TESTS_SEEN);
        this.tried = undefined;
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
      case 'joined':
        this.#agent(event.agentId).client = event.client;
        if (event.player !== undefined) this.#agent(event.agentId).player = event.player;
        return;
      case 'agent_waits':
        this.#agent(event.agentId).waitingFor = event.reason;
        return;
      case 'plan_proposed':
        this.plan = event.tasks;
        this.rejectedPlan = undefined;
        this.#plannedBy = event.agentId;
        return;
      case 'plan_reviewed':
        this.rejectedPlan = event.decision === 'reject' ? rejectedWords(event.by, event.reason) : undefined;
        if (event.decision === 'reject') this.plan = undefined;
        else this.approvedPlanOf = this.#plannedBy;
        return;
      case 'tasks_created':
        this.plan = undefined;
        this.approvedPlanOf = undefined;
        for (const task of event.tasks) this.tasks.set(task.taskId, newTask(task));
        return;
      case 'task_moved':
        moveTask(this.#task(event.taskId), event);
        return;
      case 'task_delegated':
        this.#delegate(event);
        return;
      case 'message_sent': {
        const { at: _at, type: _type, ...message } = event;
        this.messages = message.messageId;
        if (message.said !== undefined) this.said.add(message.said);
        if (message.from === USER && message.kind === 'message' && message.said === undefined)
          Object.assign(this, afterWords(this));
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
      case 'subscribed':
        this.feed.subscribe(event);
        return;
      case 'unsubscribed':
        this.feed.unsubscribe(event.subscriptionId, this.agents);
        return;
      case 'proposed':
        this.proposals = event.number;
        return;
      case 'applied': {
        // What its conversation has to say of a reply whose results were not told.
        this.#agent(event.agentId).conversation.push(event);
        this.#agent(event.agentId).after = undefined;
        this.after = undefined;
        this.tried = undefined;
        const paths = event.files.map(f => f.path);
        const { number, turn, agentId, isolated } = event;
        const worker = this.#agent(event.agentId).open.find(a => a.as === 'worker');
        const change = { number, turn, agentId, paths, isolated, taskId: worker?.taskId, reverted: false };
        this.changes = [...this.changes, change];
        for (const path of paths) if (worker) this.tasks.get(worker.taskId)?.written.add(path);
        return;
      }
      case 'verified':
        this.warnings += riskLines(event).length;
        if (event.phase !== 'after') return;
        if (testsPassed(event)) Object.assign(this, NO_TESTS_SEEN);
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
      case 'unanswered':
        this.#spend(event);
        return;
      case 'replied':
        this.#spend(event);
        hear(this.#agent(event.agentId), event);
        return;
      case 'called':
        this.#noteTests(event);
        hear(this.#agent(event.agentId), event);
        return;
      case 'pushed':
      case 'waiting':
      case 'inspected':
      case 'reviewed':
      case 'consented':
        return;
      default:
        hear(this.#agent(event.agentId), event);
        return;
    }
  }

  /** The result has it: what was known of the files as they were before is not about it. */
  #merge({ agentId, taskId, numbers, sha, empty = false }: Extract<RoutaEvent, { type: 'merged' }>): void {
    this.merging = undefined;
    this.after = undefined;
    if (this.branch) this.branch = { ...this.branch, tip: sha };
    this.#agent(agentId).base = sha;
    const task = this.tasks.get(taskId);
    if (task && !empty) task.merges++;
    this.changes = this.changes.map(change =>
      numbers.includes(change.number) ? { ...change, merged: sha, reverted: empty } : change,
    );
  }

  #setAside({ agentId, taskId, numbers, reason }: Extract<RoutaEvent, { type: 'set_aside' }>): void {
    this.merging = undefined;
    this.#agent(agentId).after = undefined;
    this.changes = this.changes.map(change =>
      numbers.includes(change.number) ? { ...change, reverted: true } : change,
    );
    const task = this.tasks.get(taskId);
    if (!task) return;
    if (reason === 'conflict') task.conflicts++;
    task.written.clear();
    for (const change of this.changes)
      if (change.taskId === taskId && !change.reverted)
        for (const path of change.paths) task.written.add(path);
  }

  /** A reply, or a try that gave none, is paid by the workspace, the agent, and the task that it was given last. */
  #spend({ agentId, model, usage, cost }: Extract<RoutaEvent, { type: 'replied' | 'unanswered' }>): void {
    const agent = this.#agent(agentId);
    this.spent = addReply(this.spent, model, usage, cost);
    agent.spent = addReply(agent.spent, model, usage, cost);
    const task = this.tasks.get(agent.open.at(-1)?.taskId ?? '');
    if (task) task.spent = addReply(task.spent, model, usage, cost);
  }

  #noteTests(call: Extract<RoutaEvent, { type: 'called' }>): void {
    const run = testRunOf(call);
    if (!run) return;
    Object.assign(this, afterTests(this, run));
    this.#agent(call.agentId).tests = { ...run, changesBefore: this.changes.length };
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
    this.feed.unsubscribeAgent(agentId, this.agents);
  }

  #delegate({ taskId, agentId, by, as, group }: Extract<RoutaEvent, { type: 'task_delegated' }>): void {
    const agent = this.#agent(agentId);
    const task = this.#task(taskId);
    agent.open = [
      ...agent.open.filter(a => a.taskId !== taskId),
      { taskId, as, by, group, turnsBefore: agent.turns },
    ];
    agent.lastGroup = group;
    agent.assigned.add(taskId);
    if (as === 'worker') task.worker = agentId;
    else task.verifier = agentId;
  }

  #agent(id: string): Agent {
    const agent = this.agents.get(id);
    if (!agent) throw new Error(`there is no agent ${id}`);
    return agent;
  }

  #task(id: string): Task {
    const task = this.tasks.get(id);
    if (!task) throw new Error(`there is no task ${id}`);
    return task;
  }
}

/** Where its result is, when it is not in the folder. */
export function routaResults({
  branch,
  changes,
}: Pick<RoutaWorkspace, 'branch' | 'changes'>): readonly ResultOnBranch[] {
  if (branch === undefined) return [];
  const commits = new Set(changes.flatMap(({ merged, reverted }) => (merged && !reverted ? [merged] : [])));
  return [{ name: branch.name, start: branch.start, commits: commits.size }];
}
