import type { Said, Steering } from '../ports/steering.ts';

/** Words as the agent gets them, and what they are, for the journal. */
export interface TakenWords {
  readonly text: string;
  readonly ids: readonly string[];
}

/**
 * A run that a person can speak to while it works: words come before the next reply, a pause ends it there, a stop at
 * once. What is in the journal is not said again, so that a crash loses nothing and repeats nothing.
 */
export class SteeredRun {
  readonly #steering: Steering | undefined;
  readonly #runId: string;
  readonly #said: Set<string>;
  readonly #stopping = new AbortController();
  #unwatch: () => void = () => undefined;
  #paused: string | undefined;

  /** @param said ids of words that the journal has */
  constructor(steering: Steering | undefined, runId: string, said: Iterable<string> = []) {
    this.#steering = steering;
    this.#runId = runId;
    this.#said = new Set(said);
  }

  /** The signal of the run: aborted by the host's, and by a person who says stop. */
  async begin(signal: AbortSignal): Promise<AbortSignal> {
    // A stop or a pause was meant for the run as it was.
    for (const { id, kind } of await this.#waiting()) if (kind !== 'say') await this.#take(id);
    this.#unwatch = this.#steering?.watch(this.#runId, () => void this.#look()) ?? this.#unwatch;
    return AbortSignal.any([signal, this.#stopping.signal]);
  }

  end(): void {
    this.#unwatch();
  }

  /** Why no further reply is asked for. */
  get paused(): string | undefined {
    return this.#paused;
  }

  /** Words for the agent that is asked next; they wait until `told` says that the journal has them. */
  async words(): Promise<TakenWords | undefined> {
    await this.#look();
    const words = (await this.#waiting()).filter(said => said.kind === 'say');
    if (words.length === 0) return undefined;
    const lines = words.map(({ by, text }) => `${by} says: ${text}`);
    return { text: [WORDS_LINE, ...lines].join('\n'), ids: words.map(({ id }) => id) };
  }

  async told(ids: readonly string[]): Promise<void> {
    for (const id of ids) await this.#take(id);
  }

  /** Why a call that would end the conversation has to wait: someone wrote meanwhile. */
  async whyNotEnd(): Promise<string | undefined> {
    const words = (await this.#waiting()).filter(said => said.kind === 'say');
    if (words.length === 0) return undefined;
    return `${words[0]?.by ?? 'the user'} wrote to you meanwhile; it comes with your next turn: read it, then go on or end`;
  }

  async #look(): Promise<void> {
    for (const { id, kind, by } of await this.#waiting()) {
      if (kind === 'say') continue;
      await this.#take(id);
      if (kind === 'pause') this.#paused ??= `paused by ${by}`;
      else this.#stopping.abort();
    }
  }

  async #waiting(): Promise<readonly Said[]> {
    const waiting = (await this.#steering?.waiting(this.#runId)) ?? [];
    const known = waiting.filter(({ id }) => this.#said.has(id));
    for (const { id } of known) await this.#steering?.taken(this.#runId, id);
    return waiting.filter(({ id }) => !this.#said.has(id));
  }

  async #take(id: string): Promise<void> {
    this.#said.add(id);
    await this.#steering?.taken(this.#runId, id);
  }
}

interface Steered {
  readonly steering: Steering | undefined;
  readonly runId: string;
  readonly signal: AbortSignal;
  /** Ids of words that its journal has. */
  readonly said?: readonly string[];
}

/** Does the work of a run that a person can speak to; the signal is aborted by a stop of theirs, too. */
export async function whileSteered<T>(
  { steering, runId, signal, said }: Steered,
  work: (steered: SteeredRun, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const steered = new SteeredRun(steering, runId, said);
  const either = await steered.begin(signal);
  return work(steered, either).finally(() => steered.end());
}

const WORDS_LINE = 'While you were at work:';

/** Ids of words that the lines of a journal have. */
export const saidIn = (events: readonly object[]): readonly string[] =>
  events.flatMap(event => ('said' in event && Array.isArray(event.said) ? event.said.map(String) : []));
