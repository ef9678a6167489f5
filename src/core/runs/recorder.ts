import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import { JournalFault, JournalWriter } from '../ports/journal-fault.ts';

/** `Omit` that keeps the members of a union apart. */
export type WithoutTime<E> = E extends unknown ? Omit<E, 'at'> : never;

export interface Recording<E, S> {
  readonly journal: Journal<E>;
  readonly clock: Clock;
  readonly initial: S;
  readonly reduce: (state: S, event: E) => S;
  /** Called after each journal line, with the state it leads to. */
  readonly onEvent?: ((event: E, state: S) => void) | undefined;
  /** What the journal holds already. */
  readonly earlier?: readonly E[];
}

/** Writes each event of a run to the journal first, then shows the state it leads to. */
export class Recorder<E extends { readonly at: number }, S> {
  readonly #recording: Recording<E, S>;
  readonly #writer: JournalWriter<E>;
  #state: S;

  constructor(recording: Recording<E, S>) {
    this.#recording = recording;
    this.#writer = new JournalWriter(recording.journal);
    this.#state = (recording.earlier ?? []).reduce(recording.reduce, recording.initial);
  }

  get runId(): string {
    return this.#recording.journal.runId;
  }

  get state(): S {
    return this.#state;
  }

  async record(event: WithoutTime<E>): Promise<void> {
    const timed = this.#timed(event);
    await this.#writer.append(timed);
    this.#show(timed);
  }

  /** The last event. When it cannot be written, what is shown is `unrecorded`, made of the sentence that says why. */
  async end(event: WithoutTime<E>, unrecorded: (reason: string) => WithoutTime<E>): Promise<void> {
    try {
      await this.record(event);
    } catch (error) {
      if (!(error instanceof JournalFault)) throw error;
      this.#show(this.#timed(unrecorded(error.message)));
    }
  }

  #timed(event: WithoutTime<E>): E {
    return { at: this.#recording.clock.now(), ...event } as unknown as E;
  }

  /** For what is only of interest while it happens, or can no longer be written: leaves no line. */
  show(event: WithoutTime<E>): void {
    this.#show(this.#timed(event));
  }

  #show(event: E): void {
    this.#state = this.#recording.reduce(this.#state, event);
    this.#recording.onEvent?.(event, this.#state);
  }
}
