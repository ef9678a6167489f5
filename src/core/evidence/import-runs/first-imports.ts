import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { keyOf } from '../code/import-closures.ts';
import { importsOf } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import { NO_LONGER_STANDARD, NOT_EVERYWHERE } from '../code/standard-library.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import type { Meanings } from '../proofs/bindings.ts';
import { isLoudOutside, QuietModules } from '../proofs/import-closure.ts';
import { isLogger } from '../proofs/imports-among-effects.ts';
import type { OpenUse } from '../proofs/open-uses.ts';
import { isProgram } from '../proofs/uses-on-import.ts';

/** Where the new imports stand: at the top of a module, or inside of a function, which imports when it is called. */
type Where = 'at the top' | 'inside';

/**
 * Modules that a change imports, that were there before and that no module imported whenever it ran: nobody has said
 * that they can be imported. So they have to be looked at as if they were new, with what they import themselves.
 * @param failureOf why what runs in a new file may fail
 */
export async function findFirstImports(
  versions: TwoVersions,
  meanings: Meanings,
  failureOf: (file: PythonFile) => string | undefined,
  pause: () => Promise<void>,
  where: Where = 'at the top',
): Promise<readonly OpenUse[]> {
  const search = new FirstImports(versions, meanings, where, failureOf);
  const found: OpenUse[] = [];
  for (const { path, before, after } of versions.changed) {
    await pause();
    if (after === undefined || after.module.isStub) continue;
    for (const { target, line } of newTargets(before, after, versions, where)) {
      const doubt = await search.doubtAbout(target, path);
      if (doubt === undefined) continue;
      // What is new and nobody imports runs for nobody.
      if (before === undefined && !isImported(after.module, versions.after)) break;
      found.push({ reason: doubt, place: { file: path, line, side: 'after' } });
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

/** The modules that only the new version imports itself there, each with the line of its import. */
function* newTargets(
  before: PythonFile | undefined,
  after: PythonFile,
  versions: TwoVersions,
  where: Where,
): Generator<Target> {
  const isInside = where === 'inside';
  const old = new Set<string>();
  // A function finds what another function of the file, or its top, found before.
  if (before !== undefined) {
    const { imports } = before.module.index;
    for (const target of importsOf(before.module, versions.before, isInside ? imports.map(asAtTop) : imports))
      old.add(keyOf(target));
  }
  for (const statement of after.module.index.imports) {
    if (isInside === (statement.parent === -1)) continue;
    for (const target of importsOf(after.module, versions.after, [asAtTop(statement)])) {
      if (typeof target === 'string' || old.has(target.path)) continue;
      if (!isAround(target, after.module)) yield { target, line: statement.line };
    }
  }
}

const asAtTop = (statement: Import): Import => ({ ...statement, parent: -1 });

/** Whether it is a package that the module is in, which therefore says nothing of it. */
const isAround = (target: WorkspaceModule, { path }: WorkspaceModule): boolean =>
  target.isPackage && path.startsWith(target.path.slice(0, -'__init__.py'.length));

const isAlways = ({ placement }: Import): boolean => placement === 'always';

/** For each module, and each package from outside, three of those that import it whenever they run; what functions import counts for what functions import. */
function importersOf(version: WorkspaceVersion, where: Where): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const module of version.snapshot.modules.values()) {
    const imports = module.index.imports.filter(isAlways);
    for (const target of importsOf(module, version, where === 'inside' ? imports.map(asAtTop) : imports)) {
      if (typeof target !== 'string' && isAround(target, module)) continue;
      const key = keyOf(target);
      const known = found.get(key);
      if (known === undefined) found.set(key, [module.path]);
      else if (known.length < ENOUGH && !known.includes(module.path)) known.push(module.path);
    }
  }
  return found;
}

/** The one that is asked about and the one that asks do not count. */
const ENOUGH = 3;

class FirstImports {
  readonly #versions: TwoVersions;
  readonly #meanings: Meanings;
  readonly #where: Where;
  readonly #quiet: QuietModules;
  readonly #failureOf: (file: PythonFile) => string | undefined;
  readonly #known = new Map<string, Promise<string | undefined>>();
  #importers: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(
    versions: TwoVersions,
    meanings: Meanings,
    where: Where,
    failureOf: (file: PythonFile) => string | undefined,
  ) {
    this.#failureOf = failureOf;
    this.#versions = versions;
    this.#meanings = meanings;
    this.#where = where;
    this.#quiet = new QuietModules(versions, meanings);
  }

  /** Why importing a module may fail; `importer` is the one that does it now, which says nothing of that. */
  async doubtAbout({ path }: WorkspaceModule, importer: string): Promise<string | undefined> {
    const { before } = this.#versions;
    const seen = new Set<string>();
    const waiting = [{ path, importer }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // What is new, in a new module or in one that was there, is looked at where it is changed.
      const module = before.snapshot.modules.get(next.path);
      if (module === undefined || seen.has(next.path) || this.#isImported(next.path, next.importer)) continue;
      seen.add(next.path);
      const doubt = await this.#ownDoubt(module);
      if (doubt !== undefined) return `${next.path} is imported for the first time, and ${doubt}`;
      for (const target of importsOf(module, before))
        if (typeof target !== 'string') waiting.push({ path: target.path, importer: next.path });
    }
    return undefined;
  }

  /** By a module other than these, whenever that runs. */
  #isImported(key: string, importer: string): boolean {
    this.#importers ??= importersOf(this.#versions.before, this.#where);
    return (this.#importers.get(key) ?? []).some(each => each !== importer && each !== key);
  }

  #ownDoubt(module: WorkspaceModule): Promise<string | undefined> {
    const known = this.#known.get(module.path) ?? this.#look(module);
    this.#known.set(module.path, known);
    return known;
  }

  /** All that it imports from the workspace is not looked at. */
  async #look(module: WorkspaceModule): Promise<string | undefined> {
    const { before } = this.#versions;
    const file = await this.#versions.open(module, 'before');
    if (file === undefined) return 'cannot be read';
    const loud = readUnits(file).find(
      unit =>
        !this.#quiet.isQuietUnit(unit, before) && !isProgram(unit) && !isLogger(unit, before, this.#meanings),
    );
    if (loud !== undefined) return `its line ${file.lineOf(loud.start)} may fail`;
    for (const key of importsOf(module, before))
      if (typeof key === 'string' && !(await this.#isFound(key, module.path)))
        return `whether it finds ${key.replace('outside ', '')} is not known`;
    return this.#failureOf(file);
  }

  /** Whether it is of the standard library everywhere, or another module imports it as well. */
  async #isFound(key: string, importer: string): Promise<boolean> {
    const [top = ''] = key.replace('outside ', '').split('.');
    const isStandard =
      (await this.#quiet.isQuiet(key, this.#versions.before)) &&
      !NOT_EVERYWHERE.test(top) &&
      !NO_LONGER_STANDARD.test(top);
    return isStandard || (!isLoudOutside(key) && this.#isImported(key, importer));
  }
}
