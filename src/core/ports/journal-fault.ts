import type { Journal, Journals } from './journal.ts';

/**
 * The journal of a run cannot be written. A run that leaves no record could be neither verified nor reverted, so
 * it ends FAILED and what it changed is taken back. The message says why, and what to do.
 */
export class JournalFault extends Error {
  override readonly name = 'JournalFault';
}

/** The id of a run that has no journal. */
export const UNRECORDED = 'unrecorded';

/** The journal of a new run. When there can be none, one whose every line fails: so the run ends at its first. */
export async function createJournal<E>(journals: Journals<E>, title: string): Promise<Journal<E>> {
  try {
    return await journals.create(title);
  } catch (error) {
    if (!(error instanceof JournalFault)) throw error;
    return { runId: UNRECORDED, append: () => Promise.reject(error) };
  }
}

/**
 * Writes the lines of one run until one cannot be written. From then on every line is refused: whoever else works on
 * the run must not change a file either. Its end is then shown without a line.
 */
export class JournalWriter<E> {
  readonly #journal: Journal<E>;
  #fault: JournalFault | undefined;

  constructor(journal: Journal<E>) {
    this.#journal = journal;
  }

  get runId(): string {
    return this.#journal.runId;
  }

  /** Rejects with `JournalFault`, and with the first one ever after. */
  async append(event: E): Promise<void> {
    if (this.#fault) throw this.#fault;
    try {
      await this.#journal.append(event);
    } catch (error) {
      if (error instanceof JournalFault) this.#fault ??= error;
      throw error;
    }
  }
}
