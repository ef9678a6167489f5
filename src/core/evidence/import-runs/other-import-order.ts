import { type Import, qualifiedName } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { entriesOf } from '../code/import-entries.ts';
import { neighboursIn } from '../code/import-neighbours.ts';
import { closureOf, importersByPath } from '../code/imported-modules.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import type { Meanings } from '../proofs/bindings.ts';
import type { OpenUse } from '../proofs/open-uses.ts';
import { type Budget, ImportRun, type Missing, runBy } from './import-run.ts';
import { NeededEffects } from './needed-effects.ts';
import { ProgramImports } from './program-imports.ts';
import { type TakenAttribute, takenAttributes } from './taken-attributes.ts';

/** Beyond so many modules in all runs together, what runs in which order is not known. */
const MOST_BEGUN = 400_000;

/** One that is open is enough for the verdict; some more are shown. */
const MOST_OPEN = 50;

/**
 * Where the imports of a changed file, or of one of its functions, have modules run in another order than before, and
 * one of these asks for what is not there by then: a name of a module that has only begun, a module that nobody has
 * imported into its package yet, or what another one sets or registers.
 */
export async function findOtherImportOrder(
  versions: TwoVersions,
  meanings: Meanings,
  pause: () => Promise<void>,
): Promise<readonly OpenUse[]> {
  const found: OpenUse[] = [];
  const effects = new NeededEffects(versions, meanings);
  const programs = new ProgramImports(versions);
  for (const { path } of versions.changed) {
    await pause();
    await programs.look(path, versions.before);
    await programs.look(path, versions.after);
  }
  if (runAsBefore(versions, programs.found)) return found;
  const budget: Budget = { modules: MOST_BEGUN };
  for (const { path, before, after } of versions.changed) {
    await pause();
    if (after === undefined || after.module.isStub) continue;
    if (found.length >= MOST_OPEN) break;
    for (const { scope, line } of otherImports(before?.module, after.module)) {
      const runs = new TwoRuns(versions, path, scope, programs.found, budget);
      const reason = await doubtAbout(runs, effects);
      if (reason === undefined) continue;
      found.push({ reason, place: { file: path, line, side: 'after' } });
      break;
    }
  }
  return found;
}

/**
 * Whether the changed modules import the same ones of the workspace in the same order as before, and none of them comes
 * back to itself: then all run as they did, and none finds another one half imported.
 */
function runAsBefore(
  { changed, before: old, after: now }: TwoVersions,
  skipped: ReadonlySet<Import>,
): boolean {
  return changed.every(({ before, after }) => {
    if (before === undefined || after === undefined) return false;
    const isSame = orderOf(before.module, old, skipped) === orderOf(after.module, now, skipped);
    return isSame && !isInCircle(before.module, old) && !isInCircle(after.module, now);
  });
}

/** What the imports of a module run, at its top and in each function; equal texts are the same. */
const orderOf = (module: WorkspaceModule, version: WorkspaceVersion, skipped: ReadonlySet<Import>): string =>
  module.index.imports
    .flatMap(statement => {
      if (statement.placement === 'type_checking' || skipped.has(statement)) return [];
      const paths = runBy(statement, module, version);
      return paths.length === 0
        ? []
        : [`${qualifiedName(module.index.definitions, statement.parent)}:${paths.join()}`];
    })
    .join('\n');

function isInCircle(module: WorkspaceModule, version: WorkspaceVersion): boolean {
  const closure = closureOf(module, version);
  return (
    importersByPath(version)
      .get(module.path)
      ?.some(path => closure.has(path)) === true
  );
}

async function doubtAbout(runs: TwoRuns, effects: NeededEffects): Promise<string | undefined> {
  const { path } = runs;
  const cut = `the imports of ${path} lead to more modules than are followed`;
  const events = runs.events();
  if (runs.isCut) return cut;
  const isOther = events.before.join() !== events.after.join();
  const missing = await runs.newlyMissing(isOther ? windowOf(events) : NOBODY);
  if (runs.isCut) return cut;
  if (missing !== undefined)
    return `the imports of ${path} are other ones or stand in another order, and ${missing.path} takes ${missing.text} on import: ${missing.source} may not be there by then`;
  if (!isOther) return undefined;
  const first = firstOfLostCircle(events, runs);
  if (first !== undefined)
    return `${path} no longer imports ${first.source} before others do, and ${first.path} may find it half imported`;
  return runs.newlyHiding() ?? effects.find(events);
}

interface OtherImports {
  /** The full name of the function; empty for the module. */
  readonly scope: string;
  readonly line: number;
}

/** The module and its functions whose imports are not as before, with the first one that differs. */
function* otherImports(before: WorkspaceModule | undefined, after: WorkspaceModule): Generator<OtherImports> {
  const [old, now] = [before === undefined ? undefined : importsByScope(before), importsByScope(after)];
  for (const [scope, imports] of now) {
    const known = old?.get(scope) ?? [];
    const at = imports.findIndex(({ text }, i) => text !== known[i]?.text);
    if (at >= 0 || known.length > imports.length) yield { scope, line: imports[Math.max(at, 0)]?.line ?? 1 };
  }
  if (!now.has('') && old?.has('') === true) yield { scope: '', line: 1 };
}

function importsByScope(
  module: WorkspaceModule,
): ReadonlyMap<string, readonly { readonly text: string; readonly line: number }[]> {
  const { definitions, imports } = module.index;
  const found = new Map<string, { text: string; line: number }[]>();
  for (const statement of imports) {
    if (statement.placement === 'type_checking') continue;
    const scope = qualifiedName(definitions, statement.parent);
    const list = found.get(scope) ?? [];
    found.set(scope, list);
    for (const { text } of entriesOf(statement, module)) list.push({ text, line: statement.line });
  }
  return found;
}

/** Events of both versions, as `ImportRun` has them. */
export interface TwoOrders {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Paths of the modules that run where the orders differ. Behind that everything is as it was, if it is the same. */
export function windowOf({ before, after }: TwoOrders): ReadonlySet<string> {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from++;
  let behind = 0;
  const isSame = before.length === after.length && new Set([...before, ...after]).size === before.length;
  if (isSame) while (before.at(-1 - behind) === after.at(-1 - behind)) behind++;
  const inside = [...before.slice(from, before.length - behind), ...after.slice(from, after.length - behind)];
  return new Set(inside.map(event => event.slice(1)));
}

const NOBODY: ReadonlySet<string> = new Set();

/** The modules that run where a changed one, or a function of it, is the first to import, in both versions. */
class TwoRuns {
  readonly versions: TwoVersions;
  readonly path: string;
  readonly #scope: string;
  readonly skipped: ReadonlySet<Import>;
  readonly budget: Budget;
  readonly #known = new Map<WorkspaceVersion, ImportRun>();

  constructor(
    versions: TwoVersions,
    path: string,
    scope: string,
    skipped: ReadonlySet<Import>,
    budget: Budget,
  ) {
    this.skipped = skipped;
    this.budget = budget;
    this.versions = versions;
    this.path = path;
    this.#scope = scope;
  }

  /** Whether some run so far could not follow all modules. */
  isCut = false;

  events(): TwoOrders {
    const { before, after } = this.versions;
    return { before: this.#plain(before).events, after: this.#plain(after).events };
  }

  /** What is only missing after the change; of attributes those that these modules take. */
  async newlyMissing(taking: ReadonlySet<string>): Promise<Missing | undefined> {
    const { before, after } = this.versions;
    const [old, now] = [await this.#takenBy(taking, before), await this.#takenBy(taking, after)];
    for (const first of [this.path, ...this.#partners()]) {
      const known = this.#run(before, old, first).missing;
      for (const [key, missing] of this.#run(after, now, first).missing) if (!known.has(key)) return missing;
    }
    return undefined;
  }

  /** A module that takes the place of what its package binds under that name, or no longer does. */
  newlyHiding(): string | undefined {
    const { before, after } = this.versions;
    const [old, now] = [this.#plain(before), this.#plain(after)];
    const [was, is] = [old.hiding(), now.hiding()];
    const ran = new Set(old.events);
    const other = [...is, ...was].find(path => was.has(path) !== is.has(path) && ran.has(`-${path}`));
    return (
      other && `${this.path} has ${other} imported at another time, and its package binds that name as well`
    );
  }

  /** Without the attributes that modules take. */
  #plain(version: WorkspaceVersion): ImportRun {
    const known = this.#known.get(version) ?? this.#run(version);
    this.#known.set(version, known);
    return known;
  }

  #run(version: WorkspaceVersion, taken?: Taken, first = this.path): ImportRun {
    const run = new ImportRun(version, this.skipped, this.budget, path => taken?.get(path) ?? []);
    const module = version.snapshot.modules.get(first);
    if (module === undefined) return run;
    run.importModule(module);
    this.isCut ||= run.isCut;
    if (first !== this.path) return run;
    const { definitions, imports } = module.index;
    for (const statement of imports)
      if (statement.parent !== -1 && qualifiedName(definitions, statement.parent) === this.#scope)
        run.runImport(statement, module);
    return run;
  }

  /** Some of those that import the module and that it leads to: one of them may be the first one. */
  #partners(): readonly string[] {
    const { after } = this.versions;
    const begun = new Set(this.#plain(after).events);
    return neighboursIn(after)
      .importing(this.path)
      .flatMap(({ path }) => (begun.has(`+${path}`) ? path : []))
      .slice(0, MOST_PARTNERS);
  }

  async #takenBy(paths: ReadonlySet<string>, version: WorkspaceVersion): Promise<Taken> {
    const found = new Map<string, readonly TakenAttribute[]>();
    for (const path of paths) {
      const module = version.snapshot.modules.get(path);
      const file = module && (await this.versions.open(module, version.side));
      if (file !== undefined) found.set(path, takenAttributes(file, version));
    }
    return found;
  }
}

type Taken = ReadonlyMap<string, readonly TakenAttribute[]>;

const MOST_PARTNERS = 10;

/** What a circle lacks that the file imported, and that only works where another module of it is the first one. */
function firstOfLostCircle(
  { before, after }: TwoOrders,
  { path, skipped, budget, versions: { after: version } }: TwoRuns,
): Missing | undefined {
  const kept = new Set(after);
  const lost = new Set(
    before.filter(event => event.startsWith('+') && !kept.has(event)).map(e => e.slice(1)),
  );
  for (const each of [...lost].slice(0, MOST_LOST)) {
    const module = version.snapshot.modules.get(each);
    const isFirst = neighboursIn(version)
      .importing(each)
      .some(other => other.path !== path && !lost.has(other.path));
    if (module === undefined || !isFirst) continue;
    const run = new ImportRun(version, skipped, budget);
    run.importModule(module);
    for (const missing of run.missing.values()) if (lost.has(missing.source)) return missing;
  }
  return undefined;
}

const MOST_LOST = 50;
