import { closureOf } from '../code/imported-modules.ts';
import type { KeySet } from '../code/key-sets.ts';
import { type Budget, ImportRun, type Skipped, type TakenBy } from './import-run.ts';
import type { ImportSteps } from './import-steps.ts';

/** In bytes: what so many modules lead to is kept; of others nothing is known. */
const MOST_KEPT = 64_000_000;

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
  /** By number: how many imports run one inside the other; none for a module that is not clean. */
  readonly #known = new Map<number, number>();
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
      this.#depthOf(next);
      if (this.#first === undefined) waiting.pop();
      else waiting.push(this.#first);
    }
    return this.#known.get(number) !== NOT_CLEAN;
  }

  #depthOf(number: number): number {
    const known = this.#known.get(number);
    if (known !== undefined) return known;
    if (this.#nested === MOST_INSIDE) {
      this.#first = number;
      return NOT_CLEAN;
    }
    this.#nested++;
    const depth = this.#read(number);
    this.#nested--;
    if (this.#first === undefined) this.#known.set(number, depth);
    return depth;
  }

  #read(number: number): number {
    const { module } = this.#steps.of(number) ?? {};
    const bytes = (this.#known.size * this.#steps.version.numbers.keys.length) / 8;
    if (module === undefined || bytes > MOST_KEPT) return NOT_CLEAN;
    const run = new ImportRun(this.#steps, this.#budget, this.#takenBy, (other, running) =>
      other === number ? undefined : this.#skipped(other, running),
    );
    run.importModule(module);
    return run.isCut || run.missing.size > 0 ? NOT_CLEAN : run.depth;
  }

  #skipped(number: number, running: Iterable<number>): Skipped | 'open' | undefined {
    const { module } = this.#steps.of(number) ?? {};
    if (module === undefined) return 'open';
    const closure: KeySet = closureOf(module, this.#steps.version);
    for (const each of running) if (closure.hasNumber(each)) return undefined;
    const depth = this.#depthOf(number);
    return depth === NOT_CLEAN ? 'open' : { closure, depth };
  }
}

const NOT_CLEAN = 0;
/** Each of them takes room on the stack. */
const MOST_INSIDE = 50;
