import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { bindingsOf, type Meanings } from './bindings.ts';
import { effectOf } from './plain-statements.ts';

/** Everything that is imported when a module is: paths in the workspace, and `outside a.b`. */
export function closureOf(module: WorkspaceModule, version: WorkspaceVersion): ReadonlySet<string> {
  const found = new Set<string>();
  // The packages around a module run before it.
  const waiting = [...withPackages(module, version.snapshot.modules)];
  for (const { path } of waiting) if (path !== module.path) found.add(path);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const target of importsOf(next, version)) {
      const key = typeof target === 'string' ? target : target.path;
      if (found.has(key) || key === module.path) continue;
      found.add(key);
      if (typeof target !== 'string') waiting.push(target);
    }
  }
  return found;
}

/** What the top of a module imports, in order; what is under a condition counts as well. */
export function* importsOf(
  module: WorkspaceModule,
  { graph, snapshot }: WorkspaceVersion,
  statements: WorkspaceModule['index']['imports'] = module.index.imports,
): Generator<WorkspaceModule | string> {
  for (const statement of statements) {
    if (statement.parent !== -1 || statement.placement === 'type_checking') continue;
    const dotted = statement.kind === 'import' ? statement.names.map(({ name }) => name) : [undefined];
    for (const name of dotted) {
      const target =
        name === undefined ? graph.moduleOfImport(statement, module) : graph.findModule(name, module);
      if (target === undefined) yield `outside ${name ?? '.'.repeat(statement.level) + statement.module}`;
      else yield* withPackages(target, snapshot.modules);
    }
    if (statement.kind !== 'from') continue;
    for (const { name } of statement.names) {
      const target = name === '*' ? undefined : graph.fromImport(module, statement, name);
      if (target?.kind === 'module') yield* withPackages(target.module, snapshot.modules);
    }
  }
}

/** A package runs before what is in it. */
function* withPackages(
  module: WorkspaceModule,
  modules: ReadonlyMap<string, WorkspaceModule>,
): Generator<WorkspaceModule> {
  const { path } = module;
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const around = modules.get(`${path.slice(0, at)}/__init__.py`);
    if (around !== undefined && around.path !== path) yield around;
  }
  yield module;
}

/** Importing a module binds its name in its package, where something else may have it. */
export function takesName(path: string, { snapshot }: WorkspaceVersion): boolean {
  const module = snapshot.modules.get(path);
  const own = path.replace(/\/__init__\.py$/, '');
  const around = snapshot.modules.get(`${own.slice(0, Math.max(0, own.lastIndexOf('/')))}/__init__.py`);
  if (module === undefined || around === undefined) return false;
  const events = bindingsOf(around).get(module.segments.at(-1) ?? '') ?? [];
  return events.some(event => event.kind !== 'import' || event.target !== module.name);
}

/** Modules of the standard library that show something when they are imported. */
export const isLoudOutside = (key: string): boolean =>
  /^outside (?:this|antigravity|__hello__|__phello__)(?:\.|$)/.test(key);

/** Knows which modules do nothing on import but make functions, classes and values. */
export class QuietModules {
  readonly #versions: TwoVersions;
  readonly #meanings: Meanings;
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(versions: TwoVersions, meanings: Meanings) {
    this.#versions = versions;
    this.#meanings = meanings;
  }

  /** By what `closureOf` names; all that it imports itself is not looked at. */
  isQuiet(key: string, version: WorkspaceVersion): Promise<boolean> {
    const id = `${version.side} ${key}`;
    const known = this.#known.get(id) ?? this.#look(key, version);
    this.#known.set(id, known);
    return known;
  }

  /** Whether a module of the workspace, or one that it imports, does something on import. */
  async isLoud(path: string, version: WorkspaceVersion): Promise<boolean> {
    const module = version.snapshot.modules.get(path);
    if (module === undefined) return true;
    const closure = [...closureOf(module, version)];
    if (closure.some(isLoudOutside)) return true;
    const inside = closure.filter(key => !key.startsWith('outside '));
    for (const key of [path, ...inside]) if (!(await this.isQuiet(key, version))) return true;
    return false;
  }

  async #look(key: string, version: WorkspaceVersion): Promise<boolean> {
    const module = version.snapshot.modules.get(key);
    if (module === undefined) {
      const top = key.replace(/^outside /, '').split('.')[0] ?? '';
      return STANDARD_LIBRARY.has(top) && !isLoudOutside(key);
    }
    const file = await this.#versions.open(module, version.side);
    if (file === undefined) return false;
    const scope = { file, version, meanings: this.#meanings };
    return readUnits(file).every(unit =>
      unit.content.kind === 'import'
        ? this.findsAll(unit.content.statement, module, version)
        : effectOf(unit, scope) === undefined,
    );
  }

  /** Whether an import finds everything that it names, as far as it lies in the workspace: else it raises. */
  findsAll(statement: Import, module: WorkspaceModule, version: WorkspaceVersion): boolean {
    const { graph } = version;
    if (statement.kind === 'import')
      return statement.names.every(
        ({ name }) =>
          graph.findModule(name, module) !== undefined ||
          graph.findModule(name.split('.')[0] ?? name, module) === undefined,
      );
    const source = graph.moduleOfImport(statement, module);
    return statement.names.every(({ name }) => {
      if (name === '*' || graph.fromImport(module, statement, name)?.kind === 'module') return true;
      if (source === undefined) return statement.level === 0;
      return this.#meanings.of(name, source, version)?.isStable === true;
    });
  }
}

/** The module is one of the changed ones, or imports one of them. */
export function isNear(
  module: WorkspaceModule,
  version: WorkspaceVersion,
  paths: ReadonlySet<string>,
): boolean {
  if (paths.has(module.path)) return true;
  for (const target of importsOf(module, version))
    if (typeof target !== 'string' && paths.has(target.path)) return true;
  return false;
}
