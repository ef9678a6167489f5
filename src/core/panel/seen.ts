/** No one has looked at what was not there a moment ago. */
const SEEN_MS = 1000;

/** What a person has had open for long enough that a click can be about it. Times in milliseconds since 1970. */
export class Seen {
  readonly #openSince = new Map<string, number>();

  /** It is open now, all of it: not while it still opens. */
  opened(id: string, now: number): void {
    this.#openSince.set(id, now);
  }

  closed(id: string): void {
    this.#openSince.delete(id);
  }

  has(id: string, now: number): boolean {
    const since = this.#openSince.get(id);
    return since !== undefined && now - since >= SEEN_MS;
  }
}
