import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { type Caller, callersOf } from '../../python/trace/callers.ts';
import { ModuleReader } from '../../python/trace/module-reader.ts';
import { Resolver } from '../../python/trace/resolver.ts';
import type { Place } from '../../python/trace/value.ts';
import type { Importers } from './importers.ts';
import type { Side, TwoVersions } from './two-versions.ts';

/** Up to here every file is searched for calls of a method, else only files that import its class. */
const MOST_FILES = 500;
const MOST_METHODS = 5;
/** Methods that are searched for at all. */
const MOST_SEARCHES = 30;

/** Finds calls of methods through the types of objects; what it reads is kept from one question to the next. */
export class MethodSearch {
  readonly #versions: TwoVersions;
  readonly #isEverywhere: boolean;
  readonly #reached = new Map<Side, { readonly reader: ModuleReader; readonly resolver: Resolver }>();
  #searches = 0;
  #narrowed = 0;
  #skipped = 0;

  /** @param methods how many of them the change concerns */
  constructor(versions: TwoVersions, methods: number) {
    this.#versions = versions;
    this.#isEverywhere = versions.before.snapshot.modules.size <= MOST_FILES && methods <= MOST_METHODS;
  }

  /** What was not looked at, in sentences. */
  get gaps(): readonly string[] {
    return [
      ...(this.#narrowed === 0
        ? []
        : [`calls of ${this.#narrowed} methods were looked for only in files that import their class`]),
      ...(this.#skipped === 0 ? [] : [`calls of ${this.#skipped} more methods were not looked for`]),
    ];
  }

  async callersOf(
    side: Side,
    target: Place,
    className: string,
    importers: Importers,
  ): Promise<readonly Caller[]> {
    if (this.#searches === MOST_SEARCHES) {
      this.#skipped++;
      return [];
    }
    this.#searches++;
    const { snapshot, graph } = this.#versions[side];
    let reached = this.#reached.get(side);
    if (reached === undefined) {
      const reader = new ModuleReader(snapshot);
      reached = { reader, resolver: new Resolver(reader, graph) };
      this.#reached.set(side, reached);
    }
    const { reader, resolver } = reached;
    if (this.#isEverywhere) return callersOf(target, snapshot, reader, resolver);
    this.#narrowed++;
    const modules = new Map<string, WorkspaceModule>([[target.module.path, target.module]]);
    for (const { module } of importers.reach(target.module, className)) {
      const own = snapshot.modules.get(module.path);
      if (own !== undefined) modules.set(module.path, own);
    }
    return callersOf(target, { ...snapshot, modules }, reader, resolver);
  }
}
