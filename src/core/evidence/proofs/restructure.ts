import { STRING } from '../../python/lexer/token-kinds.ts';
import { readImports } from '../code/import-entries.ts';
import type { Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';
import type { DefinitionMatch } from '../facts/definition-changes.ts';
import { findReplaced } from '../facts/replaced-names.ts';
import { findAwaited } from './awaited-names.ts';
import { bindingsOf, type Meanings } from './bindings.ts';
import { compareBindings } from './compare-bindings.ts';
import { compareClosures } from './compare-closures.ts';
import { findCopiedOtherwise } from './copied-names.ts';
import { dynamicImporters, findDynamicNames } from './dynamic-names.ts';
import { findEnvironmentOrder } from './environment-order.ts';
import { findHalfImported } from './half-imported.ts';
import { QuietModules } from './import-closure.ts';
import { importsPathsOtherwise } from './imports-among-effects.ts';
import { findImportByText } from './imports-by-text.ts';
import { findUnlistedPackage } from './listed-packages.ts';
import { lostSubmodule } from './lost-submodules.ts';
import { findNewCycle } from './module-cycles.ts';
import { moveObstacles } from './moved-code.ts';
import { findListedFile, findShadowing } from './new-files.ts';
import type { Obstacle } from './obstacle.ts';
import { orderObstacles } from './order.ts';
import { effectOf } from './plain-statements.ts';
import { findReorderedClasses } from './reordered-classes.ts';
import { findReorderedCycle } from './reordered-imports.ts';
import { findShownClass } from './shown-classes.ts';
import { findToldPlace } from './told-places.ts';

/** What a proof about definitions that are elsewhere is made from. */
export interface Restructuring {
  readonly versions: TwoVersions;
  readonly match: DefinitionMatch;
  readonly meanings: Meanings;
  /** The modules whose statements are not the same ones in the same order. */
  readonly modules: readonly ChangedModule[];
  readonly importers: () => Importers;
  readonly quiet: QuietModules;
}

/**
 * Whether modules that hold the same statements in other places still do the same. Each rule names what it
 * needs; where one of them does not hold, or does not know, nothing is proved.
 */
export async function findRestructureObstacles(
  question: Omit<Restructuring, 'quiet'>,
): Promise<readonly Obstacle[]> {
  const { versions, match, meanings, modules, importers } = question;
  const all: Restructuring = { ...question, quiet: new QuietModules(versions, meanings) };
  const obstacles: Obstacle[] = [...findShadowing(versions)];
  for (const module of modules) obstacles.push(...openNames(module));
  for (const move of match.moves) obstacles.push(...moveObstacles(move, all));
  for (const module of modules) {
    obstacles.push(...aroundMoves(module, all));
    obstacles.push(...orderObstacles(module, all));
  }
  if (obstacles.length > 0) return obstacles;
  for (const module of modules) obstacles.push(...(await compareBindings(module, all, importers())));
  for (const module of modules) obstacles.push(...(await compareClosures(module, all)));
  if (obstacles.length > 0) return obstacles;
  for (const module of modules) {
    obstacles.push(...(await lostAttributes(module, versions)));
    const path = await importsPathsOtherwise(module, versions);
    if (path !== undefined) {
      const reason = `imports stand in another order, and ${path} decides where modules are found`;
      obstacles.push({ reason, place: { file: module.path, line: 1, side: 'after' } });
    }
    const setting = await findEnvironmentOrder(module, versions);
    if (setting !== undefined) {
      const reason = `imports stand in another order, and ${setting} sets variables that outside packages may read`;
      obstacles.push({ reason, place: { file: module.path, line: 1, side: 'after' } });
    }
    const copied = await findCopiedOtherwise(module, versions);
    if (copied !== undefined) obstacles.push(copied);
  }
  if (obstacles.length > 0) return obstacles;
  const listed = (await findListedFile(versions)) ?? (await findUnlistedPackage(versions));
  if (listed !== undefined) return [listed];
  const replaced = await replacedFromOutside(versions, match);
  if (replaced !== undefined) return [replaced];
  const shown = await findShownClass(versions, match);
  if (shown !== undefined) return [shown];
  const awaited = await findAwaited(versions, match, importers());
  if (awaited !== undefined) return [awaited];
  const told = await findToldPlace(versions, match);
  if (told !== undefined) return [told];
  const [name] = await findReplaced(versions, namesOfMoves(match));
  const [move] = match.moves;
  if (name !== undefined && move !== undefined) {
    const place = placeIn(move.to.file, move.to.units[0]?.start ?? 0, 'after');
    return [{ reason: `some module may replace ${name} in the module that definitions leave`, place }];
  }
  const classes = await findReorderedClasses(versions);
  if (classes !== undefined) return [classes];
  const cycle = findNewCycle(versions) ?? (await findReorderedCycle(versions)) ?? findHalfImported(versions);
  if (cycle !== undefined) return [cycle];
  const byText = await findImportByText(versions);
  if (byText !== undefined) return [byText];
  return dynamicImporters(versions, new Set(modules.map(({ path }) => path)));
}

/** What moves, and what that uses of its module: replaced in the old module, it is not replaced in the new one. */
function namesOfMoves({ moves }: DefinitionMatch): ReadonlySet<string> {
  return new Set(
    moves.flatMap(({ from }) => {
      const bound = bindingsOf(from.file.module);
      const used = from.units.flatMap(({ names }) => [...names].filter(name => bound.has(name)));
      return [from.name, ...used];
    }),
  );
}

/** A text such as `mock.patch("a.f")` names something of a module that definitions leave. */
async function replacedFromOutside(
  versions: TwoVersions,
  match: DefinitionMatch,
): Promise<Obstacle | undefined> {
  // `"<pkg.a.E object"`, also as a pattern.
  const shown = match.moves.map(({ from }) => `${from.file.module.name}.${from.name}`);
  const names = match.moves.map(({ from }) => from.name);
  const sources = [...new Set(match.moves.map(({ from }) => `${from.file.module.name}.`))];
  for (const module of sources.length === 0 ? [] : versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined || ![...sources, ...names].some(each => file.mentions(each))) continue;
    const token = file.tokens.find(
      ({ kind, text }) =>
        kind === STRING &&
        (sources.some(source => text.slice(text.indexOf(':') + 1).startsWith(source)) ||
          shown.some(each => text.replaceAll('\\', '').includes(each))),
    );
    if (token === undefined) continue;
    return {
      reason: `${module.path} names in a text what is in a module that definitions leave`,
      place: placeIn(file, token.start, 'after'),
    };
  }
  return undefined;
}

async function lostAttributes(
  { before, after }: ChangedModule,
  versions: TwoVersions,
): Promise<readonly Obstacle[]> {
  if (before === undefined || after === undefined) return [];
  const lost = await lostSubmodule(before, after, versions);
  if (lost === undefined) return [];
  const { text, statement } = lost.entry;
  const reason = `"${text}" is gone, and ${lost.parent}.${lost.name} may be used all the same`;
  return [{ reason, place: placeIn(before, statement.start, 'before') }];
}

/** Names that are decided when the module runs, and the language that it is written in. */
function openNames({ before, after }: ChangedModule): readonly Obstacle[] {
  const sides = [
    ...(before === undefined ? [] : [{ file: before, side: 'before' as const }]),
    ...(after === undefined ? [] : [{ file: after, side: 'after' as const }]),
  ];
  const found: Obstacle[] = [];
  for (const { file, side } of sides) {
    const star = readImports(file).find(({ bound }) => bound === '*');
    if (star !== undefined)
      found.push({
        reason: `"${star.text}" hides where names come from`,
        place: placeIn(file, star.statement.start, side),
      });
    const dynamic = findDynamicNames(file, side);
    if (dynamic !== undefined) found.push(dynamic);
  }
  if (before !== undefined && after !== undefined && futuresOf(before) !== futuresOf(after))
    found.push({
      reason: `the __future__ imports of ${after.module.path} differ`,
      place: { file: after.module.path, line: 1, side: 'after' },
    });
  return found;
}

export const futuresOf = (file: PythonFile): string =>
  readImports(file)
    .filter(({ target }) => target.startsWith('__future__.'))
    .map(({ target }) => target)
    .sort()
    .join();

/** What else is in the modules that definitions leave, and in those that they come to. */
function aroundMoves({ path, before, after }: ChangedModule, all: Restructuring): readonly Obstacle[] {
  const { match, meanings, versions } = all;
  const out = (match.movesFrom.get(path) ?? []).map(({ from }) => from);
  const into = match.movesTo.get(path) ?? [];
  const found: Obstacle[] = [];
  const effects = (file: PythonFile, units: readonly Unit[], side: 'before' | 'after') => {
    const scope = { file, version: versions[side], meanings };
    return units.flatMap(unit => {
      const effect = effectOf(unit, scope);
      return effect === undefined ? [] : [{ unit, effect }];
    });
  };
  if (before !== undefined && out.length > 0) {
    const names = new Set(out.map(({ name }) => name));
    const lowest = Math.max(...out.flatMap(({ units }) => units.map(({ start }) => start)));
    for (const { unit, effect } of effects(before, match.before.get(path)?.units ?? [], 'before')) {
      const place = placeIn(before, unit.start, 'before');
      const used = [...unit.names].find(name => names.has(name));
      if (used !== undefined)
        found.push({ reason: `${used} moved, and a statement that stays uses it on import`, place });
      else if (unit.start < lowest)
        found.push({ reason: `a definition moved from below a statement that runs: ${effect}`, place });
    }
  }
  if (after !== undefined && into.length > 0)
    for (const { unit, effect } of effects(after, match.after.get(path)?.units ?? [], 'after'))
      found.push({
        reason: `definitions moved to ${path}, where on import ${effect}`,
        place: placeIn(after, unit.start, 'after'),
      });
  return found;
}
