import type { OutsideUpdate } from '../ports/agent-on-copy.ts';

/** Characters: an agent may never stop talking. */
const MOST = 64 * 1024;

/** What an agent said last in a turn: the words after the last thing that it did. */
export class LastWords {
  #text = '';
  #isOver = false;

  get text(): string {
    return this.#text.trim();
  }

  clear(): void {
    this.#text = '';
    this.#isOver = false;
  }

  add(update: OutsideUpdate): void {
    if (update.kind !== 'said') {
      this.#isOver = true;
      return;
    }
    // Blank pieces between two calls are no words.
    if (this.#isOver && update.text.trim() === '') return;
    this.#text = (this.#isOver ? '' : this.#text) + update.text;
    this.#isOver = false;
    if (this.#text.length > MOST) this.#text = this.#text.slice(-MOST);
  }
}
