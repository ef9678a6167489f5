import { Session } from 'node:inspector/promises';

/**
 * Counts how often blocks of this project's code are executed: bodies of functions and loops, branches. The counts are
 * the same in each run, however busy the machine is; of what built-in functions do inside, only what new maps and sets
 * are filled with is in them.
 *
 * Only code that is loaded after it was opened is counted, and only exactly in a process without optimizing compilers
 * (`--no-opt --no-maglev --no-sparkplug`).
 */
export class StepCounter {
  readonly #session = new Session();
  /** Entries that new maps and sets began with since it was asked last. */
  #filled = 0;

  async open(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const add = (entries: number) => {
      this.#filled += entries;
    };
    globalThis.Map = class<K, V> extends Map<K, V> {
      constructor(entries?: Iterable<readonly [K, V]> | null) {
        super(entries);
        add(this.size);
      }
    } as MapConstructor;
    globalThis.Set = class<T> extends Set<T> {
      constructor(values?: Iterable<T> | null) {
        super(values);
        add(this.size);
      }
    } as SetConstructor;
  }

  /** The steps of the work. */
  async count(work: () => unknown): Promise<number> {
    await this.#take();
    await work();
    return this.#take();
  }

  /** How the steps grow with the size of the input: 1 is in proportion, 2 with its square. */
  async growth(small: number, large: number, work: (size: number) => unknown): Promise<number> {
    // What is done once, at the first use, would count for the smaller one alone.
    await work(small);
    const [few, many] = [await this.count(() => work(small)), await this.count(() => work(large))];
    return Math.log(many / few) / Math.log(large / small);
  }

  /** What was executed since it was asked last. */
  async #take(): Promise<number> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    let steps = this.#filled;
    this.#filled = 0;
    for (const { url, functions } of result) {
      if (!url.startsWith('file:') || url.includes('/test/')) continue;
      for (const { ranges } of functions) for (const { count } of ranges) steps += count;
    }
    return steps;
  }
}
