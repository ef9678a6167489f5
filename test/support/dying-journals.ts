import type { Journal } from '../../src/core/ports/journal.ts';
import { MemoryJournals } from './memory-journals.ts';

/** Journals of a process that dies instead of writing one more line. */
export class DyingJournals<E> extends MemoryJournals<E> {
  linesLeft = Number.POSITIVE_INFINITY;

  override async create(title: string): Promise<Journal<E>> {
    return this.#dying(await super.create(title));
  }
  override async reopen(runId: string): Promise<Journal<E>> {
    return this.#dying(await super.reopen(runId));
  }
  #dying({ runId, append }: Journal<E>): Journal<E> {
    return {
      runId,
      append: async event => {
        if (this.linesLeft-- <= 0) throw new Error('the process died');
        await append(event);
      },
    };
  }
}
