import type { ChangeSet } from '../../src/core/changes/change-set.ts';
import type { Journal, Journals, RunSummary } from '../../src/core/ports/journal.ts';

/** Journals of one test, run ids counted from 1. */
export class MemoryJournals<E> implements Journals<E> {
  readonly #events = new Map<string, E[]>();
  readonly #titles = new Map<string, string>();
  readonly #changes = new Map<string, ChangeSet>();

  async create(title: string): Promise<Journal<E>> {
    const runId = `run-${this.#events.size + 1}`;
    this.#events.set(runId, []);
    this.#titles.set(runId, title);
    return this.#journal(runId);
  }

  async reopen(runId: string): Promise<Journal<E>> {
    return this.#journal(runId);
  }

  async list(): Promise<readonly RunSummary[]> {
    return [...this.#events.keys()].map(runId => ({
      runId,
      startedAt: 0,
      title: this.#titles.get(runId) ?? '',
      outcome: '',
    }));
  }

  async read(runId: string): Promise<readonly E[] | undefined> {
    return this.#events.get(runId);
  }

  async saveChangeSet(runId: string, changes: ChangeSet, part?: number): Promise<void> {
    this.#changes.set(keyOf(runId, part), changes);
  }

  async loadChangeSet(runId: string, part?: number): Promise<ChangeSet | undefined> {
    return this.#changes.get(keyOf(runId, part));
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

const keyOf = (runId: string, part: number | undefined): string =>
  part === undefined ? runId : `${runId}#${part}`;
