import { importTimeTokens, runOnImport } from '../code/import-time.ts';
import type { Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import {
  type DefinitionGroup,
  type DefinitionMatch,
  differenceOf,
  isSameGroup,
} from '../facts/definition-changes.ts';
import { doesOtherwise, hasOtherMethods } from './does-otherwise.ts';
import { defaultNames, keyNames, runNames } from './run-names.ts';
import type { ShapeChange } from './shape-change.ts';
import { isBoundAlike, isMetaclass, isSameShape } from './unit-shapes.ts';

/**
 * What other modules run when they are imported, and does something else: functions (decorators, factories), classes
 * that they make objects of, values that they compute with.
 */
export async function findRunElsewhere(
  versions: TwoVersions,
  match: DefinitionMatch,
  importers: () => Importers,
): Promise<readonly ShapeChange[]> {
  const found: ShapeChange[] = [];
  const defaults: ShapeChange[] = [];
  const bodies = otherBodies(versions, match);
  for (const { name, module, file: after, group, twin } of bodies) {
    if (!importers().mayReach(after.module, name)) continue;
    const isFunction = group.kind === 'function';
    const isCalled = isFunction || (group.kind === 'class' && twin.units.some(isMetaclass));
    const by =
      (isCalled ? await runningModule(after, name, isFunction, versions, importers()) : undefined) ??
      (isFunction ? undefined : await usingModule(after, name, versions, importers(), MOST_SUBCLASSES)) ??
      (isFunction || group.kind === 'class'
        ? undefined
        : await lookingModule(after, name, versions, importers(), keyNames));
    const place = placeIn(after, twin.units[0]?.start ?? 0, 'after');
    if (by === undefined) {
      const isValue = !isFunction && group.kind !== 'class';
      const shown = isValue && (await lookingModule(after, name, versions, importers(), defaultNames));
      if (!shown) continue;
      const reason = `${shown} has ${name} as the default of a parameter, and it is another value`;
      defaults.push({
        what: 'value',
        change: 'changed',
        name,
        module,
        isPlain: false,
        keepsName: true,
        reason,
        place,
      });
      continue;
    }
    const reason =
      group.kind === 'function' || group.kind === 'class'
        ? `${by} runs ${name} on import, and it does something else`
        : `${by} uses ${name} on import, and it is another value`;
    found.push({ what: 'statement', change: 'changed', name, module, isPlain: false, reason, place });
  }
  if (found.length === 0) found.push(...(await runThroughOthers(versions, match, bodies, importers)));
  return [...found, ...defaults];
}

/** A function, class or value, and the changed one for whose sake it is looked at. */
interface Reached {
  readonly file: PythonFile;
  readonly name: string;
  readonly changed: string;
  readonly module: ChangedModule;
}

/** Beyond that many it is not followed who uses whom. */
const MOST_REACHED = 5000;

/** What runs on import, and calls what is something else in the body of another function or class. */
async function runThroughOthers(
  versions: TwoVersions,
  match: DefinitionMatch,
  bodies: readonly OtherBody[],
  importers: () => Importers,
): Promise<readonly ShapeChange[]> {
  const waiting: Reached[] = [...bodies];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { file, name, changed, module } = next;
    const open = (by: string): readonly ShapeChange[] => {
      const reason = `${by} may run ${changed} on import, and it does something else`;
      const start = match.after.get(module.path)?.groups.get(changed)?.units[0]?.start ?? 0;
      const place = placeIn(module.after ?? file, start, 'after');
      return [{ what: 'statement', change: 'changed', name: changed, module, isPlain: false, reason, place }];
    };
    if (seen.size > MOST_REACHED) return open('other code');
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
    if (reach(file, file.once(usersOf).get(name) ?? [])) return open(file.module.path);
    for (const { module: user, bound, brings, statement } of importers().reach(file.module, name)) {
      // That is never there when it runs.
      if (statement.placement === 'type_checking') continue;
      const other = user === file.module ? undefined : await versions.open(user, 'after');
      if (other === undefined) continue;
      // Who runs the changed one itself is looked for above.
      const isItself = name === changed && file === module.after;
      const isRun = brings.kind === 'module' ? isAskedFor(other, brings.name) : runNames(other).has(bound);
      if ((isRun && !isItself) || reach(other, other.once(usersOf).get(bound) ?? [])) return open(user.path);
    }
  }
  return [];
}

/** What is declared as before, functions, values, and classes that may only have more methods: all else is open in any case. */
const runsOtherwise = (group: DefinitionGroup, twin: DefinitionGroup): boolean =>
  isSameShape(group, twin) ||
  doesOtherwise(group, twin) ||
  hasOtherMethods(group, twin) ||
  (group.kind !== 'function' && isBoundAlike(group, twin));

interface OtherBody extends Reached {
  readonly group: DefinitionGroup;
  readonly twin: DefinitionGroup;
}

/** Functions, classes and values that do something else. */
function otherBodies({ changed }: TwoVersions, match: DefinitionMatch): readonly OtherBody[] {
  return changed.flatMap((module): readonly OtherBody[] => {
    const { path, before, after } = module;
    const now = match.after.get(path)?.groups;
    if (before === undefined || after === undefined) return [];
    return [...(match.before.get(path)?.groups ?? [])].flatMap(([name, group]) => {
      const twin = now?.get(name);
      const isOther =
        twin !== undefined &&
        !isSameGroup(group, twin) &&
        runsOtherwise(group, twin) &&
        differenceOf(group, twin) !== 'docstring';
      return isOther ? [{ file: after, name, changed: name, module, group, twin }] : [];
    });
  });
}

/** Of each name, the functions, classes and values at the top that mention it. */
function usersOf(file: PythonFile): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  const { definitions } = file.module.index;
  for (const { content, names, start, end } of readUnits(file)) {
    if (content.kind === 'import' || content.kind === 'docstring' || content.kind === 'exports') continue;
    const own =
      content.kind === 'definition'
        ? [content.definition]
        : definitions.filter(each => each.parent === -1 && start <= each.start && each.end <= end);
    for (const { name: user, kind } of own)
      if (kind !== 'type')
        for (const name of names) {
          const known = users.get(name);
          if (name === user) continue;
          if (known === undefined) users.set(name, [user]);
          else known.push(user);
        }
  }
  return users;
}

async function runningModule(
  source: PythonFile,
  name: string,
  isCalled: boolean,
  versions: TwoVersions,
  importers: Importers,
): Promise<string | undefined> {
  for (const { module, bound, brings } of importers.reach(source.module, name)) {
    const file = await versions.open(module, 'after');
    if (file === undefined || file === source) continue;
    const meant = brings.kind === 'module' ? brings.name : bound;
    const isImported = (at: number) => module.index.imports.some(({ start, end }) => start <= at && at < end);
    for (const unit of readUnits(file)) {
      if (unit.content.kind === 'import') continue;
      const tokens = importTimeTokens(unit, file).filter(({ start }) => !isImported(start));
      if (tokens.some(({ text }, i) => text === meant && isRun(tokens, i, isCalled))) return module.path;
    }
  }
  return undefined;
}

/** Classes below each other that are followed from module to module. */
const MOST_SUBCLASSES = 4;

/** The module that does more with a class or value, or with a class below it, than to name it. */
async function usingModule(
  source: PythonFile,
  name: string,
  versions: TwoVersions,
  importers: Importers,
  most: number,
): Promise<string | undefined> {
  for (const { module, bound, brings, statement } of importers.reach(source.module, name)) {
    if (statement.placement === 'type_checking') continue;
    const file = await versions.open(module, 'after');
    if (file === undefined || file === source) continue;
    const isModule = brings.kind === 'module';
    if (isModule ? isAskedFor(file, brings.name) : runNames(file).has(bound)) return module.path;
    for (const below of isModule ? [] : subclassesOf(file, bound)) {
      const by = most === 0 ? module.path : await usingModule(file, below, versions, importers, most - 1);
      if (by !== undefined) return by;
    }
  }
  return undefined;
}

/** The module that has the name of a value among these: it looks something up by it, or shows it as a default. */
async function lookingModule(
  source: PythonFile,
  name: string,
  versions: TwoVersions,
  importers: Importers,
  namesIn: (file: PythonFile) => ReadonlySet<string>,
): Promise<string | undefined> {
  for (const { module, bound, brings } of importers.reach(source.module, name)) {
    const file = brings.kind === 'module' ? undefined : await versions.open(module, 'after');
    if (file !== undefined && file !== source && namesIn(file).has(bound)) return module.path;
  }
  return undefined;
}

/** Whether `module.name` stands in what runs on import. */
function isAskedFor(file: PythonFile, name: string): boolean {
  return readUnits(file).some(
    unit =>
      unit.content.kind !== 'import' &&
      file.tokens
        .chosen(runOnImport(unit, file))
        .some(({ text }, i, tokens) => text === name && tokens[i - 1]?.text === '.'),
  );
}

function subclassesOf(file: PythonFile, base: string): readonly string[] {
  return readUnits(file).flatMap(({ content }) => {
    if (content.kind !== 'definition' || content.definition.kind !== 'class') return [];
    const { name, head, body } = content.definition;
    return file.range(head, body).some(({ text }) => text === base) ? [name] : [];
  });
}

/** Called, or a decorator; a metaclass is named. */
function isRun(tokens: Unit['tokens'], i: number, isCalled: boolean): boolean {
  if (!isCalled) return tokens.slice(Math.max(0, i - 4), i).some(({ text }) => text === 'metaclass');
  if (tokens[i + 1]?.text === '(') return tokens[i - 1]?.text !== 'def';
  let root = i;
  while (tokens[root - 1]?.text === '.') root -= 2;
  return tokens[root - 1]?.text === '@' || tokens[i + 1]?.text === ')' || tokens[i + 1]?.text === ',';
}
