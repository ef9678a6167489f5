import { type ImportEntry, readImports } from '../code/import-entries.ts';
import { closureOf, importsOf, keysImported } from '../code/imported-modules.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { longestRising } from '../facts/definition-changes.ts';
import { findTaking, isLoudOutside, takesName } from './import-closure.ts';
import { findOpenImports } from './new-imports.ts';
import type { Obstacle } from './obstacle.ts';
import { crossingImports } from './order.ts';
import type { Restructuring } from './restructure.ts';

/**
 * What runs when a module is imported: the same modules as before, apart from those that only make functions,
 * classes and values; and those that do more in the same order.
 */
export async function compareClosures(
  { path, before, after }: ChangedModule,
  { versions, quiet, match }: Restructuring,
): Promise<readonly Obstacle[]> {
  if (before === undefined || after === undefined) return [];
  const [old, now] = [closureOf(before.module, versions.before), closureOf(after.module, versions.after)];
  const found: Obstacle[] = [];
  const differing = [
    {
      keys: old,
      others: now,
      file: before,
      version: versions.before,
      what: 'is gone, and importing a module',
    },
    {
      keys: now,
      others: old,
      file: after,
      version: versions.after,
      what: `is new in ${path}, and importing it`,
    },
  ];
  for (const { keys, others, file, version, what } of differing) {
    const entries = entriesByModule(file);
    for (const key of keys.without(others)) {
      if ((await quiet.isQuiet(key, version)) && !takesName(key, version)) continue;
      const entry = entries.get(key.replace(/^outside /, ''));
      const text = entry === undefined ? show(key) : `"${entry.text}"`;
      const place = placeIn(file, entry?.statement.start ?? 0, version.side);
      found.push({ reason: `${text} ${what} may do something`, place });
    }
  }
  const open = findOpenImports(before, after, versions.after);
  if (open !== undefined) found.push({ reason: open.reason, place: placeIn(after, open.start, 'after') });
  found.push(...openImports([before, after], versions.before, quiet, 'before'));
  found.push(...openImports([after, before], versions.after, quiet, 'after'));
  if (found.length > 0) return found;
  const units = (side: 'before' | 'after') => match[side].get(path)?.units ?? [];
  const crossing = crossingImports(
    { file: before, units: units('before') },
    { file: after, units: units('after') },
  );
  for (const { content, start } of crossing) {
    if (content.kind !== 'import') continue;
    const { statement } = content;
    const place = placeIn(after, start, 'after');
    const isFuture = statement.module === '__future__' && statement.level === 0;
    if (isFuture) found.push({ reason: 'a __future__ import stands elsewhere', place });
    for (const target of importsOf(after.module, versions.after, [statement])) {
      if (typeof target === 'string') continue;
      const leadsBack = closureOf(target, versions.after).has(path);
      if (leadsBack || (await quiet.isLoud(target.path, versions.after)))
        found.push({
          reason: `an import of ${target.path} stands among other statements than before`,
          place,
        });
    }
  }
  const imports = (side: 'before' | 'after') =>
    units(side)
      .flatMap(({ content, key }) => (content.kind === 'import' ? [key] : []))
      .join('\u0001');
  const isOther = imports('before') !== imports('after');
  const hiding = isOther ? findTaking(now, versions.after) : undefined;
  if (hiding !== undefined)
    found.push({
      reason: `imports of ${path} stand in another order, and that of ${hiding} binds a name of its package anew`,
      place: { file: path, line: 1, side: 'after' },
    });
  if (found.length > 0 || importsInOrder(before, after, versions)) return found;
  const loudBefore = await loudImports(before, versions.before, quiet);
  const loudAfter = await loudImports(after, versions.after, quiet);
  const position = new Map(loudBefore.map((key, i) => [key, i]));
  const stayed = loudAfter.flatMap(key => position.get(key) ?? []);
  if (longestRising(stayed).size < stayed.length)
    found.push({
      reason: `${path} imports modules that do something on import in another order`,
      place: { file: path, line: 1, side: 'after' },
    });
  return found;
}

/** Imports that only one version has, and that may not find what they name: then they raise an error. */
function openImports(
  [file, other]: readonly [PythonFile, PythonFile],
  version: WorkspaceVersion,
  quiet: Restructuring['quiet'],
  side: 'before' | 'after',
): readonly Obstacle[] {
  const kept = new Set(readImports(other).map(({ text }) => text));
  return readImports(file).flatMap(({ text, statement }) => {
    if (kept.has(text) || statement.parent !== -1 || statement.placement === 'type_checking') return [];
    if (quiet.findsAll(statement, file.module, version)) return [];
    return [{ reason: `"${text}" may find nothing`, place: placeIn(file, statement.start, side) }];
  });
}

/** Whether what both versions of a file import stands in the same order; whatever of it does something does, too. */
function importsInOrder(before: PythonFile, after: PythonFile, versions: TwoVersions): boolean {
  const [old, now] = [
    keysImported(before.module, versions.before),
    keysImported(after.module, versions.after),
  ];
  const kept = [...now].filter(key => old.has(key));
  const known = [...old].filter(key => now.has(key));
  return kept.every((key, i) => key === known[i]);
}

/** Modules that the top imports and that do something then, each once, in order. */
async function loudImports(
  file: PythonFile,
  version: WorkspaceVersion,
  quiet: Restructuring['quiet'],
): Promise<readonly string[]> {
  const loud = new Set<string>();
  for (const target of importsOf(file.module, version)) {
    if (typeof target === 'string') {
      if (isLoudOutside(target)) loud.add(target);
      continue;
    }
    if (loud.has(target.path)) continue;
    if (!(await quiet.isLoud(target.path, version))) continue;
    loud.add(target.path);
  }
  return [...loud];
}

const show = (key: string): string => `the import of ${key.replace(/^outside /, '')}`;

/** The first import of a file that names a module, or something in it. */
function entriesByModule(file: PythonFile): ReadonlyMap<string, ImportEntry> {
  const entries = new Map<string, ImportEntry>();
  for (const entry of readImports(file)) {
    const { target } = entry;
    for (let end = target.length; end > 0; end = target.lastIndexOf('.', end - 1)) {
      const name = target.slice(0, end);
      if (!entries.has(name)) entries.set(name, entry);
    }
  }
  return entries;
}
