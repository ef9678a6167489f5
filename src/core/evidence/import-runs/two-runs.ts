import { type Import, qualifiedName } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { neighboursIn } from '../code/import-neighbours.ts';
import { closureOf } from '../code/imported-modules.ts';
import { KeySet } from '../code/key-sets.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';
import { CleanModules } from './clean-modules.ts';
import type { TwoOrders } from './import-orders.ts';
import { type Budget, beginOf, ImportRun, isEnd, type Missing, numberOf } from './import-run.ts';
import { ImportSteps } from './import-steps.ts';
import { type Taken, takenOnImport } from './taken-on-import.ts';

type TakenBy = ReadonlyMap<number, readonly Taken[]>;

/** What all runs of a change share. */
export class ImportRuns {
  readonly versions: TwoVersions;
  readonly steps: Readonly<Record<Side, ImportSteps>>;
  readonly #budget: Budget;
  /** By number: the modules that were read, and what they take. */
  readonly #taken: Readonly<Record<Side, Map<number, readonly Taken[]>>> = {
    before: new Map(),
    after: new Map(),
  };
  readonly #clean: CleanModules;
  readonly #read: KeySet;

  /** @param skipped imports that only run when their file is started as a program */
  constructor(versions: TwoVersions, skipped: ReadonlySet<Import>, budget: Budget) {
    this.versions = versions;
    this.steps = {
      before: new ImportSteps(versions.before, skipped),
      after: new ImportSteps(versions.after, skipped),
    };
    this.#budget = budget;
    this.#clean = new CleanModules(this.steps.after, budget, number => this.#taken.after.get(number));
    this.#read = new KeySet(versions.after.numbers);
  }

  /** Whether nothing is missing after the change where this module, or one of its functions, is the first to import. */
  async isClean(module: WorkspaceModule, scope: string): Promise<boolean> {
    const { numbers } = this.versions.after;
    const own = numbers.of(module.path);
    const inside = scope === '' ? [] : this.steps.after.stepsOf(module, insideOf(module, scope));
    const first = [
      own,
      ...inside.flatMap(({ modules, parts }) => [...modules, ...parts.flatMap(part => part ?? [])]),
    ];
    for (const number of first) {
      const found = this.steps.after.of(number)?.module;
      if (found !== undefined) await this.#readAll(found);
    }
    return first.every(number => this.#clean.has(number));
  }

  /** What a module and all that it leads to take. */
  async #readAll(module: WorkspaceModule): Promise<void> {
    const { numbers } = this.versions.after;
    for (const key of [module.path, ...closureOf(module, this.versions.after).without(this.#read)]) {
      this.#read.add(key);
      await this.#takenOf(numbers.of(key), 'after');
    }
  }

  start(side: Side, taken?: TakenBy): ImportRun {
    return new ImportRun(this.steps[side], this.#budget, taken && (number => taken.get(number)));
  }

  /** What some modules take, without those that take nothing. */
  async takenBy(numbers: ReadonlySet<number>, side: Side): Promise<TakenBy> {
    const found = new Map<number, readonly Taken[]>();
    for (const number of numbers) {
      const taken = this.#taken[side].get(number) ?? (await this.#takenOf(number, side));
      if (taken.length > 0) found.set(number, taken);
    }
    return found;
  }

  async #takenOf(number: number, side: Side): Promise<readonly Taken[]> {
    const known = this.#taken[side].get(number);
    if (known !== undefined) return known;
    const version = this.versions[side];
    const module = this.steps[side].of(number)?.module;
    const file = module && (await this.versions.open(module, side));
    const taken = file === undefined ? [] : takenOnImport(file, version);
    this.#taken[side].set(number, taken);
    return taken;
  }
}

/** The imports of a function, by its full name. */
const insideOf =
  ({ index }: WorkspaceModule, scope: string) =>
  ({ parent }: Import) =>
    qualifiedName(index.definitions, parent) === scope;

/** The modules that run where a changed one, or a function of it, is the first to import, in both versions. */
export class TwoRuns {
  readonly path: string;
  readonly #runs: ImportRuns;
  readonly #scope: string;
  readonly #known: Partial<Record<Side, ImportRun>> = {};

  /** @param scope the full name of the function; empty for the module */
  constructor(runs: ImportRuns, path: string, scope: string) {
    this.#runs = runs;
    this.path = path;
    this.#scope = scope;
  }

  /** Whether some run so far could not follow all modules. */
  isCut = false;

  orders(): TwoOrders {
    return { before: this.#plain('before').events, after: this.#plain('after').events };
  }

  /** What is only missing after the change; of attributes those that these modules take. */
  async newlyMissing(taking: ReadonlySet<number>): Promise<Missing | undefined> {
    const old = await this.#runs.takenBy(taking, 'before');
    const now = await this.#runs.takenBy(taking, 'after');
    const takeNothing = old.size === 0 && now.size === 0;
    for (const first of [this.path, ...this.#partners()]) {
      const isPlain = takeNothing && first === this.path;
      const before = isPlain ? this.#plain('before') : this.#run('before', old, first);
      const after = isPlain ? this.#plain('after') : this.#run('after', now, first);
      for (const [key, missing] of after.missing) if (!before.missing.has(key)) return missing;
    }
    return undefined;
  }

  /** A module that takes the place of what its package binds under that name, or no longer does. */
  newlyHiding(): string | undefined {
    const [old, now] = [this.#plain('before'), this.#plain('after')];
    const other = old.events.find(
      event => isEnd(event) && old.isHiding(numberOf(event)) !== now.isHiding(numberOf(event)),
    );
    return other === undefined
      ? undefined
      : `${this.path} has ${this.#keyOf(numberOf(other))} imported at another time, and its package binds that name as well`;
  }

  /** What a circle lacks that the file imported, and that only works where another module of it is the first one. */
  firstOfLostCircle(): Missing | undefined {
    const { before, after } = this.orders();
    const version = this.#runs.versions.after;
    const kept = new Set(after);
    const lost = new Set(
      before.filter(event => !isEnd(event) && !kept.has(event)).map(event => this.#keyOf(numberOf(event))),
    );
    for (const each of [...lost].slice(0, MOST_LOST)) {
      const module = version.snapshot.modules.get(each);
      const isFirst = neighboursIn(version)
        .importing(each)
        .some(other => other.path !== this.path && !lost.has(other.path));
      if (module === undefined || !isFirst) continue;
      const run = this.#runs.start('after');
      run.importModule(module);
      this.isCut ||= run.isCut;
      for (const missing of run.missing.values()) if (lost.has(missing.source)) return missing;
    }
    return undefined;
  }

  /** Without the attributes that modules take. */
  #plain(side: Side): ImportRun {
    const known = this.#known[side] ?? this.#run(side);
    this.#known[side] = known;
    return known;
  }

  #run(side: Side, taken?: TakenBy, first = this.path): ImportRun {
    const run = this.#runs.start(side, taken);
    const module = this.#runs.versions[side].snapshot.modules.get(first);
    if (module === undefined) return run;
    run.importModule(module);
    this.isCut ||= run.isCut;
    if (first !== this.path || this.#scope === '') return run;
    for (const step of this.#runs.steps[side].stepsOf(module, insideOf(module, this.#scope))) run.run(step);
    return run;
  }

  /** Some of those that import the module and that it leads to: one of them may be the first one. */
  #partners(): readonly string[] {
    const { after } = this.#runs.versions;
    const begun = new Set(this.#plain('after').events);
    return neighboursIn(after)
      .importing(this.path)
      .flatMap(({ path }) => (begun.has(beginOf(after.numbers.of(path))) ? path : []))
      .slice(0, MOST_PARTNERS);
  }

  #keyOf(number: number): string {
    return this.#runs.steps.after.keyOf(number);
  }
}

const MOST_PARTNERS = 10;
const MOST_LOST = 50;
