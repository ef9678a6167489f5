import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import { JournalWriter } from '../ports/journal-fault.ts';
import type { LiveEvent, RunEvent, Stage } from './events.ts';
import type { RunState } from './state.ts';
import { initialState, reduce } from './state.ts';

/** `Omit` that keeps the members of a union apart. */
type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;

/** Writes each event to the journal first, then shows the state it leads to. */
export class RunRecorder {
  readonly #journal: JournalWriter<RunEvent>;
  readonly #clock: Clock;
  readonly #onEvent: ((event: RunEvent, state: RunState) => void) | undefined;
  #state: RunState;
  #stage: Stage | undefined;

  constructor(
    journal: Journal<RunEvent>,
    clock: Clock,
    onEvent: ((event: RunEvent, state: RunState) => void) | undefined,
  ) {
    this.#journal = new JournalWriter(journal);
    this.#clock = clock;
    this.#onEvent = onEvent;
    this.#state = initialState(journal.runId);
  }

  get state(): RunState {
    return this.#state;
  }

  /** The stage under way, if any. */
  get stage(): Stage | undefined {
    return this.#stage;
  }

  async record(event: WithoutTime<RunEvent>): Promise<void> {
    const timed = { at: this.#clock.now(), ...event } as RunEvent;
    await this.#journal.append(timed);
    this.#tell(timed);
  }

  /** How a run ends whose journal is lost: shown without a line, the stage under way as failed. */
  showEnd(event: WithoutTime<Extract<RunEvent, { type: 'reverted' | 'finished' }>>): void {
    const at = this.#clock.now();
    if (this.#stage) this.#tell({ at, type: 'stage_finished', stage: this.#stage, ok: false });
    this.#stage = undefined;
    this.#tell({ at, ...event });
  }

  /** For what is only of interest while it happens. */
  show(event: WithoutTime<LiveEvent>): void {
    this.#tell({ at: this.#clock.now(), ...event });
  }

  #tell(event: RunEvent): void {
    this.#state = reduce(this.#state, event);
    this.#onEvent?.(event, this.#state);
  }

  async start(stage: Stage): Promise<void> {
    this.#stage = stage;
    await this.record({ type: 'stage_started', stage });
  }

  async finish(ok: boolean): Promise<void> {
    const stage = this.#stage;
    if (!stage) return;
    await this.record({ type: 'stage_finished', stage, ok });
    this.#stage = undefined;
  }
}
