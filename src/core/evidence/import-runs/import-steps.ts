import { once } from '../../kernel/once.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { withPackages } from '../code/imported-modules.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { packageAround, takesName } from '../proofs/import-closure.ts';

/** What an import statement runs, or one name of `import a, b`, which is the same whenever it does. Modules and names from outside are numbers. */
export interface ImportStep {
  readonly statement: Import;
  readonly module: WorkspaceModule;
  /** The modules that it names itself, with the packages around them. */
  readonly modules: readonly number[];
  /** Names of packages from outside, and of folders of the workspace that are no packages, and of what is in them. */
  readonly outside: readonly number[];
  /** The number of that of `from source import …`. */
  readonly source: number | undefined;
  /** The modules among the names that are imported from it, each behind the packages around it. */
  readonly parts: readonly (readonly number[] | undefined)[];
}

/** What runs when a module is imported. */
export interface ModuleSteps {
  readonly module: WorkspaceModule;
  /** The number of the package around it. */
  readonly around: number | undefined;
  /** The package binds its name to something else as well. */
  readonly mayHide: boolean;
  /** Its imports outside of functions, in order. */
  readonly steps: readonly ImportStep[];
}

/** What is imported from where, read once for all runs of a version. */
export class ImportSteps {
  readonly version: WorkspaceVersion;
  readonly #skipped: ReadonlySet<Import>;
  /** By number. */
  readonly #modules: (ModuleSteps | undefined)[] = [];
  readonly #isSubmodule: (boolean | undefined)[] = [];
  readonly #known = new WeakMap<Import, readonly ImportStep[]>();

  /** @param skipped imports that only run when their file is started as a program */
  constructor(version: WorkspaceVersion, skipped: ReadonlySet<Import>) {
    this.version = version;
    this.#skipped = skipped;
  }

  /** By the number of the path; `undefined` where there is no such module. */
  of(number: number): ModuleSteps | undefined {
    const known = this.#modules[number];
    if (known !== undefined) return known;
    const module = this.version.snapshot.modules.get(this.keyOf(number));
    if (module === undefined) return undefined;
    const around = packageAround(module, this.version.snapshot);
    const found = {
      module,
      around: around && this.version.numbers.of(around.path),
      mayHide: takesName(module.path, this.version),
      steps: this.stepsOf(module, ({ parent }) => parent === -1),
    };
    this.#modules[number] = found;
    return found;
  }

  /** Those of the chosen imports that run, in order. */
  stepsOf(module: WorkspaceModule, isChosen: (statement: Import) => boolean): readonly ImportStep[] {
    return module.index.imports
      .filter(each => each.placement !== 'type_checking' && !this.#skipped.has(each) && isChosen(each))
      .flatMap(statement => this.#stepsOf(statement, module));
  }

  keyOf(number: number): string {
    return this.version.numbers.keys[number] ?? '';
  }

  numberOfOutside(dotted: string): number {
    return this.version.numbers.of(`${OUTSIDE}${dotted}`);
  }

  /** A module that its package from outside only has once somebody imports it. */
  isSubmodule(outside: number): boolean {
    const known = this.#isSubmodule[outside];
    if (known !== undefined) return known;
    const found = submodulesOutside(this.version).has(this.keyOf(outside).slice(OUTSIDE.length));
    this.#isSubmodule[outside] = found;
    return found;
  }

  #stepsOf(statement: Import, module: WorkspaceModule): readonly ImportStep[] {
    const known = this.#known.get(statement) ?? this.#read(statement, module);
    this.#known.set(statement, known);
    return known;
  }

  #read(statement: Import, module: WorkspaceModule): readonly ImportStep[] {
    const { graph, snapshot, numbers } = this.version;
    const numbersOf = (target: WorkspaceModule) =>
      [...withPackages(target, snapshot.modules)].map(({ path }) => numbers.of(path));
    // What is in such a folder is there once somebody has imported it.
    const isInFolder = (name: string) =>
      name.includes('.') && graph.findModule(name.slice(0, name.indexOf('.')), module) === undefined;
    const read = (target: WorkspaceModule | undefined, name: string) => {
      const outside: number[] = [];
      if (target === undefined || isInFolder(name))
        for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1))
          outside.push(this.numberOfOutside(name.slice(0, end)));
      return { statement, module, modules: target === undefined ? [] : numbersOf(target), outside };
    };
    if (statement.kind === 'import')
      return statement.names.map(({ name }) => ({
        ...read(graph.findModule(name, module), name),
        source: undefined,
        parts: [],
      }));
    const source = graph.moduleOfImport(statement, module);
    const step = read(source, statement.level === 0 ? statement.module : '');
    const parts = statement.names.map(({ name }) => {
      const part = name === '*' ? undefined : graph.fromImport(module, statement, name);
      if (source === undefined) step.outside.push(this.numberOfOutside(`${statement.module}.${name}`));
      return part?.kind === 'module' ? numbersOf(part.module) : undefined;
    });
    return [{ ...step, source: source && numbers.of(source.path), parts }];
  }
}

/** Before the names of what is not in the workspace: no path begins so. */
const OUTSIDE = '~';

/** Modules inside of packages from outside, as far as some file imports them. */
const submodulesOutside = once(({ snapshot }: WorkspaceVersion): ReadonlySet<string> => {
  const known = new Set<string>();
  for (const { index } of snapshot.modules.values())
    for (const { kind, module, level, names } of index.imports)
      for (const name of kind === 'import' ? names.map(each => each.name) : level === 0 ? [module] : [])
        for (let end = name.length; name.lastIndexOf('.', end - 1) > 0; end = name.lastIndexOf('.', end - 1))
          known.add(name.slice(0, end));
  return known;
});
