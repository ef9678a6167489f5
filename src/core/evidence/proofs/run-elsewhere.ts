import { importTimeTokens } from '../code/import-time.ts';
import type { Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { type DefinitionMatch, differenceOf, isSameGroup } from '../facts/definition-changes.ts';
import type { ShapeChange } from './shape-change.ts';
import { isMetaclass, isSameShape } from './unit-shapes.ts';

/** Functions and metaclasses with another body that other modules run when they are imported: decorators, factories. */
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
      const isFunction = group.kind === 'function';
      if (!isFunction && !(group.kind === 'class' && twin.units.some(isMetaclass))) continue;
      if (differenceOf(group, twin) === 'docstring') continue;
      const by = await runningModule(after, name, isFunction, versions, importers());
      if (by === undefined) continue;
      const reason = `${by} runs ${name} on import, and it does something else`;
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

/** Called, or a decorator; a metaclass is named. */
function isRun(tokens: Unit['tokens'], i: number, isCalled: boolean): boolean {
  if (!isCalled) return tokens.slice(Math.max(0, i - 4), i).some(({ text }) => text === 'metaclass');
  if (tokens[i + 1]?.text === '(') return tokens[i - 1]?.text !== 'def';
  let root = i;
  while (tokens[root - 1]?.text === '.') root -= 2;
  return tokens[root - 1]?.text === '@' || tokens[i + 1]?.text === ')' || tokens[i + 1]?.text === ',';
}
