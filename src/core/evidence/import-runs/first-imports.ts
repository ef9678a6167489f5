import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { importsOf } from '../code/imported-modules.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { ChangedModule, TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import type { Meanings } from '../proofs/bindings.ts';
import { isLoudOutside, QuietModules } from '../proofs/import-closure.ts';
import { isLogger } from '../proofs/imports-among-effects.ts';
import type { OpenUse } from '../proofs/open-uses.ts';
import { effectOf } from '../proofs/plain-statements.ts';
import { isProgram } from '../proofs/uses-on-import.ts';

/**
 * Modules that a change imports, that were there before and that no module imported whenever it ran: nobody has said
 * that they can be imported. So they have to be looked at as if they were new, with what they import themselves.
 */
export async function findFirstImports(
  versions: TwoVersions,
  meanings: Meanings,
  pause: () => Promise<void>,
): Promise<readonly OpenUse[]> {
  const search = new FirstImports(versions, meanings);
  const found: OpenUse[] = [];
  for (const module of versions.changed) {
    await pause();
    const { after } = module;
    if (after === undefined || after.module.isStub) continue;
    for (const { target, line } of newTargets(module, versions)) {
      const doubt = await search.doubtAbout(target, module.path);
      if (doubt === undefined) continue;
      // What is new and nobody imports runs for nobody.
      if (module.before === undefined && !isImported(after.module, versions.after)) break;
      found.push({ reason: doubt, place: { file: module.path, line, side: 'after' } });
      break;
    }
  }
  return found;
}

/** Whether an import of the workspace may mean the module, by its last name. */
export function isImported(module: WorkspaceModule, version: WorkspaceVersion): boolean {
  const name = module.segments.at(-1) ?? '';
  for (const { path, index } of version.snapshot.modules.values())
    if (path !== module.path)
      for (const statement of index.imports)
        if (
          statement.module.split('.').includes(name) ||
          statement.names.some(each => each.name.split('.').includes(name)) ||
          (module.isPackage && statement.level > 0)
        )
          return true;
  return false;
}

interface Target {
  readonly target: WorkspaceModule;
  readonly line: number;
}

/** The modules that only the new version imports itself, each with the line of its import. */
function* newTargets({ before, after }: ChangedModule, versions: TwoVersions): Generator<Target> {
  if (after === undefined) return;
  const old = new Set<string>();
  if (before !== undefined)
    for (const target of importsOf(before.module, versions.before)) old.add(keyOf(target));
  for (const statement of after.module.index.imports)
    for (const target of importsOf(after.module, versions.after, [statement])) {
      if (typeof target === 'string' || old.has(target.path)) continue;
      if (!isAround(target, after.module)) yield { target, line: statement.line };
    }
}

/** As `closureOf` names it. */
const keyOf = (target: WorkspaceModule | string): string =>
  typeof target === 'string' ? target : target.path;

/** Whether it is a package that the module is in, which therefore says nothing of it. */
const isAround = (target: WorkspaceModule, { path }: WorkspaceModule): boolean =>
  target.isPackage && path.startsWith(target.path.slice(0, -'__init__.py'.length));

const isAlways = ({ placement }: Import): boolean => placement === 'always';

/** For each module, and each package from outside, three of those that import it whenever they run. */
function importersOf(version: WorkspaceVersion): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const module of version.snapshot.modules.values())
    for (const target of importsOf(module, version, module.index.imports.filter(isAlways))) {
      if (typeof target !== 'string' && isAround(target, module)) continue;
      const key = keyOf(target);
      const known = found.get(key);
      if (known === undefined) found.set(key, [module.path]);
      else if (known.length < ENOUGH && !known.includes(module.path)) known.push(module.path);
    }
  return found;
}

/** The one that is asked about and the one that asks do not count. */
const ENOUGH = 3;

class FirstImports {
  readonly #versions: TwoVersions;
  readonly #meanings: Meanings;
  readonly #quiet: QuietModules;
  readonly #known = new Map<string, string | undefined>();
  #importers: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(versions: TwoVersions, meanings: Meanings) {
    this.#versions = versions;
    this.#meanings = meanings;
    this.#quiet = new QuietModules(versions, meanings);
  }

  /** Why importing a module may fail; `importer` is the one that does it now, which says nothing of that. */
  async doubtAbout({ path }: WorkspaceModule, importer: string): Promise<string | undefined> {
    if (this.#known.has(path)) return this.#known.get(path);
    // Modules may import each other; the one that was asked about first finds the doubt.
    this.#known.set(path, undefined);
    // What is new, in a new module or in one that was there, is looked at where it is changed.
    const module = this.#versions.before.snapshot.modules.get(path);
    const doubt =
      module === undefined || this.#isImported(path, importer) ? undefined : await this.#look(module);
    this.#known.set(path, doubt);
    return doubt;
  }

  /** By a module other than these, whenever that runs. */
  #isImported(key: string, importer: string): boolean {
    this.#importers ??= importersOf(this.#versions.before);
    return (this.#importers.get(key) ?? []).some(each => each !== importer && each !== key);
  }

  async #look(module: WorkspaceModule): Promise<string | undefined> {
    const { before: version } = this.#versions;
    const { path } = module;
    const file = await this.#versions.open(module, 'before');
    if (file === undefined) return `${path} is imported for the first time, and cannot be read`;
    const scope = { file, version, meanings: this.#meanings };
    for (const unit of readUnits(file)) {
      const mayFail =
        unit.content.kind === 'import'
          ? !this.#quiet.findsAll(unit.content.statement, module, version)
          : !isProgram(unit) &&
            !isLogger(unit, version, this.#meanings) &&
            effectOf(unit, scope) !== undefined;
      if (mayFail)
        return `${path} is imported for the first time, and its line ${file.lineOf(unit.start)} may fail`;
    }
    for (const target of importsOf(module, version)) {
      if (typeof target !== 'string') {
        const doubt = await this.doubtAbout(target, path);
        if (doubt !== undefined) return doubt;
      } else if (!this.#isFound(target, path))
        return `${path} is imported for the first time, and whether it finds ${target.replace('outside ', '')} is not known`;
    }
    return undefined;
  }

  /** Whether it is of the standard library, or another module imports it as well. */
  #isFound(key: string, importer: string): boolean {
    const [top = ''] = key.replace('outside ', '').split('.');
    if (STANDARD_LIBRARY.has(top)) return !isLoudOutside(key);
    return this.#isImported(key, importer);
  }
}
