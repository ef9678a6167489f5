import { once, onceWithin } from '../../kernel/once.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import type { Closure } from '../code/import-closures.ts';
import { closureOf, importsOf } from '../code/imported-modules.ts';
import { KeySet } from '../code/key-sets.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { newKeySets, type Side, type TwoVersions, type WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { bindingsOf, type Meanings } from './bindings.ts';
import { effectOf } from './plain-statements.ts';

export function packageAround(
  { path }: WorkspaceModule,
  { modules }: WorkspaceVersion['snapshot'],
): WorkspaceModule | undefined {
  const own = path.replace(/\/__init__\.py$/, '');
  return modules.get(`${own.slice(0, Math.max(0, own.lastIndexOf('/')))}/__init__.py`);
}

/** Importing a module binds its name in its package, where something else may have it. */
export const takesName = onceWithin((path: string, { snapshot }: WorkspaceVersion): boolean => {
  const module = snapshot.modules.get(path);
  const around = module && packageAround(module, snapshot);
  if (module === undefined || around === undefined) return false;
  const events = bindingsOf(around).get(module.segments.at(-1) ?? '') ?? [];
  return events.some(event => event.kind !== 'import' || event.target !== module.name);
});

/** One of these that does, if there is one. */
export function findTaking(keys: Closure, version: WorkspaceVersion): string | undefined {
  const known = notTaking(version);
  for (const key of keys.without(known)) {
    if (takesName(key, version)) return key;
    known.add(key);
  }
  return undefined;
}

/** Those that were asked about, and do not. */
const notTaking = once(({ numbers }: WorkspaceVersion) => new KeySet(numbers));

/** Modules of the standard library that show something when they are imported, or change how `input` reads. */
export const isLoudOutside = (key: string): boolean =>
  /^outside (?:this|antigravity|__hello__|__phello__|readline|rlcompleter)(?:\.|$)/.test(key);

/** Knows which modules do nothing on import but make functions, classes and values. */
export class QuietModules {
  readonly #versions: TwoVersions;
  readonly #meanings: Meanings;
  readonly #known = new Map<string, Promise<boolean>>();
  /** Those that are known to be: of many modules the same ones are asked. */
  readonly #quiet: Readonly<Record<Side, KeySet>>;

  constructor(versions: TwoVersions, meanings: Meanings) {
    this.#quiet = newKeySets(versions);
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
    const quiet = this.#quiet[version.side];
    const inside: string[] = [path];
    for (const key of closureOf(module, version).without(quiet)) {
      if (isLoudOutside(key)) return true;
      if (key.startsWith('outside ')) quiet.add(key);
      else inside.push(key);
    }
    for (const key of inside) {
      if (!(await this.isQuiet(key, version))) return true;
      quiet.add(key);
    }
    return false;
  }

  async #look(key: string, version: WorkspaceVersion): Promise<boolean> {
    const module = version.snapshot.modules.get(key);
    if (module === undefined) {
      const top = key.replace(/^outside /, '').split('.')[0] ?? '';
      return STANDARD_LIBRARY.has(top) && !isLoudOutside(key);
    }
    const file = await this.#versions.open(module, version.side);
    return file !== undefined && readUnits(file).every(unit => this.isQuietUnit(unit, version));
  }

  /** Whether a statement at the top only makes something, or is an import that finds what it names. */
  isQuietUnit(unit: Unit, version: WorkspaceVersion): boolean {
    const { content, file } = unit;
    return content.kind === 'import'
      ? this.findsAll(content.statement, file.module, version)
      : effectOf(unit, { file, version, meanings: this.#meanings }) === undefined;
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

/** What a module imports, also in its functions. */
const everyImportOf = onceWithin((module: WorkspaceModule, version: WorkspaceVersion) => [
  ...importsOf(
    module,
    version,
    module.index.imports.map(each => (each.parent === -1 ? each : { ...each, parent: -1 })),
  ),
]);

/** The module is one of the changed ones, or imports one of them, at its top or in a function. */
export function isNear(
  module: WorkspaceModule,
  version: WorkspaceVersion,
  paths: ReadonlySet<string>,
): boolean {
  if (paths.has(module.path)) return true;
  for (const target of everyImportOf(module, version))
    if (typeof target !== 'string' && paths.has(target.path)) return true;
  return false;
}
