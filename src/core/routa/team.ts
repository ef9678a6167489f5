import type { LoopEnd } from '../conversation/agent-loop.ts';
import { WorkspaceFault } from '../gate/change-gate.ts';
import { Consents } from '../gate/consents.ts';
import { Cancelled } from '../kernel/cancel.ts';
import { Semaphore } from '../kernel/semaphore.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import { checksAfter } from '../runs/gated-work.ts';
import { whyNotDone } from '../runs/last-state.ts';
import type { Tool } from '../tools/tool.ts';
import type { Agent } from './agent.ts';
import { AgentSession, gatedWork, type Hosting } from './agent-session.ts';
import { isAlive } from './agent-status.ts';
import { endAgent } from './end-agent.ts';
import { ORCHESTRATOR, USER } from './events.ts';
import { InTurn } from './in-turn.ts';
import type { RoutaOutcome } from './outcome.ts';
import { callFromOutside, type OutsideAnswer } from './outside-call.ts';
import { OwnCheckouts } from './own-checkouts.ts';
import { sharedPlace } from './place.ts';
import { playTurns } from './play-turns.ts';
import { Casting } from './player.ts';
import { isAllDone, reminderFor } from './reminder.ts';
import { toolsOf } from './roles.ts';
import type { RoutaPorts, RoutaSettings } from './run-request.ts';
import { TeamSteering } from './steer-team.ts';
import { type TurnTaking, takeTurns } from './take-turns.ts';
import type { TaskBoard } from './task-board.ts';
import { taskStatus } from './task-status.ts';
import { shouldWake } from './wakeful.ts';
import type { RoutaWorkspace } from './workspace.ts';

/**
 * The agents of a workspace at work: each that has a reason takes its turns, several at the same time, model calls
 * under one cap. Deterministic but for the models: it starts, counts, guards and records.
 */
export class Team {
  readonly #taking: TurnTaking;
  readonly #sessions = new Map<string, AgentSession>();
  readonly #running = new Map<string, Promise<void>>();
  /** Agents that a person is stopping. */
  #stopping = 0;
  #halted: string | undefined;
  #paused: string | undefined;
  readonly #steering: TeamSteering;
  readonly #casting: Casting;
  #fault: unknown;
  #wake: () => void = () => undefined;

  constructor(ports: RoutaPorts, settings: RoutaSettings, board: TaskBoard, isIsolated: boolean) {
    let number = board.workspace.proposals;
    const consents = new Consents(
      settings.reviewer,
      event => board.recorder.record({ ...event, agentId: ORCHESTRATOR }),
      board.workspace.turns > 0,
      board.workspace.id,
    );
    this.#casting = new Casting(settings.players);
    const hosting: Hosting = {
      ports,
      settings,
      board,
      nextNumber: () => ++number,
      turnsBefore: board.workspace.turns,
      places: isIsolated ? new OwnCheckouts(ports, board, consents, settings) : sharedPlace(ports),
      consents,
      slots: new Semaphore(settings.modelCalls),
      playing: new Semaphore(settings.modelCalls),
      inTurn: settings.inTurn
        ? new InTurn(
            () => board.workspace.agents.keys(),
            () => this.#startMore().catch(this.fail),
          )
        : undefined,
    };
    const steering = new TeamSteering(ports.steering, board, {
      pause: reason => {
        this.#paused = reason;
        this.#halt(reason);
      },
      // Whoever looks may be the one that is stopped, so no one waits for it.
      stop: agentId =>
        agentId === undefined ? this.fail(new Cancelled()) : void this.stop(agentId).catch(this.fail),
    });
    this.#steering = steering;
    this.#taking = {
      ...hosting,
      halt: reason => this.#halt(reason),
      steer: () => steering.look(),
      paused: () => this.#paused,
    };
  }

  get #board(): TaskBoard {
    return this.#taking.board;
  }

  /** Something was recorded: someone may have a reason to continue. */
  readonly wake = (): void => this.#wake();

  /**
   * Works until no one has a reason to take a turn.
   * @param stayOpen with agents played from outside: until the signal is aborted
   */
  async work(stayOpen = false): Promise<RoutaOutcome> {
    const end = await this.#steering.begin(this.fail);
    return this.#work(stayOpen).finally(end);
  }

  /** Nothing is left in folders beside the user's; the journal has what the agents need to continue. */
  close(): Promise<void> {
    return this.#taking.places.close();
  }

  async #work(stayOpen: boolean): Promise<RoutaOutcome> {
    const { signal } = this.#taking.settings;
    signal.addEventListener('abort', this.wake, { once: true });
    for (;;) {
      let isChanged = false;
      const changed = new Promise<void>(resolve => {
        this.#wake = () => {
          isChanged = true;
          resolve();
        };
      });
      const continues = this.#continues;
      // Where they take turns, the others are started between two of them.
      const isBetweenTurns = this.#taking.inTurn === undefined || this.#running.size === 0;
      if (isBetweenTurns) await this.#startMore().catch(this.fail);
      // Someone who ended while others were looked at may have left a reason for one of them.
      const isAnyoneAtWork = this.#running.size + this.#stopping > 0 || (stayOpen && continues);
      if (!isAnyoneAtWork && !isChanged) {
        // What was said during the last reply of all is work, too.
        if (continues) await this.#steering.look().catch(this.fail);
        if (!isChanged) return this.#conclude(stayOpen);
      }
      await changed;
    }
  }

  get #continues(): boolean {
    return this.#halted === undefined && this.#fault === undefined && !this.#taking.settings.signal.aborted;
  }

  /** No one continues; `work` ends with this fault as soon as everybody has stopped. */
  readonly fail = (error: unknown): void => {
    // What needs a person, or lost the record, says more than that someone was stopped.
    if (this.#fault === undefined || this.#fault instanceof Cancelled || error instanceof WorkspaceFault)
      this.#fault = error;
    for (const session of this.#sessions.values()) session.stop();
    this.wake();
  };

  /** Why work whose every task is done cannot be called done: all that was written does not pass the policy. */
  async whyNotDone(): Promise<string | undefined> {
    const { board, settings, places } = this.#taking;
    const work = gatedWork(this.#taking, await places.result(), ORCHESTRATOR, settings.signal);
    const { after, proposals } = board.workspace;
    const open = await whyNotDone({ after, proposals }, checksAfter(work));
    return open ?? places.deliver();
  }

  /** A person stops one agent; its task is open for another. Stopping a top-level agent stops the work. */
  async stop(agentId: string): Promise<void> {
    const agent = this.#board.agent(agentId);
    if (!agent || !isAlive(agent.status)) return;
    if (agent.parentId === null) this.#halt('stopped by the user');
    this.#stopping++;
    try {
      this.#sessions.get(agentId)?.stop();
      this.#sessions.delete(agentId);
      await this.#running.get(agentId);
      if (agent.parentId !== null)
        await endAgent(this.#board, agent, {
          to: 'CANCELLED',
          by: USER,
          cause: 'stopped by the user',
          tasks: 'FAILED',
        }).catch(this.fail);
    } finally {
      this.#stopping--;
      this.wake();
    }
  }

  /** What an agent that is played from outside may call. */
  async toolsFor(agentId: string): Promise<readonly Tool[]> {
    const agent = this.#board.agent(agentId);
    if (!agent) return [];
    const { toolbox } = await this.#session(agent);
    return toolsOf(agent.role).flatMap(name => toolbox.get(name) ?? []);
  }

  /** One call of an agent that is played from outside: the same tools, table and gate. */
  async call(
    agentId: string,
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    client?: string,
  ): Promise<OutsideAnswer> {
    const agent = this.#board.agent(agentId);
    if (!agent) throw new Error(`there is no agent ${agentId}`);
    try {
      return await callFromOutside(
        this.#board,
        await this.#session(agent),
        { name, args, ...(client === undefined ? {} : { client }) },
        signal,
      );
    } catch (error) {
      if (error instanceof JournalFault || error instanceof WorkspaceFault) this.fail(error);
      throw error;
    }
  }

  async #session(agent: Agent): Promise<AgentSession> {
    const place = await this.#taking.places.of(agent);
    const known = this.#sessions.get(agent.id);
    if (known) return known;
    const session = new AgentSession(this.#taking, agent, place);
    this.#sessions.set(agent.id, session);
    return session;
  }

  async #startMore(): Promise<void> {
    if (!this.#continues) return;
    await this.#board.decide(() => this.#beginWaitingTasks());
    for (const agent of this.#board.workspace.agents.values()) {
      if (agent.external || agent.status !== 'ACTIVE' || this.#running.has(agent.id)) continue;
      if (this.#waitsForPaths(agent) || !shouldWake(this.#board.workspace, agent)) continue;
      const { inTurn } = this.#taking;
      inTurn?.expect(agent.id);
      const work = this.#run(agent).finally(() => {
        this.#running.delete(agent.id);
        inTurn?.leave(agent.id);
        this.wake();
      });
      this.#running.set(agent.id, work);
    }
  }

  /** Tasks that waited for paths begin in the order in which their agents were made. */
  async #beginWaitingTasks(): Promise<void> {
    for (const agent of this.#board.workspace.agents.values()) {
      if (agent.status !== 'ACTIVE') continue;
      const task = this.#waitingTask(agent);
      if (task)
        await this.#board.begin(agent, task, ORCHESTRATOR, `its paths are free; taken up by ${agent.id}`);
    }
  }

  #waitingTask({ open }: Agent) {
    const assignment = open.find(a => a.as === 'worker');
    const task = assignment && this.#board.task(assignment.taskId);
    return task && task.status !== 'IN_PROGRESS' ? task : undefined;
  }

  readonly #waitsForPaths = (agent: Agent): boolean => this.#waitingTask(agent) !== undefined;

  async #run(agent: Agent): Promise<void> {
    let session: AgentSession | undefined;
    try {
      session = await this.#session(agent);
      while (agent.status === 'ACTIVE') {
        const player = this.#casting.playerOf(this.#board.workspace, agent);
        const end = player
          ? await playTurns(this.#taking, session, player)
          : await takeTurns(this.#taking, session);
        if (end.kind === 'halted' && agent.open.length > 0) continue;
        if (end.kind === 'stopped') await this.#afterStop(agent, end);
        return;
      }
    } catch (error) {
      const { signal } = this.#taking.settings;
      // Stopped by a person; whoever stopped it sees to the rest.
      if (error instanceof Cancelled && !signal.aborted && session?.signal.aborted) return;
      this.fail(error);
    }
  }

  /** What it means that an agent stopped: rest, a limit of all, or its end. */
  async #afterStop(agent: Agent, { by, reason }: Extract<LoopEnd, { kind: 'stopped' }>): Promise<void> {
    if (this.#halted !== undefined) return;
    // What arrived since then is the next turn's.
    const hasNews = agent.parentId === null && shouldWake(this.#board.workspace, agent);
    if (by === 'stalled' && (hasNews || reminderFor(this.#board.workspace, agent) === undefined))
      return this.#rest(agent);
    // Others would meet the same; the agent keeps its task and its conversation for when the work is resumed.
    if (by === 'outage') {
      this.#halt(`${agent.id} waits for its model, and can be resumed when it answers again: ${reason}`);
      return;
    }
    if (agent.parentId === null) {
      const { rejectedPlan } = this.#board.workspace;
      const plan = rejectedPlan === undefined ? '' : `the plan was ${rejectedPlan}; `;
      this.#halt(
        by === 'stalled'
          ? `${plan}${agent.id} stopped: ${agent.lastResponse ?? ''}`
          : `${plan}${agent.id}: ${reason}`,
      );
      return;
    }
    const cause = by === 'stalled' ? 'it stopped calling tools and did not report' : reason;
    await endAgent(this.#board, agent, {
      to: 'ERROR',
      by: ORCHESTRATOR,
      cause,
      tasks: by === 'limit' ? 'BLOCKED' : 'FAILED',
    });
  }

  /** An agent without work that has read what it was sent. */
  #rest(agent: Agent): Promise<void> {
    return this.#board.decide(async () => {
      const isDone = agent.parentId !== null && agent.open.length === 0 && agent.inbox.length === 0;
      if (isDone && agent.role !== 'ROUTA' && agent.status === 'ACTIVE')
        await this.#board.moveAgent(agent, 'COMPLETED', ORCHESTRATOR, 'has nothing left to do');
    });
  }

  #halt(reason: string): void {
    this.#halted ??= reason;
    this.wake();
  }

  #conclude(stayOpen: boolean): RoutaOutcome {
    const { workspace } = this.#board;
    // Whoever played an agent from outside has gone, and nothing is left to do.
    if (stayOpen && this.#fault === undefined && isAllDone(workspace)) return doneWith(workspace);
    if (this.#fault !== undefined) throw this.#fault;
    if (this.#taking.settings.signal.aborted) throw new Cancelled();
    if (this.#halted === undefined && isAllDone(workspace)) return doneWith(workspace);
    const open = [...workspace.tasks.values()].filter(t => t.status !== 'DONE' && t.status !== 'CANCELLED');
    const reasons = [
      ...(this.#halted === undefined ? [] : [this.#halted]),
      ...open.map(t => `${t.taskId} is ${taskStatus(t.status)}${t.cause === '' ? '' : `: ${t.cause}`}`),
    ];
    return { kind: 'BLOCKED', reasons: reasons.length > 0 ? reasons : ['no plan was made'] };
  }
}

const doneWith = ({ changes }: RoutaWorkspace): RoutaOutcome =>
  changes.some(change => !change.reverted) ? { kind: 'DONE' } : { kind: 'DONE', nothingChanged: true };
