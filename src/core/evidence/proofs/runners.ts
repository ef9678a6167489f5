import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { isInImport } from '../code/import-entries.ts';
import { importTimeTokens } from '../code/import-time.ts';
import { importersByPath, leadingTo } from '../code/imported-modules.ts';
import type { Importers } from '../code/importers.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isOfTestsAlone } from '../code/test-files.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { isMadeBelow, isRunByMaking, looksAtMembers, subclassesOf } from './classes-made-below.ts';
import { runNames } from './run-names.ts';
import { readAskedFor, usersOf, usersOfMember } from './users-in-file.ts';
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
    const { called, metaclasses } = file.once(readCalled);
    if ((isCalled ? called : metaclasses).has(meant)) yield module;
  }
}

/** What runs when the module is imported: what is called or decorates, and what classes are made by. */
function readCalled(file: PythonFile) {
  const [called, metaclasses] = [new Set<string>(), new Set<string>()];
  for (const unit of readUnits(file)) {
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
    if (isModule ? file.once(readAskedFor).has(brings.name) : runNames(file).has(bound)) {
      yield module;
      continue;
    }
    for (const below of isModule ? [] : subclassesOf(file, bound))
      if (most === 0) yield module;
      else yield* usingModules(file, below, versions, importers, most - 1);
  }
}

/** Modules that are looked at for all names together; beyond that a name counts as asked for. */
const MOST_LOOKED_AT = 300_000;
const lookedAt = new WeakMap<TwoVersions, number>();

/**
 * What asks the module for the name on import although it does not import it: `import pkg`, then `pkg.part.name()`, or
 * `other.part.name` through a module that does.
 */
export async function* modulesAsking(
  source: PythonFile,
  name: string,
  versions: TwoVersions,
): AsyncGenerator<WorkspaceModule> {
  const { path, segments } = source.module;
  const last = segments.at(-1) ?? '';
  const mayAsk = modulesThatMayAsk(path, versions);
  const looked = lookedAt.get(versions) ?? 0;
  if (looked > MOST_LOOKED_AT) {
    yield source.module;
    return;
  }
  lookedAt.set(versions, looked + mayAsk.size);
  const byTexts = importingByTexts(versions);
  for (const each of mayAsk) {
    const module = versions.after.snapshot.modules.get(each);
    const file = module && (await versions.open(module, 'after'));
    if (module === undefined || file?.mentions(name) !== true || !file.mentions(last)) continue;
    const byText = BY_TEXT.some(word => file.mentions(word));
    // Under whatever name it has the module.
    const isImporting = byTexts.includes(each);
    const isAsking = readUnits(file).some(
      unit =>
        unit.content.kind !== 'import' &&
        importTimeTokens(unit, file).some(
          ({ text }, i, tokens) =>
            (byText && (text === `:${name}` || text === `:${last}.${name}`)) ||
            (text === name && tokens[i - 1]?.op === op.DOT && (isImporting || tokens[i - 2]?.text === last)),
        ),
    );
    if (isAsking) yield module;
  }
}

/** Paths of the other modules that have this one when they run, however it came there. */
function modulesThatMayAsk(path: string, versions: TwoVersions): ReadonlySet<string> {
  const ofVersions = mayAskIn(versions);
  const known = ofVersions.get(path);
  if (known !== undefined) return known;
  const found = new Set([
    ...leadingTo([path], importersByPath(versions.after)),
    ...importingByTexts(versions),
  ]);
  found.delete(path);
  ofVersions.set(path, found);
  return found;
}

const mayAskIn = once((_: TwoVersions) => new Map<string, ReadonlySet<string>>());

/** Whether anything can be asked of the module when other modules are imported. */
export const mayBeAsked = (source: PythonFile, versions: TwoVersions): boolean =>
  modulesThatMayAsk(source.module.path, versions).size > 0;

/** Modules that may import others by texts. */
const importingByTexts = once(({ after }: TwoVersions): readonly string[] => {
  const found = [...after.snapshot.modules.values()].filter(({ index }) =>
    index.imports.some(
      ({ module, names }) => module === 'importlib' || names.some(({ name }) => name.startsWith('importlib')),
    ),
  );
  return found.map(({ path }) => path);
});

/** By these a text is the name of what is asked for. */
const BY_TEXT = ['getattr', 'attrgetter', 'methodcaller', 'import_module'];

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
  const waiting = [...changed];
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
    const isHook = isRunByMaking(file, name);
    if ((isHook && isMadeBelow(file, name)) || reach(file, file.once(usersOf).get(name) ?? []))
      runs.push(file.module);
    for (const { module: user, bound, brings, statement } of importers().reach(file.module, name)) {
      if (runs.some(each => !isOfTestsAlone(each, snapshot))) break;
      // That is never there when it runs.
      if (statement.placement === 'type_checking') continue;
      const other = user === file.module ? undefined : await versions.open(user, 'after');
      if (other === undefined) continue;
      // Who runs the changed one itself is looked for above.
      const isItself = name === changed && file === module.after;
      const isOfModule = brings.kind === 'module';
      const isRun = isOfModule ? other.once(readAskedFor).has(brings.name) : runNames(other).has(bound);
      const isMade = isHook && isMadeBelow(other, isOfModule ? brings.name : bound);
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
      if (file.once(readAskedFor).has(brings.name)) yield module;
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
