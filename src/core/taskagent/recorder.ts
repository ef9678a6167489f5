import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { AgentEvent } from './events.ts';
import { type AgentState, initialAgentState, reduceAgent } from './state.ts';

/** `Omit` that keeps the members of a union apart. */
type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;

/** Writes each event of an agent to the journal first, then shows the state it leads to. */
export class AgentRecorder {
  readonly #journal: Journal<AgentEvent>;
  readonly #clock: Clock;
  readonly #onEvent: ((event: AgentEvent, state: AgentState) => void) | undefined;
  #state: AgentState;

  constructor(
    journal: Journal<AgentEvent>,
    clock: Clock,
    onEvent: ((event: AgentEvent, state: AgentState) => void) | undefined,
    earlier: readonly AgentEvent[] = [],
  ) {
    this.#journal = journal;
    this.#clock = clock;
    this.#onEvent = onEvent;
    this.#state = earlier.reduce(reduceAgent, initialAgentState(journal.runId));
  }

  get runId(): string {
    return this.#journal.runId;
  }

  get state(): AgentState {
    return this.#state;
  }

  async record(event: WithoutTime<AgentEvent>): Promise<void> {
    const timed = { at: this.#clock.now(), ...event } as AgentEvent;
    await this.#journal.append(timed);
    this.#state = reduceAgent(this.#state, timed);
    this.#onEvent?.(timed, this.#state);
  }
}
