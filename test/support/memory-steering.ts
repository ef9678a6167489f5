import type { Said, Steering } from '../../src/core/ports/steering.ts';

/** Words in memory; kept like the files of a state folder. */
export class MemorySteering implements Steering {
  readonly said: Said[] = [];
  #look: () => void = () => undefined;
  #next = 0;
  /** Dies before it takes a word away. */
  isStuck = false;

  say(kind: Said['kind'], text = '', agentId?: string): void {
    this.said.push({ id: `${this.#next++}`, kind, text, by: 'Ann', ...(agentId ? { agentId } : {}) });
    this.#look();
  }

  async waiting() {
    return [...this.said];
  }

  async taken(_runId: string, id: string) {
    const at = this.said.findIndex(one => one.id === id);
    if (at >= 0 && !this.isStuck) this.said.splice(at, 1);
  }

  watch(_runId: string, look: () => void) {
    this.#look = look;
    return () => undefined;
  }
}
