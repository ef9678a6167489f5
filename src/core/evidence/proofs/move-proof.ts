import { qualifiedName } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import type { Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { namesUsed } from '../code/used-names.ts';
import { findUses } from '../code/uses.ts';
import {
  type DefinitionGroup,
  type DefinitionMatch,
  fullName,
  type Move,
} from '../facts/definition-changes.ts';
import { importTimeEffect } from './import-time.ts';
import { findNewCycle } from './module-cycles.ts';
import type { Obstacle } from './obstacle.ts';

/** Names by which code can tell in which module it stands, or reach names that are not written down. */
const PLACE_BOUND = new Set(
  '__name__ __file__ __package__ __spec__ __loader__ __module__ __qualname__ globals locals vars eval exec __import__'.split(
    ' ',
  ),
);

/**
 * Whether definitions that moved still do the same: what they use means the same, what used them finds them,
 * and imports do nothing else than before. The modules hold nothing but them, imports and what stayed.
 */
export async function findMoveObstacles(
  versions: TwoVersions,
  match: DefinitionMatch,
  modules: readonly ChangedModule[],
  importers: () => Importers,
): Promise<readonly Obstacle[]> {
  const meanings = new Meanings(match);
  const obstacles: Obstacle[] = [];
  for (const move of match.moves) obstacles.push(...movedCode(move, versions, meanings));
  for (const module of modules) {
    obstacles.push(...stayingCode(module, versions, match, meanings));
    obstacles.push(...changedImports(module, versions, match));
  }
  if (obstacles.length > 0) return obstacles;
  for (const { from } of match.moves)
    obstacles.push(...(await lostName(from, versions, meanings, importers())));
  for (const module of modules) obstacles.push(...(await lostImports(module, versions, importers())));
  const cycle = findNewCycle(versions);
  return cycle === undefined ? obstacles : [...obstacles, cycle];
}

/** What names mean, comparable over the change: what moved has its new name on both sides. */
class Meanings {
  readonly #movedTo: ReadonlyMap<string, string>;

  constructor({ moves }: DefinitionMatch) {
    this.#movedTo = new Map(
      moves.map(({ from, to }) => [
        `${from.file.module.path}:${from.name}`,
        `${to.file.module.path}:${to.name}`,
      ]),
    );
  }

  /** `undefined` when the module does not know the name: a local, or a builtin. */
  of(name: string, module: WorkspaceModule, { graph }: WorkspaceVersion): string | undefined {
    const target = graph.resolve(module, name);
    if (target === undefined)
      return module.index.otherNames.includes(name) ? `${module.path}:${name}` : undefined;
    if (target.kind === 'external') return target.name;
    if (target.kind === 'module') return target.module.path;
    const local = qualifiedName(target.module.index.definitions, target.index);
    const key = `${target.module.path}:${local}`;
    return this.#movedTo.get(key) ?? key;
  }
}

function movedCode({ from, to }: Move, versions: TwoVersions, meanings: Meanings): readonly Obstacle[] {
  const obstacle = (reason: string): readonly Obstacle[] => [
    { reason: `${to.name} moved, and ${reason}`, place: placeIn(to.file, to.units[0]?.start ?? 0, 'after') },
  ];
  for (const unit of to.units) {
    const bound = unit.tokens.find(({ text }) => PLACE_BOUND.has(text));
    if (bound !== undefined) return obstacle(`${bound.text} means something else there`);
    if (unit.tokens.some(token => token.word === word.GLOBAL)) return obstacle('it assigns to a global name');
    const effect = importTimeEffect(unit, to.file);
    if (effect !== undefined) return obstacle(`${effect} on import`);
    const hasRelative = to.file.module.index.imports.some(
      each => each.level > 0 && unit.start <= each.start && each.end <= unit.end,
    );
    if (hasRelative) return obstacle('a relative import is in it');
  }
  const isRebound = from.units.length > 1 && from.kind !== 'function';
  if (isRebound) return obstacle('it is assigned more than once');
  if (futures(from.file) !== futures(to.file))
    return obstacle('the __future__ imports of the two files differ');
  const star = [from.file, to.file].flatMap(file => readImports(file)).find(({ bound }) => bound === '*');
  if (star !== undefined) return obstacle(`"${star.text}" hides where names come from`);
  for (const unit of from.units) {
    for (const name of namesUsed(unit.tokens)) {
      const old = meanings.of(name, from.file.module, versions.before);
      const now = meanings.of(name, to.file.module, versions.after);
      if (old !== now) return obstacle(`${name} is not the same there`);
    }
  }
  return [];
}

const futures = (file: PythonFile): string =>
  readImports(file)
    .filter(({ target }) => target.startsWith('__future__.'))
    .map(({ target }) => target)
    .sort()
    .join();

/** What stayed in a module must find every name as before, whatever was imported or moved in beside it. */
function stayingCode(
  { path, before, after }: ChangedModule,
  versions: TwoVersions,
  match: DefinitionMatch,
  meanings: Meanings,
): readonly Obstacle[] {
  if (before === undefined || after === undefined) return [];
  const movedIn = new Set(
    match.moves.filter(({ to }) => to.file.module.path === path).flatMap(({ to }) => to.units),
  );
  const checked = new Set<string>();
  for (const unit of match.after.get(path)?.units ?? []) {
    if (unit.content.kind === 'import' || movedIn.has(unit)) continue;
    for (const name of namesUsed(unit.tokens)) {
      if (checked.has(name)) continue;
      checked.add(name);
      const old = meanings.of(name, before.module, versions.before);
      if (old === meanings.of(name, after.module, versions.after)) continue;
      return [{ reason: `${name} is not the same in ${path}`, place: placeIn(after, unit.start, 'after') }];
    }
  }
  return [];
}

/** New imports: only what moved definitions bring along, or what leads back to them. */
function changedImports(
  { path, before, after }: ChangedModule,
  versions: TwoVersions,
  match: DefinitionMatch,
): readonly Obstacle[] {
  if (after === undefined) return [];
  const origins = match.moves.filter(({ to }) => to.file.module.path === path).map(({ from }) => from.file);
  const known = [...(before === undefined ? [] : [before]), ...origins].flatMap(topImports);
  const targets = new Set(known.map(({ target }) => target));
  const modules = new Set(known.map(moduleOf));
  const movedTo = new Set(match.moves.map(({ to }) => to.file.module.path));
  return topImports(after).flatMap((entry): readonly Obstacle[] => {
    if (targets.has(entry.target)) return [];
    // Another name of a module that is imported anyway must be known to be there.
    const target = versions.after.graph.throughImport(after.module, entry.statement, entry.bound);
    const source = target === undefined || target.kind === 'external' ? undefined : target.module.path;
    if (source !== undefined && (movedTo.has(source) || modules.has(moduleOf(entry)))) return [];
    return [
      { reason: `"${entry.text}" is new in ${path}`, place: placeIn(after, entry.statement.start, 'after') },
    ];
  });
}

const topImports = (file: PythonFile): readonly ImportEntry[] =>
  readImports(file).filter(({ statement }) => statement.parent === -1 && statement.placement === 'always');

/** A moved definition that is not found where it was, though somebody may look for it there. */
async function lostName(
  from: DefinitionGroup,
  versions: TwoVersions,
  meanings: Meanings,
  importers: Importers,
): Promise<readonly Obstacle[]> {
  const { path } = from.file.module;
  const after = versions.changed.find(module => module.path === path)?.after;
  if (after === undefined) return [];
  const before = meanings.of(from.name, from.file.module, versions.before);
  if (before === meanings.of(from.name, after.module, versions.after)) return [];
  const isUsed =
    namesUsed(after.tokens).has(from.name) || (await findUses(versions, after, from.name, importers));
  if (from.name.startsWith('_') && !isUsed) return [];
  const reason = `${fullName(from)} is not found there any more`;
  return [{ reason, place: placeIn(from.file, from.units[0]?.start ?? 0, 'before') }];
}

/** Imports that are gone: nobody may need the name, and the module they import must still be imported. */
async function lostImports(
  { before, after }: ChangedModule,
  versions: TwoVersions,
  importers: Importers,
): Promise<readonly Obstacle[]> {
  if (before === undefined || after === undefined) return [];
  const kept = new Set(readImports(after).map(({ bound }) => bound));
  const own = new Set(after.module.index.definitions.filter(d => d.parent === -1).map(({ name }) => name));
  const stillImported = new Set(
    versions.changed.flatMap(module => (module.after ? topImports(module.after).map(moduleOf) : [])),
  );
  const obstacles: Obstacle[] = [];
  for (const entry of topImports(before)) {
    const place = placeIn(before, entry.statement.start, 'before');
    if (!stillImported.has(moduleOf(entry)))
      obstacles.push({ reason: `"${entry.text}" is gone, and importing a module may do something`, place });
    else if (!kept.has(entry.bound) && !own.has(entry.bound)) {
      const isUsed = namesUsed(after.tokens).has(entry.bound);
      if (isUsed || (await findUses(versions, after, entry.bound, importers)))
        obstacles.push({ reason: `${entry.bound} is still used, but not imported`, place });
    }
  }
  return obstacles;
}

/** The module that an entry imports, as far as it can be told from its words. */
const moduleOf = ({ statement, target }: ImportEntry): string =>
  statement.kind === 'import' ? target : target.slice(0, target.lastIndexOf('.'));
