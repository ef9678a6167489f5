import type { Journal, Journals } from './journal.ts';

/**
 * The journal of a run cannot be written. A run that leaves no record could be neither verified nor reverted, so
 * it ends FAILED and what it changed is taken back. The message says why, and what to do.
 */
export class JournalFault extends Error {
  override readonly name = 'JournalFault';
}

/** The journal of a new run. When there can be none, one whose every line fails: so the run ends at its first. */
export async function createJournal<E>(journals: Journals<E>, title: string): Promise<Journal<E>> {
  try {
    return await journals.create(title);
  } catch (error) {
    if (!(error instanceof JournalFault)) throw error;
    return { runId: 'unrecorded', append: () => Promise.reject(error) };
  }
}

/** Writes the lines of one run until one cannot be written; those behind it are only shown. */
export class JournalWriter<E> {
  readonly #journal: Journal<E>;
  #isLost = false;

  constructor(journal: Journal<E>) {
    this.#journal = journal;
  }

  get runId(): string {
    return this.#journal.runId;
  }

  /** Throws `JournalFault` once, so that the run ends; its end itself is then no fault. */
  async append(event: E): Promise<void> {
    if (this.#isLost) return;
    try {
      await this.#journal.append(event);
    } catch (error) {
      this.#isLost = error instanceof JournalFault;
      throw error;
    }
  }
}
