import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import { namesOnImport } from '../code/import-time.ts';
import { placeIn } from '../code/places.ts';
import { isTestFile } from '../code/test-files.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { namesNothing, type Unit } from '../code/units.ts';
import { isSameUnit, longestRising } from '../facts/definition-changes.ts';
import { bindingsOf } from './bindings.ts';
import { boundTooLate, namesBound, type Version } from './bound-too-late.ts';
import { leadsBack } from './module-cycles.ts';
import type { Obstacle } from './obstacle.ts';
import { effectOf } from './plain-statements.ts';
import type { Restructuring } from './restructure.ts';

/**
 * Statements that are in another order than before must not notice: everything in the module only makes
 * functions, classes and values, each name is bound once, and what runs on import finds every name above it.
 * Imports may change places among themselves.
 */
export function orderObstacles(
  { path, before, after }: ChangedModule,
  { match, meanings, versions }: Restructuring,
): readonly Obstacle[] {
  if (after === undefined) return [];
  const now: Version = { file: after, units: match.after.get(path)?.units ?? [] };
  const old: Version | undefined =
    before === undefined ? undefined : { file: before, units: match.before.get(path)?.units ?? [] };
  const lateBefore = old === undefined ? [] : lateNames(old);
  const lateNow = lateNames(now);
  const [known, kept] = [lateBefore, lateNow].map(names => new Set(names.map(({ key }) => key)));
  const cured = lateBefore.find(({ key }) => !kept?.has(key));
  if (cured !== undefined && before !== undefined)
    return [
      {
        reason: `${cured.name} was used on import before it was there`,
        place: placeIn(before, cured.unit.start, 'before'),
      },
    ];
  const late = lateNow.filter(({ key }) => !known?.has(key));
  if (late.length > 0)
    return late.map(({ name, unit }) => ({
      reason: `${name} is used on import before it is there`,
      place: placeIn(after, unit.start, 'after'),
    }));
  if (old === undefined) return [];
  const tooLate = boundTooLate(old, now, unit => leadsBack(unit, after, versions.after));
  if (tooLate !== undefined)
    return [
      {
        reason: `${tooLate.name} is bound below what may import a module that asks for it`,
        place: placeIn(after, tooLate.unit.start, 'after'),
      },
    ];
  if (!isReordered(old, now)) return [];
  const test = isTestFile(path) ? testInOtherOrder(old, now) : undefined;
  if (test !== undefined)
    return [
      {
        reason: 'tests stand in another order, in which they run, and may share something',
        place: placeIn(after, test.start, 'after'),
      },
    ];
  const twice = [...bindingsOf(after.module)].find(
    ([, events]) => events.length > 1 && events.some(({ kind }) => kind !== 'import'),
  );
  if (twice !== undefined)
    return [
      {
        reason: `statements stand in another order, and ${twice[0]} is bound more than once`,
        place: placeIn(after, twice[1].find(({ start }) => Number.isFinite(start))?.start ?? 0, 'after'),
      },
    ];
  for (const { file, units, side } of [
    { ...old, side: 'before' as const },
    { ...now, side: 'after' as const },
  ])
    for (const unit of units) {
      const effect = effectOf(unit, { file, version: versions[side], meanings });
      if (effect === undefined) continue;
      const place = placeIn(file, unit.start, side);
      return [{ reason: `statements stand in another order, and on import ${effect}`, place }];
    }
  return [];
}

/** The first test that others ran before, or after. */
function testInOtherOrder(old: Version, now: Version): Unit | undefined {
  const known = new Set(old.units.map(({ key }) => key));
  const left = new Set(now.units.map(({ key }) => key));
  const before = old.units.filter(unit => isTest(unit) && left.has(unit.key));
  return now.units
    .filter(unit => isTest(unit) && known.has(unit.key))
    .find((unit, i) => unit.key !== before[i]?.key);
}

const isTest = ({ content }: Unit): boolean =>
  content.kind === 'definition' && /^test/i.test(content.definition.name);

/** Names that run before the statement that binds them. */
function lateNames({ file, units }: Version) {
  if (units.every(unit => unit.content.kind === 'import' || namesNothing(unit))) return [];
  const boundAt = new Map<string, number>();
  for (const [i, unit] of units.entries())
    for (const name of namesBound(unit)) if (!boundAt.has(name)) boundAt.set(name, i);
  return units.flatMap((unit, i) => {
    // The names in `__all__` are texts.
    if (['import', 'docstring', 'exports'].includes(unit.content.kind) || namesNothing(unit)) return [];
    const below = [...namesOnImport(unit, file)].filter(name => (boundAt.get(name) ?? -1) > i);
    if (below.length === 0) return [];
    const own = new Set(namesBound(unit));
    const late = below.filter(name => !own.has(name));
    if (late.length === 0) return [];
    const code = unit.key;
    return late.map(name => ({ name, unit, key: `${name} ${code}` }));
  });
}

/** Imports that are above or below other statements than before, or are new below some. */
export function crossingImports(before: Version, after: Version): readonly Unit[] {
  if (!after.units.some(({ content }) => content.kind === 'import')) return [];
  const waiting = new Map<string, number[]>();
  let above = 0;
  for (const unit of before.units) {
    if (unit.content.kind !== 'import') {
      if (unit.content.kind !== 'docstring') above++;
      continue;
    }
    addTo(waiting, unit.key, above);
  }
  const isReorderedAround = isReordered(before, after);
  let now = 0;
  return after.units.filter(unit => {
    if (unit.content.kind !== 'import') {
      if (unit.content.kind !== 'docstring') now++;
      return false;
    }
    const old = waiting.get(unit.key)?.shift();
    return isReorderedAround ? (old ?? 0) + now > 0 : old === undefined && now > 0;
  });
}

/** Whether statements that stayed changed places, other than imports with imports. */
function isReordered(before: Version, after: Version): boolean {
  const stayed = stayedOf(before.units, after.units);
  const isImport = ({ unit }: { readonly unit: Unit }) => unit.content.kind === 'import';
  const inOrder = longestRising(stayed.map(({ at }) => at));
  const kept = new Set(stayed.map(({ unit }) => unit));
  if (inOrder.size === stayed.length) return isNewImportBelow(after, kept);
  // Each import must have the same statements above it as before, imports aside.
  const others = stayed.filter(each => !isImport(each)).map(({ at }) => at);
  if (longestRising(others).size < others.length) return true;
  let above = 0;
  for (const each of stayed) {
    if (!isImport(each)) {
      above++;
      continue;
    }
    // The others are in order: those above the import before the change are counted by halving.
    let low = 0;
    let high = others.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((others[middle] ?? 0) < each.at) low = middle + 1;
      else high = middle;
    }
    if (low !== above) return true;
  }
  return isNewImportBelow(after, kept);
}

interface Stayed {
  readonly unit: Unit;
  /** Its index before the change. */
  readonly at: number;
}

/** The statements that stand in both; the first of equal ones is the first one in both. */
function stayedOf(old: readonly Unit[], now: readonly Unit[]): readonly Stayed[] {
  const stayed: Stayed[] = [];
  const add = (unit: Unit, index: number) => {
    if (unit.content.kind !== 'docstring') stayed.push({ unit, at: index });
  };
  const least = Math.min(old.length, now.length);
  let from = 0;
  while (from < least && isSameUnit(at(old, from), at(now, from))) add(at(now, from), from++);
  let behind = 0;
  while (
    behind < least - from &&
    isSameUnit(at(old, old.length - 1 - behind), at(now, now.length - 1 - behind))
  )
    behind++;
  // What stands at the end is only sure to be the same one where as many of each are above it.
  if (!isBalanced(old.slice(from, old.length - behind), now.slice(from, now.length - behind))) behind = 0;
  const positions = new Map<string, number[]>();
  for (let i = old.length - behind - 1; i >= from; i--) addTo(positions, at(old, i).key, i);
  for (const unit of now.slice(from, now.length - behind)) {
    const index = positions.get(unit.key)?.pop();
    if (index !== undefined) add(unit, index);
  }
  for (let i = behind; i > 0; i--) add(at(now, now.length - i), old.length - i);
  return stayed;
}

/** Whether there are as many statements of each kind in both. */
function isBalanced(old: readonly Unit[], now: readonly Unit[]): boolean {
  if (old.length !== now.length) return false;
  const left = new Map<string, number>();
  for (const { key } of old) left.set(key, (left.get(key) ?? 0) + 1);
  for (const { key } of now) left.set(key, (left.get(key) ?? 0) - 1);
  return [...left.values()].every(count => count === 0);
}

/** An import that is new and is below other statements: these may have run after it. */
function isNewImportBelow({ units }: Version, kept: ReadonlySet<Unit>): boolean {
  const last = units.findLastIndex(unit => unit.content.kind === 'import' && !kept.has(unit));
  const above = units.slice(0, Math.max(0, last));
  return above.some(({ content }) => content.kind !== 'import' && content.kind !== 'docstring');
}
