import type { Journal } from '../../src/core/ports/journal.ts';
import { MemoryJournals } from './memory-journals.ts';

/** How many lines a process still writes before it dies; of all journals that share it. */
export interface Life {
  linesLeft: number;
}

/** Journals of a process that dies instead of writing one more line. */
export class DyingJournals<E> extends MemoryJournals<E> {
  readonly #life: Life;

  constructor(life: Life = { linesLeft: Number.POSITIVE_INFINITY }) {
    super();
    this.#life = life;
  }

  get linesLeft(): number {
    return this.#life.linesLeft;
  }
  set linesLeft(lines: number) {
    this.#life.linesLeft = lines;
  }

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
        if (this.#life.linesLeft-- <= 0) throw new Error('the process died');
        await append(event);
      },
    };
  }
}
