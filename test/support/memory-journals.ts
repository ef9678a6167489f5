import type { ChangeSet } from '../../src/core/changes/change-set.ts';
import type { Journal, Journals, RunSummary } from '../../src/core/ports/journal.ts';

/** Journals of one test, run ids counted from 1. */
export class MemoryJournals<E> implements Journals<E> {
  readonly #events = new Map<string, E[]>();
  readonly #changes = new Map<string, ChangeSet>();

  async create(_title: string): Promise<Journal<E>> {
    const runId = `run-${this.#events.size + 1}`;
    this.#events.set(runId, []);
    return this.#journal(runId);
  }

  async reopen(runId: string): Promise<Journal<E>> {
    return this.#journal(runId);
  }

  async list(): Promise<readonly RunSummary[]> {
    return [...this.#events.keys()].map(runId => ({ runId, startedAt: 0, title: runId, outcome: '' }));
  }

  async read(runId: string): Promise<readonly E[] | undefined> {
    return this.#events.get(runId);
  }

  async saveChangeSet(runId: string, changes: ChangeSet): Promise<void> {
    this.#changes.set(runId, changes);
  }

  async loadChangeSet(runId: string): Promise<ChangeSet | undefined> {
    return this.#changes.get(runId);
  }

  #journal(runId: string): Journal<E> {
    return {
      runId,
      append: async event => {
        this.#events.get(runId)?.push(event);
      },
    };
  }
}
