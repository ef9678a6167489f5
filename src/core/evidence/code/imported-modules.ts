import { addTo } from '../../kernel/group-by.ts';
import { once, onceWithin } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { type Closure, Closures, keyOf } from './import-closures.ts';
import type { WorkspaceVersion } from './two-versions.ts';

/** Everything that is imported when a module is: paths in the workspace, and `outside a.b`. */
export const closureOf = (module: WorkspaceModule, version: WorkspaceVersion): Closure =>
  closuresIn(version).of(module);

/** The same of several modules; those that import each other are among it. */
export const closureOfAll = (modules: readonly WorkspaceModule[], version: WorkspaceVersion): Closure =>
  closuresIn(version).ofAll(modules);

const closuresIn = once(
  (version: WorkspaceVersion) =>
    new Closures(
      version.numbers,
      module => importsOf(module, version),
      module => withPackages(module, version.snapshot.modules),
    ),
);

/** What the top of a module imports, in order; what is under a condition counts as well. */
export function importsOf(
  module: WorkspaceModule,
  version: WorkspaceVersion,
  statements?: WorkspaceModule['index']['imports'],
): Iterable<WorkspaceModule | string> {
  return statements === undefined ? allImportsOf(module, version) : readImports(module, version, statements);
}

/** The same by what a closure has them, each once. */
export const keysImported = (module: WorkspaceModule, version: WorkspaceVersion): ReadonlySet<string> =>
  new Set([...importsOf(module, version)].map(keyOf));

const allImportsOf = onceWithin((module: WorkspaceModule, version: WorkspaceVersion) =>
  readImports(module, version, module.index.imports),
);

function readImports(
  module: WorkspaceModule,
  { graph, snapshot: { modules } }: WorkspaceVersion,
  statements: WorkspaceModule['index']['imports'],
): readonly (WorkspaceModule | string)[] {
  const found: (WorkspaceModule | string)[] = [];
  const add = (target: WorkspaceModule | undefined, written: string) => {
    if (target === undefined) found.push(`outside ${written}`);
    else addWithPackages(target, modules, found);
  };
  for (const statement of statements) {
    if (statement.parent !== -1 || statement.placement === 'type_checking') continue;
    if (statement.kind === 'import') {
      for (const { name } of statement.names) add(graph.findModule(name, module), name);
      continue;
    }
    add(graph.moduleOfImport(statement, module), '.'.repeat(statement.level) + statement.module);
    for (const { name } of statement.names) {
      const target = name === '*' ? undefined : graph.fromImport(module, statement, name);
      if (target?.kind === 'module') addWithPackages(target.module, modules, found);
    }
  }
  return found;
}

/** For each module the paths of those that import it. */
export type ImportersByPath = ReadonlyMap<string, readonly string[]>;

/** By what their tops import; read once for each version. */
export const importersByPath = once((version: WorkspaceVersion) => readImporters(version, importsOf));

/** By what `imports` says of each module. */
export function readImporters(
  version: WorkspaceVersion,
  imports: (module: WorkspaceModule, version: WorkspaceVersion) => Iterable<WorkspaceModule | string>,
): ImportersByPath {
  const importers = new Map<string, string[]>();
  for (const module of version.snapshot.modules.values())
    for (const target of imports(module, version)) {
      if (typeof target === 'string') continue;
      addTo(importers, target.path, module.path);
    }
  return importers;
}

/** Modules that import one of these, directly or not; one of these only where it imports another one, or itself. */
export function leadingTo(paths: Iterable<string>, importers: ImportersByPath): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...paths];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const path of importers.get(next) ?? []) {
      if (found.has(path)) continue;
      found.add(path);
      waiting.push(path);
    }
  return found;
}

/** A package runs before what is in it. */
export function withPackages(
  module: WorkspaceModule,
  modules: ReadonlyMap<string, WorkspaceModule>,
): readonly WorkspaceModule[] {
  const found: WorkspaceModule[] = [];
  addWithPackages(module, modules, found);
  return found;
}

function addWithPackages(
  module: WorkspaceModule,
  modules: ReadonlyMap<string, WorkspaceModule>,
  found: (WorkspaceModule | string)[],
): void {
  const { path } = module;
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const around = modules.get(`${path.slice(0, at)}/__init__.py`);
    if (around !== undefined && around.path !== path) found.push(around);
  }
  found.push(module);
}
