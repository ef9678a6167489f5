import { readImports } from '../code/import-entries.ts';
import type { Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { namesNothing } from '../code/units.ts';
import { namesUsed } from '../code/used-names.ts';
import { findUses } from '../code/uses.ts';
import { bindingsOf, isOneDefinition } from './bindings.ts';
import { isNamedInText } from './named-in-texts.ts';
import type { Obstacle } from './obstacle.ts';
import { isReachedElsewhere } from './reached-elsewhere.ts';
import type { Restructuring } from './restructure.ts';

/**
 * What every name of a module is bound to when it has been imported, before the change and after it: the same,
 * or a name that came with a definition, or one that no one looks up.
 */
export async function compareBindings(
  { path, before, after }: ChangedModule,
  all: Restructuring,
  importers: Importers,
): Promise<readonly Obstacle[]> {
  const { versions, meanings, match } = all;
  if (before === undefined || after === undefined) return [];
  const found: Obstacle[] = [];
  const [known, bound] = [bindingsOf(before.module), bindingsOf(after.module)];
  const names = new Set([...known.keys(), ...bound.keys()]);
  /** It is one definition on both sides. */
  const meansItself = (name: string) => isOneDefinition(known, name) && isOneDefinition(bound, name);
  const origins = (match.movesTo.get(path) ?? []).map(({ from }) => from.file);
  const isMovedTo = (text: string) =>
    match.movesTo
      .get(text.slice(0, text.lastIndexOf(':')))
      ?.some(({ to }) => text === `${to.file.module.path}:${to.name}`);
  // The first of a name counts.
  const imported = new Map(
    readImports(after)
      .toReversed()
      .map(entry => [entry.bound, entry] as const),
  );
  for (const name of names) {
    if (meansItself(name)) continue;
    const old = meanings.of(name, before.module, versions.before);
    const now = meanings.of(name, after.module, versions.after);
    if (old?.text === now?.text) continue;
    const place = placeOf(after, name, 'after') ?? placeOf(before, name, 'before');
    const obstacle = (reason: string) =>
      found.push({ reason, place: place ?? { file: path, line: 1, side: 'after' } });
    if (old?.text.endsWith('(not found)')) obstacle(`what ${name} was imported from does not have it`);
    else if (old === undefined) {
      const isMoved = now !== undefined && isMovedTo(now.text);
      const isBrought = origins.some(
        file => meanings.of(name, file.module, versions.before)?.text === now?.text,
      );
      const isNeeded = imported.get(name);
      if (!isMoved && !isBrought)
        obstacle(isNeeded ? `"${isNeeded.text}" is new in ${path}` : `${name} is new in ${path}`);
    } else if (now === undefined) {
      const isImport = known.get(name)?.every(({ kind }) => kind === 'import') === true;
      const isPrivate = name.startsWith('_') || (isImport && !before.module.isPackage);
      const isUsed =
        namesUsed(after.tokens).has(name) ||
        (await findUses(versions, after, name, importers)) ||
        (await isNamedInText(versions, after.module, name)) ||
        (await isReachedElsewhere(versions, after.module, name, importers, !isImport));
      if (isUsed && isImport) obstacle(`${name} is still used, but not imported`);
      else if (isUsed || !isPrivate || /^__\w+__$/.test(name))
        obstacle(`${before.module.name}.${name} is not found there any more`);
    } else obstacle(`${name} is not the same in ${path}`);
  }
  // A name that the module does not bind itself is a builtin: nothing may hide it now.
  const movedIn = new Set((match.movesTo.get(path) ?? []).flatMap(({ to }) => to.units));
  for (const unit of match.after.get(path)?.units ?? []) {
    const { content } = unit;
    if (content.kind === 'import' || movedIn.has(unit)) continue;
    if (content.kind === 'definition' && namesNothing(unit) && meansItself(content.definition.name)) continue;
    for (const name of unit.names) {
      if (meansItself(name)) continue;
      const old = meanings.of(name, before.module, versions.before);
      if (old?.text === meanings.of(name, after.module, versions.after)?.text) continue;
      found.push({
        reason: `${name} is not the same in ${path}`,
        place: placeIn(after, unit.start, 'after'),
      });
      break;
    }
  }
  return found;
}

function placeOf(file: PythonFile, name: string, side: 'before' | 'after') {
  const start = bindingsOf(file.module).get(name)?.[0]?.start;
  return start === undefined || !Number.isFinite(start) ? undefined : placeIn(file, start, side);
}
