import { at } from '../../kernel/at.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';

/** Some modules, by what imports name them: paths in the workspace, and `outside a.b`. */
export type Closure = Pick<ReadonlySet<string>, 'has'> & Iterable<string>;

type Target = WorkspaceModule | string;

const BITS = 32;

/**
 * What is imported with each module. A large change asks for hundreds of them, of thousands of modules each: modules are
 * numbers here, and what is imported with one is a bit for each number.
 */
export class Closures {
  readonly #importsOf: (module: WorkspaceModule) => Iterable<Target>;
  readonly #withPackages: (module: WorkspaceModule) => Iterable<WorkspaceModule>;
  readonly #numbers = new Map<string, number>();
  readonly #keys: string[] = [];
  readonly #modules: (WorkspaceModule | undefined)[] = [];
  /** By number; read when a module is first reached. */
  readonly #targets: (readonly number[] | undefined)[] = [];
  readonly #known = new Map<WorkspaceModule, Closure>();

  /** @param withPackages a module behind the packages around it, which run before it */
  constructor(
    importsOf: (module: WorkspaceModule) => Iterable<Target>,
    withPackages: (module: WorkspaceModule) => Iterable<WorkspaceModule>,
  ) {
    this.#importsOf = importsOf;
    this.#withPackages = withPackages;
  }

  /** The module itself is not among it. */
  of(module: WorkspaceModule): Closure {
    const known = this.#known.get(module) ?? this.#reach([module], this.#numberOf(module));
    this.#known.set(module, known);
    return known;
  }

  ofAll(modules: readonly WorkspaceModule[]): Closure {
    return this.#reach(modules, undefined);
  }

  #reach(modules: readonly WorkspaceModule[], except: number | undefined): Closure {
    const seen = new Bits(this.#numbers, this.#keys);
    const waiting: number[] = [];
    for (const module of modules)
      for (const each of this.#withPackages(module)) {
        const number = this.#numberOf(each);
        waiting.push(number);
        if (each.path !== module.path) seen.add(number);
      }
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
      for (const target of this.#targetsOf(next)) {
        if (target !== except && seen.add(target)) waiting.push(target);
      }
    return seen;
  }

  #targetsOf(number: number): readonly number[] {
    const module = this.#modules[number];
    const known =
      this.#targets[number] ??
      (module === undefined
        ? []
        : [...new Set([...this.#importsOf(module)].map(each => this.#numberOf(each)))]);
    this.#targets[number] = known;
    return known;
  }

  #numberOf(target: Target): number {
    const key = typeof target === 'string' ? target : target.path;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#keys.push(key) - 1;
    this.#modules.push(typeof target === 'string' ? undefined : target);
    this.#targets.push(undefined);
    this.#numbers.set(key, number);
    return number;
  }
}

class Bits implements Closure {
  readonly #numbers: ReadonlyMap<string, number>;
  readonly #keys: readonly string[];
  #bits: Uint32Array;

  constructor(numbers: ReadonlyMap<string, number>, keys: readonly string[]) {
    this.#numbers = numbers;
    this.#keys = keys;
    this.#bits = new Uint32Array(1 + Math.ceil(keys.length / BITS));
  }

  /** Whether it was not there yet. */
  add(number: number): boolean {
    const at = number >>> 5;
    if (at >= this.#bits.length) {
      const longer = new Uint32Array(2 * at);
      longer.set(this.#bits);
      this.#bits = longer;
    }
    const bit = 1 << (number & (BITS - 1));
    const word = this.#bits[at] ?? 0;
    this.#bits[at] = word | bit;
    return (word & bit) === 0;
  }

  has(key: string): boolean {
    const number = this.#numbers.get(key);
    return number !== undefined && (((this.#bits[number >>> 5] ?? 0) >>> (number & (BITS - 1))) & 1) === 1;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let i = 0; i < this.#bits.length; i++) {
      let word = this.#bits[i] ?? 0;
      while (word !== 0) {
        const bit = BITS - 1 - Math.clz32(word & -word);
        yield at(this.#keys, i * BITS + bit);
        word &= word - 1;
      }
    }
  }
}
