import { once, onceWithin } from '../../kernel/once.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { entriesOf } from '../code/import-entries.ts';
import { withPackages } from '../code/imported-modules.ts';
import { outsideNames } from '../code/outside-names.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { bindingsOf } from '../proofs/bindings.ts';
import { takesName } from '../proofs/import-closure.ts';
import type { TakenAttribute } from './taken-attributes.ts';

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

/**
 * One process that imports modules of the workspace: which run in which order, and what they ask of modules that have
 * only begun by then, or of packages whose modules nobody has imported. Under a condition everything is imported.
 */
export class ImportRun {
  readonly #version: WorkspaceVersion;
  readonly #skipped: ReadonlySet<Import>;
  readonly #budget: Budget;
  readonly #takenBy: (path: string) => readonly TakenAttribute[];
  /** Where each module is: the start of the statement that runs; behind all where it has ended. */
  readonly #positions = new Map<string, number>();
  readonly #outside = new Set<string>();
  /** `+path` where a module begins, `-path` where it has ended, `~a.b` where a module from outside is first imported. */
  readonly events: string[] = [];
  /** By the path of each module that has ended: where the package around it was by then. */
  readonly #packageAt = new Map<string, number>();
  /** By what is the same in two versions. */
  readonly missing = new Map<string, Missing>();

  /** Whether some modules were left out: each of many imports the next one, or there are too many of them. */
  isCut = false;
  #nested = 0;

  /** @param skipped imports that only run when their file is started as a program */
  constructor(
    version: WorkspaceVersion,
    skipped: ReadonlySet<Import>,
    budget: Budget,
    takenBy: (path: string) => readonly TakenAttribute[] = () => [],
  ) {
    this.#version = version;
    this.#skipped = skipped;
    this.#budget = budget;
    this.#takenBy = takenBy;
  }

  /** The packages around a module run before it. */
  importModule(module: WorkspaceModule): void {
    for (const each of withPackages(module, this.#version.snapshot.modules)) this.#begin(each);
  }

  runImport(statement: Import, module: WorkspaceModule): void {
    if (statement.placement === 'type_checking') return;
    const { modules, outside, source, parts } = targetsOf(statement, module, this.#version);
    for (const each of modules) this.#begin(each);
    for (const each of outside) {
      if (!this.#outside.has(each) && isSubmodule(each, this.#version)) this.events.push(`~${each}`);
      this.#outside.add(each);
    }
    const isHalf = source !== undefined && this.#isHalf(source);
    for (const [i, { name }] of (isHalf ? statement.names : []).entries()) {
      if (this.#isBound(name, source as WorkspaceModule) || parts[i] !== undefined) continue;
      const text = entriesOf(statement, module)[i]?.text ?? name;
      this.#miss({ path: module.path, text, source: source?.path ?? '' });
    }
    for (const part of parts) if (part !== undefined) for (const each of part) this.#begin(each);
  }

  #begin(module: WorkspaceModule): void {
    const { path, index } = module;
    if (this.isCut || this.#positions.has(path)) return;
    this.isCut = this.#nested === MOST_NESTED || this.#budget.modules <= 0;
    if (this.isCut) return;
    this.#nested++;
    this.#budget.modules--;
    this.events.push(`+${path}`);
    const taken = this.#takenBy(path);
    let next = 0;
    const takeUntil = (end: number) => {
      for (let each = taken[next]; each !== undefined && each.start < end; each = taken[++next]) {
        this.#positions.set(path, each.start);
        this.#take(each, path);
      }
    };
    this.#positions.set(path, 0);
    for (const statement of index.imports) {
      if (statement.parent !== -1 || this.#skipped.has(statement)) continue;
      takeUntil(statement.start);
      this.#positions.set(path, statement.start);
      this.runImport(statement, module);
    }
    takeUntil(Number.POSITIVE_INFINITY);
    this.#positions.set(path, Number.POSITIVE_INFINITY);
    this.events.push(`-${path}`);
    this.#nested--;
    const around = packageAround(module, this.#version)?.path;
    if (around !== undefined)
      this.#packageAt.set(path, this.#positions.get(around) ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Modules that stay in their package under their names, where it binds these to something else as well: what is bound
   * last stays.
   */
  hiding(): ReadonlySet<string> {
    const found = new Set<string>();
    for (const [path, position] of this.#packageAt) {
      const module = this.#version.snapshot.modules.get(path);
      const around = module && packageAround(module, this.#version);
      if (around === undefined || !takesName(path, this.#version)) continue;
      const binding = bindingsOf(around).get(module?.segments.at(-1) ?? '') ?? [];
      if (binding.every(({ start }) => start < position)) found.add(path);
    }
    return found;
  }

  #take({ base, attributes }: TakenAttribute, path: string): void {
    let at = base;
    for (const name of attributes) {
      if (typeof at === 'string') {
        const dotted = `${at}.${name}`;
        const isOwn = outsideNames(at)?.has(name) === true || dotted === 'os.path';
        if (isOwn || !submodulesOutside(this.#version).has(dotted)) return;
        if (!this.#outside.has(dotted)) {
          this.#miss({ path, text: dotted, source: dotted });
          return;
        }
        at = dotted;
        continue;
      }
      const isHalf = this.#isHalf(at);
      const part = this.#version.graph.submodule(at, name);
      const text = `${at.name}.${name}`;
      if (part?.kind !== 'module') {
        const isMissing = isHalf && !this.#isBound(name, at) && bindingsOf(at).has(name);
        if (isMissing) this.#miss({ path, text, source: at.path });
        return;
      }
      if (!this.#positions.has(part.module.path)) {
        if (this.#isBound(name, at)) return;
        this.#miss({ path, text, source: part.module.path });
        return;
      }
      at = part.module;
    }
  }

  /** Whether a module has the name of its own by now. */
  #isBound(name: string, module: WorkspaceModule): boolean {
    const position = this.#positions.get(module.path) ?? Number.POSITIVE_INFINITY;
    const bindings = bindingsOf(module);
    return [name, '*'].some(each => bindings.get(each)?.some(({ start }) => start < position) === true);
  }

  #isHalf({ path }: WorkspaceModule): boolean {
    return this.#positions.get(path) !== Number.POSITIVE_INFINITY;
  }

  #miss(missing: Missing): void {
    this.missing.set(`${missing.path} ${missing.text}`, missing);
  }
}

const packageAround = onceWithin(({ path }: WorkspaceModule, { snapshot }: WorkspaceVersion) => {
  const own = path.replace(/\/__init__\.py$/, '');
  return snapshot.modules.get(`${own.slice(0, Math.max(0, own.lastIndexOf('/')))}/__init__.py`);
});

/** What an import names, which is the same whenever it runs. */
interface Targets {
  /** Those that it names itself, with the packages around them. */
  readonly modules: readonly WorkspaceModule[];
  /** Names of packages from outside, and of what is in them. */
  readonly outside: readonly string[];
  /** That of `from source import …`. */
  readonly source: WorkspaceModule | undefined;
  /** The modules among the names that are imported from it, each behind the packages around it. */
  readonly parts: readonly (readonly WorkspaceModule[] | undefined)[];
}

/** What an import runs, in order: paths of the workspace, and modules inside of packages from outside. */
export function runBy(
  statement: Import,
  module: WorkspaceModule,
  version: WorkspaceVersion,
): readonly string[] {
  const { modules, outside, parts } = targetsOf(statement, module, version);
  return [
    ...modules.map(({ path }) => path),
    ...outside.filter(each => isSubmodule(each, version)).map(each => `~${each}`),
    ...parts.flatMap(part => part?.map(({ path }) => path) ?? []),
  ];
}

/** A module that its package from outside only has once somebody imports it. */
const isSubmodule = (dotted: string, version: WorkspaceVersion): boolean =>
  dotted.includes('.') && submodulesOutside(version).has(dotted);

function targetsOf(statement: Import, module: WorkspaceModule, version: WorkspaceVersion): Targets {
  const known = targetsIn(version);
  const found = known.get(statement) ?? findTargets(statement, module, version);
  known.set(statement, found);
  return found;
}

const targetsIn = once((_: WorkspaceVersion) => new WeakMap<Import, Targets>());

function findTargets(
  statement: Import,
  module: WorkspaceModule,
  { graph, snapshot }: WorkspaceVersion,
): Targets {
  const modules: WorkspaceModule[] = [];
  const outside: string[] = [];
  const take = (target: WorkspaceModule | undefined, name: string) => {
    if (target !== undefined) modules.push(...withPackages(target, snapshot.modules));
    else
      for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1))
        outside.push(name.slice(0, end));
  };
  if (statement.kind === 'import') {
    for (const { name } of statement.names) take(graph.findModule(name, module), name);
    return { modules, outside, source: undefined, parts: [] };
  }
  const source = graph.moduleOfImport(statement, module);
  take(source, statement.level === 0 ? statement.module : '');
  const parts = statement.names.map(({ name }) => {
    const part = name === '*' ? undefined : graph.fromImport(module, statement, name);
    if (source === undefined && part?.kind !== 'module') outside.push(`${statement.module}.${name}`);
    return part?.kind === 'module' ? [...withPackages(part.module, snapshot.modules)] : undefined;
  });
  return { modules, outside, source, parts };
}

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
