import { Semaphore } from '../kernel/semaphore.ts';
import type { WorkStatus } from '../kernel/work-status.ts';
import type { Recorder } from '../runs/recorder.ts';
import type { Agent } from './agent.ts';
import type { AgentStatus } from './agent-status.ts';
import type { Message, RoutaEvent } from './events.ts';
import { Leases } from './leases.ts';
import { FIX_WAVES } from './roles.ts';
import type { Task } from './task.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** Why a call of a tool did nothing. */
export interface Refusal {
  readonly error: string;
  readonly changed: false;
}
export const refuse = (error: string): Refusal => ({ error, changed: false });

/** A message before it has its number. */
type Sending = Omit<Message, 'messageId'>;

/**
 * Where agents and tasks are moved: every change of a workspace is one journal line first. Whoever decides on the
 * state and then changes it does both inside `decide`, so that two agents never decide at the same time.
 */
export class TaskBoard {
  readonly recorder: Recorder<RoutaEvent, RoutaWorkspace>;
  readonly leases: Leases;
  /** How often a task may come back for a fix. */
  readonly fixWaves: number;
  readonly #decisions = new Semaphore();

  constructor(recorder: Recorder<RoutaEvent, RoutaWorkspace>, fixWaves = FIX_WAVES) {
    this.recorder = recorder;
    this.fixWaves = fixWaves;
    this.leases = new Leases(recorder.state);
  }

  get workspace(): RoutaWorkspace {
    return this.recorder.state;
  }

  decide<T>(work: () => Promise<T>): Promise<T> {
    return this.#decisions.run(work);
  }

  agent(id: string): Agent | undefined {
    return this.workspace.agents.get(id);
  }

  task(id: string): Task | undefined {
    return this.workspace.tasks.get(id);
  }

  noSuchAgent(id: string): Refusal {
    return refuse(`there is no agent ${id}; list_agents names them`);
  }

  noSuchTask(id: string): Refusal {
    const known = [...this.workspace.tasks.keys()];
    const names = known.length > 0 ? `the tasks are ${firstNames(known)}` : 'there is no task yet';
    return refuse(`there is no task ${id}; ${names}. Tasks come from approved @@@task blocks`);
  }

  async moveAgent(agent: Agent, to: AgentStatus, by: string, cause: string): Promise<void> {
    if (agent.status === to) return;
    await this.recorder.record({ type: 'agent_moved', agentId: agent.id, from: agent.status, to, by, cause });
  }

  async moveTask(task: Task, to: WorkStatus, by: string, cause: string): Promise<void> {
    const ready = to === 'DONE' ? this.#readyAfter(task) : [];
    await this.recorder.record({
      type: 'task_moved',
      taskId: task.taskId,
      from: task.status,
      to,
      by,
      cause,
      ready,
    });
  }

  /** Back for a fix; after the last wave a person is needed. */
  async needFix(task: Task, by: string, cause: string): Promise<boolean> {
    if (task.waves < this.fixWaves) {
      await this.moveTask(task, 'NEEDS_FIX', by, cause);
      return true;
    }
    await this.moveTask(
      task,
      'BLOCKED',
      by,
      `${this.fixWaves === 1 ? '1 wave of fixes was' : `${this.fixWaves} waves of fixes were`} not enough: ${cause}`,
    );
    return false;
  }

  /** Gives its number. */
  async send(message: Sending): Promise<number> {
    const messageId = this.workspace.messages + 1;
    await this.recorder.record({ type: 'message_sent', messageId, ...message });
    return messageId;
  }

  /**
   * Takes up the work on a task that its agent has, unless another task holds its paths; then the agent waits. Gives
   * the tasks waited for.
   */
  async begin(agent: Agent, task: Task, by: string, cause: string): Promise<readonly string[]> {
    const holding = this.leases.holding(task);
    if (holding.length === 0) {
      await this.moveTask(task, 'IN_PROGRESS', by, cause);
      if (agent.waitingFor !== undefined)
        await this.recorder.record({ type: 'agent_waits', agentId: agent.id });
      return [];
    }
    const reason = `waits for ${holding.join(', ')}, which ${holding.length === 1 ? 'holds' : 'hold'} paths of ${task.taskId}`;
    if (agent.waitingFor !== reason)
      await this.recorder.record({ type: 'agent_waits', agentId: agent.id, reason });
    return holding;
  }

  #readyAfter(done: Task): readonly string[] {
    const isDone = (id: string) => id === done.taskId || this.task(id)?.status === 'DONE';
    return [...this.workspace.tasks.values()]
      .filter(
        t => t.status === 'PENDING' && t.dependencies.includes(done.taskId) && t.dependencies.every(isDone),
      )
      .map(t => t.taskId);
  }
}

/** Enough of them to go on with: an answer does not grow with the work. */
const MOST_NAMES = 25;

export const firstNames = (names: readonly string[]): string =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`
    : names.join(', ');

/** Whether this agent still has to report on the task as the one who works on it. */
export const worksOn = (agent: Agent, task: Task): boolean =>
  agent.open.some(a => a.taskId === task.taskId && a.as === 'worker');
