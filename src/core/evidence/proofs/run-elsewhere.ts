import { importTimeTokens } from '../code/import-time.ts';
import type { Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { type DefinitionMatch, differenceOf, isSameGroup } from '../facts/definition-changes.ts';
import type { ShapeChange } from './shape-change.ts';
import { isMetaclass, isSameShape } from './unit-shapes.ts';
import { usesOnImport } from './uses-on-import.ts';

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
  for (const module of versions.changed) {
    const { path, before, after } = module;
    const now = match.after.get(path)?.groups;
    if (before === undefined || after === undefined) continue;
    for (const [name, group] of match.before.get(path)?.groups ?? []) {
      const twin = now?.get(name);
      if (twin === undefined || isSameGroup(group, twin) || !isSameShape(group, twin)) continue;
      if (differenceOf(group, twin) === 'docstring') continue;
      const isFunction = group.kind === 'function';
      const isCalled = isFunction || (group.kind === 'class' && twin.units.some(isMetaclass));
      const by =
        (isCalled ? await runningModule(after, name, isFunction, versions, importers()) : undefined) ??
        (isFunction ? undefined : await usingModule(after, name, versions, importers(), MOST_SUBCLASSES));
      if (by === undefined) continue;
      const reason =
        group.kind === 'function' || group.kind === 'class'
          ? `${by} runs ${name} on import, and it does something else`
          : `${by} uses ${name} on import, and it is another value`;
      const place = placeIn(after, twin.units[0]?.start ?? 0, 'after');
      found.push({ what: 'statement', change: 'changed', name, module, isPlain: false, reason, place });
    }
  }
  return found;
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
      if (unit.content.kind === 'import' || unit.content.kind === 'exports') continue;
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
  for (const { module, bound, brings } of importers.reach(source.module, name)) {
    const file = await versions.open(module, 'after');
    if (file === undefined || file === source) continue;
    const isModule = brings.kind === 'module';
    if (isModule ? isAskedFor(file, brings.name) : usesOnImport(file).run.has(bound)) return module.path;
    for (const below of isModule ? [] : subclassesOf(file, bound)) {
      const by = most === 0 ? module.path : await usingModule(file, below, versions, importers, most - 1);
      if (by !== undefined) return by;
    }
  }
  return undefined;
}

/** Whether `module.name` stands in what runs on import. */
function isAskedFor(file: PythonFile, name: string): boolean {
  return readUnits(file).some(
    unit =>
      unit.content.kind !== 'import' &&
      importTimeTokens(unit, file).some(
        ({ text }, i, tokens) => text === name && tokens[i - 1]?.text === '.',
      ),
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
