import { Semaphore } from '../kernel/semaphore.ts';
import type { Said, Steering } from '../ports/steering.ts';
import { isAlive } from './agent-status.ts';
import { USER } from './events.ts';
import type { TaskBoard } from './task-board.ts';

/** What a person can do to a team at work. */
export interface Steerable {
  readonly pause: (reason: string) => void;
  /** Without an agent: everybody. */
  readonly stop: (agentId: string | undefined) => void;
}

/** Takes what a person says into the journal as messages, so that it is delivered like any other: each once. */
export class TeamSteering {
  readonly #steering: Steering | undefined;
  readonly #board: TaskBoard;
  readonly #team: Steerable;
  readonly #looking = new Semaphore();

  constructor(steering: Steering | undefined, board: TaskBoard, team: Steerable) {
    this.#steering = steering;
    this.#board = board;
    this.#team = team;
  }

  /** Until the value is called. A stop or a pause was meant for the workspace as it was. */
  async begin(onFault: (error: unknown) => void): Promise<() => void> {
    const { runId } = this.#board.recorder;
    for (const { id, kind } of (await this.#steering?.waiting(runId)) ?? [])
      if (kind !== 'say') await this.#steering?.taken(runId, id);
    return this.#steering?.watch(runId, () => void this.look().catch(onFault)) ?? (() => undefined);
  }

  /** Everything that was said so far. */
  look(): Promise<void> {
    return this.#looking.run(async () => {
      const { runId } = this.#board.recorder;
      for (const said of (await this.#steering?.waiting(runId)) ?? []) {
        if (!this.#board.workspace.said.has(said.id)) await this.#take(said);
        // In the journal first: a crash in between repeats nothing.
        await this.#steering?.taken(runId, said.id);
      }
    });
  }

  async #take(said: Said): Promise<void> {
    if (said.kind === 'pause') this.#team.pause(`paused by ${said.by}`);
    else if (said.kind === 'stop') this.#team.stop(said.agentId);
    else await this.#board.decide(() => this.#deliver(said));
  }

  async #deliver({ id, agentId, text, by }: Said): Promise<void> {
    const board = this.#board;
    const top = [...board.workspace.agents.values()].find(agent => agent.parentId === null);
    const asked = agentId === undefined ? top : board.agent(agentId);
    const to = asked && isAlive(asked.status) ? asked : top;
    if (!to) return;
    const missed =
      to === asked ? '' : ` to ${agentId}, which ${asked ? `is ${asked.status}` : 'is not there'}`;
    await board.send({
      from: USER,
      to: to.id,
      kind: 'message',
      text: `${by} says${missed}: ${text}`,
      said: id,
    });
    if (to.status !== 'ACTIVE') await board.moveAgent(to, 'ACTIVE', USER, 'the user wrote to it');
  }
}
