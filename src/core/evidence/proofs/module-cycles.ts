import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { folderOf } from '../code/folder-of.ts';
import { Closures } from '../code/import-closures.ts';
import { importsOf } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';
import type { Obstacle } from './obstacle.ts';

/**
 * An import that the change adds and that leads back to the module it is in: then it matters which of
 * them is imported first.
 */
export function findNewCycle({ before, after, changed }: TwoVersions): Obstacle | undefined {
  for (const module of changed) {
    if (module.after === undefined) continue;
    const old = new Set(module.before === undefined ? [] : importedBy(module.before.module, before).keys());
    for (const [path, line] of importedBy(module.after.module, after)) {
      if (old.has(path) || !leadsTo(path, module.path, after)) continue;
      return {
        reason: `${module.path} and ${path} import each other`,
        place: { file: module.path, line, side: 'after' },
      };
    }
  }
  return undefined;
}

/** Paths of the modules that run when this one is imported, with the line that says so. */
export function importedBy(
  module: WorkspaceModule,
  { graph, snapshot }: WorkspaceVersion,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const own = folderOf(module.path);
  const add = (target: WorkspaceModule | undefined, line: number) => {
    if (target === undefined || target.path === module.path || found.has(target.path)) return;
    found.set(target.path, line);
    // A package runs before what is in it; those around the importing module have begun to run already.
    for (let at = target.path.lastIndexOf('/'); at > 0; at = target.path.lastIndexOf('/', at - 1)) {
      const folder = target.path.slice(0, at + 1);
      const around = snapshot.modules.get(`${folder}__init__.py`);
      if (around !== undefined && !own.startsWith(folder) && !found.has(around.path))
        found.set(around.path, line);
    }
  };
  for (const statement of module.index.imports) {
    if (statement.parent !== -1 || statement.placement === 'type_checking') continue;
    if (statement.kind === 'import') {
      for (const { name } of statement.names) add(graph.findModule(name, module), statement.line);
      continue;
    }
    const source = graph.moduleOfImport(statement, module);
    add(source, statement.line);
    for (const { name } of statement.names) {
      const target = name === '*' ? undefined : graph.fromImport(module, statement, name);
      if (target?.kind === 'module') add(target.module, statement.line);
    }
  }
  return found;
}

export function leadsTo(from: string, to: string, version: WorkspaceVersion): boolean {
  const module = version.snapshot.modules.get(from);
  return from === to || (module !== undefined && closuresIn(version).of(module).has(to));
}

const closuresIn = once((version: WorkspaceVersion) => {
  const { modules } = version.snapshot;
  const targetsOf = (module: WorkspaceModule) =>
    [...importedBy(module, version).keys()].flatMap(path => modules.get(path) ?? []);
  return new Closures(version.numbers, targetsOf, module => [module]);
});

/** The modules of the workspace that an import names. */
export function modulesOf(
  { content }: Unit,
  { module }: PythonFile,
  { graph }: WorkspaceVersion,
): readonly WorkspaceModule[] {
  if (content.kind !== 'import') return [];
  const { statement } = content;
  return statement.names
    .flatMap(({ name }) => {
      if (statement.kind === 'import') return graph.findModule(name, module);
      const part = graph.fromImport(module, statement, name);
      return [graph.moduleOfImport(statement, module), part?.kind === 'module' ? part.module : undefined];
    })
    .filter(each => each !== undefined);
}

/** Whether a statement imports a module of the workspace that imports this one again, in however many steps. */
export function leadsBack(unit: Unit, file: PythonFile, version: WorkspaceVersion): boolean {
  const { module } = file;
  const seen = new Set<string>();
  const waiting = [...modulesOf(unit, file, version)];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.path === module.path) return true;
    if (seen.has(next.path)) continue;
    seen.add(next.path);
    for (const target of importsOf(next, version)) if (typeof target !== 'string') waiting.push(target);
  }
  return false;
}
