import { codeKey } from '../code/code-tokens.ts';
import { entriesOf } from '../code/import-entries.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Unit } from '../code/units.ts';
import { namesUsed } from '../code/used-names.ts';
import { longestRising } from '../facts/definition-changes.ts';
import { importTimeEffect, importTimeTokens } from './import-time.ts';
import type { Obstacle } from './obstacle.ts';

interface Version {
  readonly file: PythonFile;
  readonly units: readonly Unit[];
}

/**
 * Statements that stand in another order than before must not notice: what runs on import finds every name
 * bound above it, and where definitions and imports change places nothing but definitions is there. The order
 * of imports among themselves does not count.
 */
export function orderObstacles(before: Version | undefined, after: Version): readonly Obstacle[] {
  const [late, ...others] = lateNames(after).filter(
    ({ key }) => before === undefined || !lateNames(before).some(known => known.key === key),
  );
  if (late !== undefined)
    return [late, ...others].map(({ name, unit }) => ({
      reason: `${name} is used on import before it is there`,
      place: placeIn(after.file, unit.start, 'after'),
    }));
  if (before === undefined || !isReordered(before, after)) return [];
  const twice = nameBoundTwice(after);
  if (twice !== undefined)
    return [
      {
        reason: `statements stand in another order, and ${twice.name} is both imported and defined`,
        place: placeIn(after.file, twice.unit.start, 'after'),
      },
    ];
  for (const unit of after.units) {
    if (unit.content.kind === 'import' || unit.content.kind === 'docstring') continue;
    const effect =
      unit.content.kind === 'definition' ? importTimeEffect(unit, after.file) : 'a statement at the top runs';
    if (effect === undefined) continue;
    const place = placeIn(after.file, unit.start, 'after');
    return [{ reason: `statements stand in another order, and ${effect} on import`, place }];
  }
  return [];
}

/** Names that run before the statement that binds them. */
function lateNames({ file, units }: Version) {
  const boundAt = new Map<string, number>();
  for (const [i, unit] of units.entries())
    for (const name of namesBound(unit, file)) if (!boundAt.has(name)) boundAt.set(name, i);
  return units.flatMap((unit, i) => {
    if (unit.content.kind === 'import' || unit.content.kind === 'docstring') return [];
    const own = new Set(namesBound(unit, file));
    return [...namesUsed(importTimeTokens(unit, file))].flatMap(name => {
      const isLate = (boundAt.get(name) ?? -1) > i && !own.has(name);
      return isLate ? [{ name, unit, key: `${name} ${codeKey(unit.tokens)}` }] : [];
    });
  });
}

/** Then the last one counts. */
function nameBoundTwice({ file, units }: Version) {
  const imported = new Map<string, Unit>();
  for (const unit of units)
    if (unit.content.kind === 'import') for (const name of namesBound(unit, file)) imported.set(name, unit);
  for (const unit of units) {
    if (unit.content.kind === 'import') continue;
    const name = namesBound(unit, file).find(each => imported.has(each));
    if (name !== undefined) return { name, unit };
  }
  return undefined;
}

function namesBound({ content }: Unit, file: PythonFile): readonly string[] {
  if (content.kind === 'definition') return [content.definition.name];
  if (content.kind === 'import') return entriesOf(content.statement, file.module).map(({ bound }) => bound);
  return [];
}

/** Whether statements that stayed changed places, other than imports with imports. */
function isReordered(before: Version, after: Version): boolean {
  const positions = new Map<string, number[]>();
  for (const [i, unit] of before.units.entries()) {
    const key = codeKey(unit.tokens);
    const known = positions.get(key);
    if (known === undefined) positions.set(key, [i]);
    else known.push(i);
  }
  const stayed = after.units.flatMap(unit => {
    const at = positions.get(codeKey(unit.tokens))?.shift();
    return at === undefined || unit.content.kind === 'docstring' ? [] : [{ unit, at }];
  });
  const isImport = ({ unit }: { readonly unit: Unit }) => unit.content.kind === 'import';
  const inOrder = longestRising(stayed.map(({ at }) => at));
  if (inOrder.size === stayed.length) return false;
  // Each import must have the same statements above it as before, imports aside.
  const others = stayed.filter(each => !isImport(each)).map(({ at }) => at);
  if (longestRising(others).size < others.length) return true;
  let above = 0;
  return stayed.some(each => {
    if (!isImport(each)) {
      above++;
      return false;
    }
    return others.filter(at => at < each.at).length !== above;
  });
}
