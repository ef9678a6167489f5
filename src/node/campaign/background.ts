/** Pieces of work that go on beside a loop, each under a name. */
export class Background {
  readonly #most: number;
  readonly #pieces = new Map<string, Promise<void>>();
  #fault: { readonly error: unknown } | undefined;
  #tell: () => void = () => undefined;
  #hasEnded = false;

  /** @param most how many at the same time */
  constructor(most: number) {
    this.#most = most;
  }

  get names(): ReadonlySet<string> {
    return new Set(this.#pieces.keys());
  }

  get size(): number {
    return this.#pieces.size;
  }

  /** Begins it, where there is room and no other is under this name. */
  start(name: string, work: () => Promise<void>): void {
    if (this.#pieces.has(name) || this.size >= this.#most) return;
    const piece = work()
      .catch((error: unknown) => {
        this.#fault ??= { error };
      })
      .finally(() => {
        this.#pieces.delete(name);
        this.#hasEnded = true;
        this.#tell();
      });
    this.#pieces.set(name, piece);
  }

  /** Throws what the first piece that failed threw. */
  throwIfFailed(): void {
    if (this.#fault !== undefined) throw this.#fault.error;
  }

  /** Tells the one that asked last when a piece ends; at once, where one has ended since it was told before. */
  onEnd(tell: () => void): void {
    this.#tell = () => {
      this.#hasEnded = false;
      tell();
    };
    if (this.#hasEnded) this.#tell();
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#pieces.values());
  }
}
