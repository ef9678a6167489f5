import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { entriesOf } from '../code/import-entries.ts';
import { withPackages } from '../code/imported-modules.ts';
import { KeySet } from '../code/key-sets.ts';
import { outsideNames } from '../code/outside-names.ts';
import { bindingsOf } from '../proofs/bindings.ts';
import type { ImportStep, ImportSteps, ModuleSteps } from './import-steps.ts';
import type { Taken, TakenAttribute } from './taken-on-import.ts';

/** What is known to run well and need not be followed. */
export interface Skipped {
  /** The module, and all else that its run leaves behind. */
  readonly ended: KeySet;
  /** How many imports run one inside the other. */
  readonly depth: number;
}

/** Whether a module can be skipped; `open` where that is not so, and no one needs to know what happens instead. */
export type Skip = (number: number, running: Iterable<number>) => Skipped | 'open' | undefined;

/** So many imports that run one inside the other are followed; Python's own limit is lower unless a program raises it. */
const MOST_NESTED = 1000;

/** What all runs of a change may take together: how many more modules may begin. */
export interface Budget {
  modules: number;
}

/** What a module takes of another one that is not there yet. */
export interface Missing {
  /** The module that takes it. */
  readonly path: string;
  readonly text: string;
  /** The module of which it is taken. */
  readonly source: string;
}

/** What happens in a run: a module begins or has ended, or one from outside is first imported, which begins so. */
export type ImportEvent = number;
export const beginOf = (number: number): ImportEvent => 2 * number;
export const endOf = (number: number): ImportEvent => 2 * number + 1;
export const isEnd = (event: ImportEvent): boolean => event % 2 === 1;
/** The number of its module. */
export const numberOf = (event: ImportEvent): number => event >>> 1;

/** What a module takes of others. */
export type TakenBy = (number: number) => readonly Taken[] | undefined;

/** Where a module is that has not begun, and behind all of its statements. */
const NOT_BEGUN = -1;
const ENDED = Number.POSITIVE_INFINITY;

/**
 * One process that imports modules of the workspace: which run in which order, and what they ask of modules that have
 * only begun by then, or of packages whose modules nobody has imported. Under a condition everything is imported.
 */
export class ImportRun {
  readonly #steps: ImportSteps;
  readonly #budget: Budget;
  readonly #takenBy: TakenBy;
  readonly #skip: Skip | undefined;
  /** By number, outermost first: the start of the statement that runs. */
  readonly #running = new Map<number, number>();
  /** Numbers of the modules that have ended, and of names from outside that were imported. */
  readonly ended: KeySet;
  /** Modules that may hide what their package binds, and have ended: where the package was by then. */
  readonly #packageAt = new Map<number, number>();
  readonly events: ImportEvent[] = [];
  /** By what is the same in two versions. */
  readonly missing = new Map<string, Missing>();

  /** Whether it was given up: each of many imports the next one, or there are too many of them. */
  isCut = false;
  /** How many imports run one inside the other. */
  depth = 0;

  constructor(steps: ImportSteps, budget: Budget, takenBy: TakenBy = () => undefined, skip?: Skip) {
    this.#steps = steps;
    this.#budget = budget;
    this.#takenBy = takenBy;
    this.#skip = skip;
    this.ended = new KeySet(steps.version.numbers);
  }

  /** The packages around a module run before it. */
  importModule(module: WorkspaceModule): void {
    const { snapshot, numbers } = this.#steps.version;
    for (const { path } of withPackages(module, snapshot.modules)) this.#begin(numbers.of(path));
  }

  run({ statement, module, modules, outside, source, parts }: ImportStep): void {
    for (const each of modules) this.#begin(each);
    if (this.isCut) return;
    for (const each of outside) {
      if (this.#positionOf(each) !== NOT_BEGUN) continue;
      this.#moveTo(each, ENDED);
      if (this.#steps.isSubmodule(each)) this.events.push(beginOf(each));
    }
    const half =
      source === undefined || this.#positionOf(source) === ENDED ? undefined : this.#steps.of(source);
    if (half !== undefined)
      for (const [i, { name }] of statement.names.entries()) {
        if (parts[i] !== undefined || this.#isBound(name, half.module)) continue;
        const text = entriesOf(statement, module)[i]?.text ?? name;
        this.#miss({ path: module.path, text, source: half.module.path });
      }
    for (const part of parts) for (const each of part ?? []) this.#begin(each);
  }

  #begin(number: number): void {
    if (this.isCut || this.#positionOf(number) !== NOT_BEGUN) return;
    const skipped = this.#skip?.(number, this.#running.keys());
    const known = skipped === 'open' ? undefined : skipped;
    const depth = this.#running.size + (known?.depth ?? 1);
    this.depth = Math.max(this.depth, depth);
    this.isCut = skipped === 'open' || depth > MOST_NESTED || this.#budget.modules <= 0;
    if (known !== undefined) this.ended.addAll(known.ended);
    const module = this.isCut || known !== undefined ? undefined : this.#steps.of(number);
    if (module === undefined) return;
    this.#budget.modules--;
    this.events.push(beginOf(number));
    const taken = this.#takenBy(number) ?? NOTHING;
    let next = 0;
    this.#moveTo(number, 0);
    for (const step of module.steps) {
      const { start } = step.statement;
      next = this.#takeUntil(start, taken, next, module);
      this.#moveTo(number, start);
      this.run(step);
      if (this.isCut) return;
    }
    this.#takeUntil(ENDED, taken, next, module);
    if (this.isCut) return;
    this.#moveTo(number, ENDED);
    this.events.push(endOf(number));
    const { around, mayHide } = module;
    if (mayHide && around !== undefined) this.#packageAt.set(number, this.#positionOf(around));
  }

  /**
   * Whether a module that has ended stays in its package under its name, where that is bound to something else as well:
   * what is bound last stays.
   */
  isHiding(number: number): boolean {
    const position = this.#packageAt.get(number);
    if (position === undefined) return false;
    const { module, around = number } = this.#steps.of(number) ?? {};
    const owner = this.#steps.of(around)?.module;
    if (module === undefined || owner === undefined) return false;
    const binding = bindingsOf(owner).get(module.segments.at(-1) ?? '') ?? [];
    const until = position === NOT_BEGUN ? ENDED : position;
    return binding.every(({ start }) => start < until);
  }

  /** The index of the first one that is taken behind that. */
  #takeUntil(end: number, taken: readonly Taken[], from: number, { module }: ModuleSteps): number {
    let next = from;
    for (let each = taken[next]; each !== undefined && each.start < end; each = taken[++next]) {
      this.#moveTo(this.#steps.version.numbers.of(module.path), each.start);
      if ('base' in each) this.#take(each, module.path);
      else this.#runInside(each.statement, module);
    }
    return next;
  }

  #runInside(statement: Import, module: WorkspaceModule): void {
    // Whoever skips modules knows them by what their tops import.
    if (this.#skip !== undefined) this.isCut = true;
    for (const step of this.#steps.stepsOf(module, each => each === statement)) this.run(step);
  }

  #take({ base, attributes }: TakenAttribute, path: string): void {
    let found = base;
    for (const name of attributes) {
      if (typeof found === 'string') {
        const dotted = `${found}.${name}`;
        const number = this.#steps.numberOfOutside(dotted);
        const isOwn = outsideNames(found)?.has(name) === true || dotted === 'os.path';
        if (isOwn || !this.#steps.isSubmodule(number)) return;
        if (this.#positionOf(number) === NOT_BEGUN) {
          this.#miss({ path, text: dotted, source: dotted });
          return;
        }
        found = dotted;
        continue;
      }
      const isHalf = this.#isHalf(found);
      const part = this.#steps.version.graph.submodule(found, name);
      const text = `${found.name}.${name}`;
      if (part?.kind !== 'module') {
        const isMissing = isHalf && !this.#isBound(name, found) && bindingsOf(found).has(name);
        if (isMissing) this.#miss({ path, text, source: found.path });
        return;
      }
      // A package has the name of a module once that has ended.
      if (this.#positionOfModule(part.module) !== ENDED) {
        if (this.#isBound(name, found)) return;
        this.#miss({ path, text, source: part.module.path });
        return;
      }
      found = part.module;
    }
  }

  /** Whether a module has the name of its own by now. */
  #isBound(name: string, module: WorkspaceModule): boolean {
    const position = this.#positionOfModule(module);
    const until = position === NOT_BEGUN ? ENDED : position;
    const bindings = bindingsOf(module);
    return [name, '*'].some(each => bindings.get(each)?.some(({ start }) => start < until) === true);
  }

  #isHalf(module: WorkspaceModule): boolean {
    return this.#positionOfModule(module) !== ENDED;
  }

  #positionOfModule({ path }: WorkspaceModule): number {
    return this.#positionOf(this.#steps.version.numbers.of(path));
  }

  #positionOf(number: number): number {
    return this.ended.hasNumber(number) ? ENDED : (this.#running.get(number) ?? NOT_BEGUN);
  }

  #moveTo(number: number, position: number): void {
    if (position !== ENDED) this.#running.set(number, position);
    else {
      this.#running.delete(number);
      this.ended.addNumber(number);
    }
  }

  #miss(missing: Missing): void {
    this.missing.set(`${missing.path} ${missing.text}`, missing);
  }
}

const NOTHING: readonly Taken[] = [];
