import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { type KeyNumbers, KeySet } from './key-sets.ts';

/** Some modules, by what imports name them: paths in the workspace, and `outside a.b`. Shared: nobody adds to one. */
export type Closure = KeySet;

type Target = WorkspaceModule | string;

/** By what a closure has it. */
export const keyOf = (target: Target): string => (typeof target === 'string' ? target : target.path);

/**
 * What is imported with each module. A large change asks for hundreds of them, of thousands of modules each: modules are
 * numbers here, and what is imported with one is a bit for each number.
 */
export class Closures {
  readonly #numbers: KeyNumbers;
  readonly #importsOf: (module: WorkspaceModule) => Iterable<Target>;
  readonly #withPackages: (module: WorkspaceModule) => Iterable<WorkspaceModule>;
  /** By number: the modules that are reached so far, and what each of them imports. */
  readonly #modules: (WorkspaceModule | undefined)[] = [];
  readonly #targets: (readonly number[] | undefined)[] = [];
  readonly #known: (KeySet | undefined)[] = [];

  /** @param withPackages a module behind the packages around it, which run before it */
  constructor(
    numbers: KeyNumbers,
    importsOf: (module: WorkspaceModule) => Iterable<Target>,
    withPackages: (module: WorkspaceModule) => Iterable<WorkspaceModule>,
  ) {
    this.#numbers = numbers;
    this.#importsOf = importsOf;
    this.#withPackages = withPackages;
  }

  /** The module itself is not among it. */
  of(module: WorkspaceModule): Closure {
    const own = this.#numberOf(module);
    const known = this.#known[own];
    if (known !== undefined) return known;
    const reached = this.#reach([module]);
    reached.deleteNumber(own);
    this.#known[own] = reached;
    return reached;
  }

  ofAll(modules: readonly WorkspaceModule[]): Closure {
    return this.#reach(modules);
  }

  #reach(modules: readonly WorkspaceModule[]): KeySet {
    const seen = new KeySet(this.#numbers);
    const waiting: number[] = [];
    const follow = (number: number) => {
      for (const target of this.#targetsOf(number)) if (seen.addNumber(target)) waiting.push(target);
    };
    for (const module of modules)
      for (const each of this.#withPackages(module)) {
        const number = this.#numberOf(each);
        if (each.path !== module.path) seen.addNumber(number);
        follow(number);
      }
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // What one leads to that was asked for before is taken as a whole; it is among what is seen itself.
      const known = this.#known[next];
      if (known === undefined) follow(next);
      else seen.addAll(known);
    }
    return seen;
  }

  #targetsOf(number: number): readonly number[] {
    const known = this.#targets[number];
    if (known !== undefined) return known;
    const module = this.#modules[number];
    const found = module === undefined ? [] : [...this.#importsOf(module)].map(each => this.#numberOf(each));
    const targets = found.length < 2 ? found : [...new Set(found)];
    this.#targets[number] = targets;
    return targets;
  }

  #numberOf(target: Target): number {
    const number = this.#numbers.of(keyOf(target));
    if (typeof target !== 'string') this.#modules[number] = target;
    return number;
  }
}
