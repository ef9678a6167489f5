import { lastOf } from '../code/dotted-names.ts';
import { namesOnImport } from '../code/import-time.ts';
import type { Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { namesUsed } from '../code/used-names.ts';
import { findUses } from '../code/uses.ts';
import type { DefinitionMatch } from '../facts/definition-changes.ts';
import { bindingsOf, Meanings } from './bindings.ts';
import { findHalfImported } from './half-imported.ts';
import { importsPathsOtherwise } from './imports-among-effects.ts';
import { findUnlistedPackage } from './listed-packages.ts';
import { lostEffect, newSubclass } from './lost-effects.ts';
import { findLostPaths } from './lost-paths.ts';
import { lostSubmodule } from './lost-submodules.ts';
import { findNewCycle } from './module-cycles.ts';
import { ModuleShape } from './module-shape.ts';
import { isNamedInText } from './named-in-texts.ts';
import { findFoundFile, findShadowing } from './new-files.ts';
import { findOpenImports } from './new-imports.ts';
import { hasPlainExports } from './plain-exports.ts';
import { isReachedElsewhere } from './reached-elsewhere.ts';
import { findReadOnImport } from './read-on-import.ts';
import { findReorderedCycle } from './reordered-imports.ts';
import { findRunByDecorators } from './run-by-decorators.ts';
import { findRunElsewhere } from './run-elsewhere.ts';
import type { ShapeChange } from './shape-change.ts';

/**
 * Compares everything but the bodies of functions: headers, decorators, bases, members, values, conditions,
 * imports, and what each name leads to in the end. Where the list is empty, nothing that others see differs.
 */
export async function findShapeChanges(
  versions: TwoVersions,
  match: DefinitionMatch,
  importers: () => Importers,
  pause: () => Promise<void>,
): Promise<readonly ShapeChange[]> {
  const meanings = new Meanings(match);
  const found: ShapeChange[] = [];
  let read: ReadonlySet<string> | undefined;
  const stars = () => {
    read ??= starSources(versions);
    return read;
  };
  for (const module of versions.changed) {
    await pause();
    const hasPlain = changesExports(module) && (await hasPlainExports(module, versions, stars()));
    for (const change of new ModuleShape(module, versions, match, meanings, stars, hasPlain).compare())
      if (!isLostName(change) || !(await isUnusedImport(change, versions, importers))) found.push(change);
    found.push(
      ...(await findLostSubmodule(module, versions)),
      ...(await findLostEffect(module, versions, meanings)),
      ...(await findNewSubclass(module, versions)),
      ...findNewImports(module, versions),
      ...findLostPaths(module),
      ...(await findOtherPaths(module, versions)),
      ...[
        ...(await findRunByDecorators(module, versions, meanings)),
        ...(await findReadOnImport(module, versions, meanings)),
      ].map(each => ({ ...each, module })),
    );
  }
  found.push(...(await findRunElsewhere(versions, match, importers)));
  found.push(...findOtherHeaders(versions, match, meanings));
  const around = [
    findNewCycle(versions),
    await findReorderedCycle(versions),
    findHalfImported(versions),
    await findFoundFile(versions),
    await findUnlistedPackage(versions),
    ...findShadowing(versions),
  ];
  for (const obstacle of around) {
    const module = versions.changedAt(obstacle?.place.file);
    if (obstacle !== undefined && module !== undefined)
      found.push({ what: 'module', change: 'added', name: module.path, module, isPlain: false, ...obstacle });
  }
  return found;
}

/** `import a.b` that goes, while `a` is used as if `b` were in it. */
async function findLostSubmodule(
  module: ChangedModule,
  versions: TwoVersions,
): Promise<readonly ShapeChange[]> {
  const { before, after } = module;
  if (before === undefined || after === undefined) return [];
  const lost = await lostSubmodule(before, after, versions);
  if (lost === undefined) return [];
  const { text, bound, statement } = lost.entry;
  const reason = `"${text}" is gone, and ${lost.parent}.${lost.name} may be used all the same`;
  const place = placeIn(before, statement.start, 'before');
  return [{ what: 'name', change: 'changed', name: bound, module, isPlain: false, reason, place }];
}

/** An import that goes, and was there for what the module does when it is imported. */
async function findLostEffect(
  module: ChangedModule,
  versions: TwoVersions,
  meanings: Meanings,
): Promise<readonly ShapeChange[]> {
  const lost = await lostEffect(module, versions, meanings);
  if (lost === undefined || module.before === undefined) return [];
  const { entry, reason } = lost;
  const place = placeIn(module.before, entry.statement.start, 'before');
  return [{ what: 'statement', change: 'changed', name: '', module, isPlain: false, reason, place }];
}

/** A class that comes, and is found by its base alone. */
async function findNewSubclass(
  module: ChangedModule,
  versions: TwoVersions,
): Promise<readonly ShapeChange[]> {
  const found = await newSubclass(module, versions);
  if (found === undefined || module.after === undefined) return [];
  const { name, start } = found;
  const reason = `${name} is new, and some file asks a class for those below it`;
  const place = placeIn(module.after, start, 'after');
  return [{ what: 'class', change: 'added', name, module, isPlain: false, reason, place }];
}

function findNewImports(module: ChangedModule, versions: TwoVersions): readonly ShapeChange[] {
  const { before, after } = module;
  if (before === undefined || after === undefined) return [];
  const open = findOpenImports(before, after, versions.after);
  if (open === undefined) return [];
  const { name, reason, start } = open;
  const place = placeIn(after, start, 'after');
  return [{ what: 'statement', change: 'changed', name, module, isPlain: false, reason, place }];
}

async function findOtherPaths(module: ChangedModule, versions: TwoVersions): Promise<readonly ShapeChange[]> {
  const path = await importsPathsOtherwise(module, versions);
  if (path === undefined) return [];
  const reason = `the imports of ${module.path} are other than before, and ${path} decides where modules are found`;
  const place = { file: module.path, line: 1, side: 'after' } as const;
  return [{ what: 'statement', change: 'changed', name: '', module, isPlain: false, reason, place }];
}

/** What moved to a module in which its decorators, bases and defaults are something else. */
function findOtherHeaders(
  versions: TwoVersions,
  { moves }: DefinitionMatch,
  meanings: Meanings,
): readonly ShapeChange[] {
  return moves.flatMap(({ from, to }): readonly ShapeChange[] => {
    const module = versions.changedAt(to.file.module.path);
    const used = from.units.flatMap(unit => [...namesOnImport(unit, from.file)]);
    const other = used.find(name => {
      if (name === from.name) return false;
      const was = meanings.of(name, from.file.module, versions.before);
      const is = meanings.of(name, to.file.module, versions.after);
      return was?.text !== is?.text || was?.isStable === false;
    });
    if (module === undefined || other === undefined) return [];
    const reason = `${from.name} moved, and ${other} may be something else there`;
    const place = placeIn(to.file, to.units[0]?.start ?? 0, 'after');
    return [{ what: 'statement', change: 'changed', name: from.name, module, isPlain: false, reason, place }];
  });
}

const isLostName = ({ what, change }: ShapeChange): boolean => what === 'name' && change === 'removed';

/** An import that is gone from a module in which no one looks for it: other modules import it from its own. */
async function isUnusedImport(
  { name, module: { before, after } }: ShapeChange,
  versions: TwoVersions,
  importers: () => Importers,
): Promise<boolean> {
  if (before === undefined || after === undefined) return false;
  const { exports } = before.module.index;
  const isOffered = before.module.isPackage || exports?.names.includes(name) || exports?.isComplete === false;
  const isImport = bindingsOf(before.module)
    .get(name)
    ?.every(({ kind }) => kind === 'import');
  if (isOffered || isImport !== true || name === '*' || namesUsed(after.tokens).has(name)) return false;
  const isFound = await findUses(versions, after, name, importers());
  return (
    !isFound &&
    !(await isNamedInText(versions, after.module, name)) &&
    !(await isReachedElsewhere(versions, after.module, name, importers(), false))
  );
}

const changesExports = ({ before, after }: ChangedModule): boolean =>
  JSON.stringify(before?.module.index.exports) !== JSON.stringify(after?.module.index.exports);

/** Last names of the modules of which some module imports `*`. */
function starSources({ after }: TwoVersions): ReadonlySet<string> {
  const sources = new Set<string>();
  for (const { index, segments } of after.snapshot.modules.values())
    for (const { names, module } of index.imports) {
      if (!names.some(({ name }) => name === '*')) continue;
      // `from . import *` means a package around it.
      for (const name of module === '' ? segments : [lastOf(module)]) sources.add(name);
    }
  return sources;
}
