import { closureOf } from '../code/imported-modules.ts';
import { type Budget, ImportRun, type Skipped, type TakenBy } from './import-run.ts';
import type { ImportSteps } from './import-steps.ts';

/** In bytes: what so many modules leave behind is kept; of others nothing is known. */
const MOST_KEPT = 32_000_000;

/**
 * Modules of which nothing is missing, in them and in all that they lead to, where one of them is the first that a
 * process imports. So nothing of theirs is missing either where others import them: what has ended by then has all that
 * it leads to behind it, and what has not runs in the same order. Only what leads back to a module that still runs has
 * to be followed there.
 */
export class CleanModules {
  readonly #steps: ImportSteps;
  readonly #budget: Budget;
  readonly #takenBy: TakenBy;
  /** By number: what the run of a module leaves behind, if it is clean. */
  readonly #known = new Map<number, Skipped | 'open'>();
  #nested = 0;
  /** One that has to be asked about before the one that is: deeper inside than is gone at once. */
  #first: number | undefined;

  /** @param takenBy of every module that one asked about leads to */
  constructor(steps: ImportSteps, budget: Budget, takenBy: TakenBy) {
    this.#steps = steps;
    this.#budget = budget;
    this.#takenBy = takenBy;
  }

  has(number: number): boolean {
    const waiting = [number];
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      this.#first = undefined;
      this.#lookAt(next);
      if (this.#first === undefined) waiting.pop();
      else waiting.push(this.#first);
    }
    return this.#known.get(number) !== 'open';
  }

  #lookAt(number: number): Skipped | 'open' {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    if (this.#nested === MOST_INSIDE) {
      this.#first = number;
      return 'open';
    }
    this.#nested++;
    const found = this.#read(number);
    this.#nested--;
    if (this.#first === undefined) this.#known.set(number, found);
    return found;
  }

  #read(number: number): Skipped | 'open' {
    const { module } = this.#steps.of(number) ?? {};
    const bytes = (this.#known.size * this.#steps.version.numbers.keys.length) / 8;
    if (module === undefined || bytes > MOST_KEPT) return 'open';
    const run = new ImportRun(this.#steps, this.#budget, this.#takenBy, (other, running) =>
      other === number ? undefined : this.#skipped(other, running),
    );
    run.importModule(module);
    return run.isCut || run.missing.size > 0 ? 'open' : { ended: run.ended, depth: run.depth };
  }

  #skipped(number: number, running: Iterable<number>): Skipped | 'open' | undefined {
    const { module } = this.#steps.of(number) ?? {};
    if (module === undefined) return 'open';
    const closure = closureOf(module, this.#steps.version);
    for (const each of running) if (closure.hasNumber(each)) return undefined;
    return this.#lookAt(number);
  }
}

/** Each of them takes room on the stack. */
const MOST_INSIDE = 50;
