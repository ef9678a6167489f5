import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { isInImport } from '../code/import-entries.ts';
import { importTimeTokens } from '../code/import-time.ts';
import type { Importers } from '../code/importers.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isOfTestsAlone } from '../code/test-files.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { namingUnits, type Unit } from '../code/units.ts';
import { modulesAsking } from './asked-on-import.ts';
import { isMadeBelow, isRunByMaking, looksAtMembers, subclassesOf } from './classes-made-below.ts';
import { runNames } from './run-names.ts';
import { askedFor, usersOf, usersOfMember } from './users-in-file.ts';
import { usesOnImport } from './uses-on-import.ts';

/** A module that runs, uses or shows something when it is imported. */
export interface Runner {
  readonly by: string;
  /** Only files of tests do. */
  readonly isOfTests: boolean;
}

/** The first module that is none of tests, else the first one. */
export async function firstRunner(
  modules: AsyncIterable<WorkspaceModule>,
  { after: { snapshot } }: TwoVersions,
): Promise<Runner | undefined> {
  let ofTests: string | undefined;
  for await (const module of modules) {
    if (!isOfTestsAlone(module, snapshot)) return { by: module.path, isOfTests: false };
    ofTests ??= module.path;
  }
  return ofTests === undefined ? undefined : { by: ofTests, isOfTests: true };
}

/** What calls a function, decorates by it or has a class as the one that makes classes. */
export async function* runningModules(
  source: PythonFile,
  name: string,
  isCalled: boolean,
  versions: TwoVersions,
  importers: Importers,
): AsyncGenerator<WorkspaceModule> {
  for (const { module, bound, brings } of importers.reach(source.module, name)) {
    const file = await versions.open(module, 'after');
    if (file === undefined || file === source) continue;
    const meant = brings.kind === 'module' ? brings.name : bound;
    const { called, metaclasses } = calledBy(file);
    if ((isCalled ? called : metaclasses).has(meant)) yield module;
  }
}

/** What runs when a module is imported: what is called or decorates, and what classes are made by. */
const calledBy = once(readCalled);

function readCalled(file: PythonFile) {
  const [called, metaclasses] = [new Set<string>(), new Set<string>()];
  for (const unit of namingUnits(file)) {
    if (unit.content.kind === 'import') continue;
    const tokens = importTimeTokens(unit, file).filter(({ start }) => !isInImport(file.module, start));
    for (const [i, { text }] of tokens.entries()) {
      if (isCalledAt(tokens, i)) called.add(text);
      if (isMetaclassAt(tokens, i)) metaclasses.add(text);
    }
  }
  return { called, metaclasses };
}

/** The other files in which a name is there when they run, with what it is called there. */
async function* filesReaching(source: PythonFile, name: string, versions: TwoVersions, importers: Importers) {
  for (const { module, bound, brings, statement } of importers.reach(source.module, name)) {
    if (statement.placement === 'type_checking') continue;
    const file = await versions.open(module, 'after');
    if (file !== undefined && file !== source) yield { module, bound, brings, file };
  }
}

/** Classes below each other that are followed from module to module. */
const MOST_SUBCLASSES = 4;

/** What does more with a class or value, or with a class below it, than to name it. */
export async function* usingModules(
  source: PythonFile,
  name: string,
  versions: TwoVersions,
  importers: Importers,
  most = MOST_SUBCLASSES,
): AsyncGenerator<WorkspaceModule> {
  for await (const { module, bound, brings, file } of filesReaching(source, name, versions, importers)) {
    const isModule = brings.kind === 'module';
    if (isModule ? askedFor(file).has(brings.name) : runNames(file).has(bound)) {
      yield module;
      continue;
    }
    for (const below of isModule ? [] : subclassesOf(file, bound))
      if (most === 0) yield module;
      else yield* usingModules(file, below, versions, importers, most - 1);
  }
}

/** What has the name of a value among these: it looks something up by it, or shows it as a default. */
export async function* lookingModules(
  source: PythonFile,
  name: string,
  versions: TwoVersions,
  importers: Importers,
  namesIn: (file: PythonFile) => ReadonlySet<string>,
): AsyncGenerator<WorkspaceModule> {
  for (const { module, bound, brings } of importers.reach(source.module, name)) {
    const file = brings.kind === 'module' ? undefined : await versions.open(module, 'after');
    if (file !== undefined && file !== source && namesIn(file).has(bound)) yield module;
  }
}

/** A function, class or value, and the changed one for whose sake it is looked at. */
export interface Reached {
  readonly file: PythonFile;
  readonly name: string;
  readonly changed: string;
  readonly module: ChangedModule;
}

/** Beyond that many it is not followed who uses whom. */
const MOST_REACHED = 5000;

/** Who runs one of these when it is imported, by way of whatever else it calls. */
export async function findRunner(
  changed: readonly Reached[],
  versions: TwoVersions,
  importers: () => Importers,
): Promise<(Reached & Runner) | undefined> {
  // Most constants are named nowhere.
  const waiting = changed.filter(
    ({ file, name, changed, module }) =>
      name !== changed ||
      file !== module.after ||
      file.once(usersOf).has(name) ||
      isMadeBelow(file, name) ||
      importers().mayReach(file.module, name),
  );
  const seen = new Set<string>();
  let ofTests: (Reached & Runner) | undefined;
  const { snapshot } = versions.after;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, name, changed, module } = next;
    if (seen.size > MOST_REACHED) return { ...next, by: 'other code', isOfTests: false };
    const reach = (user: PythonFile, names: readonly string[]): boolean => {
      for (const each of names) {
        const key = `${user.module.path}:${each}`;
        if (seen.has(key)) continue;
        seen.add(key);
        if (runNames(user).has(each)) return true;
        waiting.push({ file: user, name: each, changed, module });
      }
      return false;
    };
    const runs: WorkspaceModule[] = [];
    const isMadeBelowIn = (user: PythonFile, bound: string) =>
      isMadeBelow(user, bound) && isRunByMaking(file, name);
    if (isMadeBelowIn(file, name) || reach(file, file.once(usersOf).get(name) ?? [])) runs.push(file.module);
    for (const { module: user, bound, brings, statement } of importers().reach(file.module, name)) {
      if (runs.some(each => !isOfTestsAlone(each, snapshot))) break;
      // That is never there when it runs.
      if (statement.placement === 'type_checking') continue;
      const other = user === file.module ? undefined : await versions.open(user, 'after');
      if (other === undefined) continue;
      // Who runs the changed one itself is looked for above.
      const isItself = name === changed && file === module.after;
      const isOfModule = brings.kind === 'module';
      const isRun = isOfModule ? askedFor(other).has(brings.name) : runNames(other).has(bound);
      const isMade = isMadeBelowIn(other, isOfModule ? brings.name : bound);
      const users = isOfModule
        ? usersOfMember(other, bound, brings.name)
        : (other.once(usersOf).get(bound) ?? []);
      if ((isRun && !isItself) || isMade || reach(other, users)) runs.push(user);
    }
    const isFound = runs.some(each => !isOfTestsAlone(each, snapshot));
    if (!isFound && (name !== changed || file !== module.after))
      for await (const asking of modulesAsking(file, name, versions)) runs.push(asking);
    const found = runs.find(each => !isOfTestsAlone(each, snapshot));
    if (found !== undefined) return { ...next, by: found.path, isOfTests: false };
    if (runs[0] !== undefined) ofTests ??= { ...next, by: runs[0].path, isOfTests: true };
  }
  return ofTests;
}

/**
 * Who runs one of these classes, or one below it, when it is imported: makes an object, asks for a member, keeps it in a
 * list or under another name, or makes a class of it that looks at its members.
 */
export async function findRunnerOfClasses(
  classes: readonly Omit<Reached, 'changed'>[],
  versions: TwoVersions,
  importers: () => Importers,
): Promise<Runner | undefined> {
  let ofTests: Runner | undefined;
  for (const { name, file } of classes) {
    const using = await firstRunner(modulesTouching(file, name, versions, importers()), versions);
    if (using?.isOfTests === false) return using;
    ofTests ??= using;
  }
  const reached = classes.map(each => ({ ...each, changed: each.name }));
  const through = await findRunner(reached, versions, importers);
  return through?.isOfTests === false ? through : (ofTests ?? through);
}

/** What does anything with a class on import but to annotate with it, or to make a plain class below it; also its own module. */
async function* modulesTouching(
  source: PythonFile,
  name: string,
  versions: TwoVersions,
  importers: Importers,
  most = MOST_SUBCLASSES,
): AsyncGenerator<WorkspaceModule> {
  if (usesOnImport(source).run.has(name)) yield source.module;
  for (const below of subclassesOf(source, name))
    if (most === 0 || looksAtMembers(source, below)) yield source.module;
    else yield* modulesTouching(source, below, versions, importers, most - 1);
  for await (const { module, bound, brings, file } of filesReaching(source, name, versions, importers)) {
    if (brings.kind === 'module') {
      if (askedFor(file).has(brings.name)) yield module;
      continue;
    }
    if (usesOnImport(file).run.has(bound) || runNames(file).has(bound)) yield module;
    for (const below of subclassesOf(file, bound))
      if (most === 0 || looksAtMembers(file, below)) yield module;
      else yield* modulesTouching(file, below, versions, importers, most - 1);
  }
}

/** Behind `metaclass=`, as far as a dotted name goes. */
const isMetaclassAt = (tokens: Unit['tokens'], i: number): boolean =>
  tokens.slice(Math.max(0, i - 4), i).some(({ text }) => text === 'metaclass');

/** Called, given to a call, or a decorator. */
function isCalledAt(tokens: Unit['tokens'], i: number): boolean {
  if (tokens[i + 1]?.text === '(') return tokens[i - 1]?.text !== 'def';
  let root = i;
  while (tokens[root - 1]?.text === '.') root -= 2;
  return tokens[root - 1]?.text === '@' || tokens[i + 1]?.text === ')' || tokens[i + 1]?.text === ',';
}
