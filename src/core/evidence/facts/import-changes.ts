import type { ImportChange } from '../../../generated/contracts.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { movedModules } from '../code/same-module.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { namesUsed } from '../code/used-names.ts';
import type { DefinitionGroup, DefinitionMatch } from './definition-changes.ts';
import { cancel } from './left-of-both.ts';

/** Every import of the changed modules that differs, one name each, and whether it only follows what moved. */
export function compareImports(versions: TwoVersions, match: DefinitionMatch): readonly ImportChange[] {
  return pairsIn(versions).flatMap(({ before, after, isMoved, paths }) => {
    const [removed, added] = cancel(
      before === undefined ? [] : readImports(before),
      after === undefined ? [] : readImports(after),
      // Of a file in another folder, dots in front of a module lead elsewhere.
      isMoved ? whatItBrings : entry => `${entry.text} ${entry.statement.placement}`,
    );
    const follows = new MoveFollower(match, versions.after, after, paths);
    const found: ImportChange[] = [];
    const isAtTop = ({ statement }: ImportEntry) =>
      statement.parent === -1 && statement.placement === 'always';
    const stays = new Set(
      (after === undefined ? [] : readImports(after)).filter(isAtTop).map(({ text }) => text),
    );
    const left = new Set(added);
    // The first of each.
    const byBound = new Map<string, ImportEntry>();
    const byTarget = new Map<string, ImportEntry>();
    for (const each of added) {
      if (!byBound.has(each.bound)) byBound.set(each.bound, each);
      if (!byTarget.has(each.target)) byTarget.set(each.target, each);
    }
    for (const entry of removed) {
      const twin = [byBound.get(entry.bound), byTarget.get(entry.target)].find(
        each => each !== undefined && left.has(each),
      );
      if (twin === undefined) {
        // The same import stands there once more.
        if (isAtTop(entry) && stays.has(entry.text)) continue;
        const place = placeIn(before as PythonFile, entry.statement.start, 'before');
        found.push({ change: 'removed', before: entry.text, follows_move: follows.removed(entry), place });
        continue;
      }
      left.delete(twin);
      const place = placeIn(after as PythonFile, twin.statement.start, 'after');
      // `from .a import b` and `from pkg.a import b` are the same import, written differently.
      found.push({ change: 'changed', before: entry.text, after: twin.text, follows_move: false, place });
    }
    for (const entry of left) {
      const place = placeIn(after as PythonFile, entry.statement.start, 'after');
      found.push({ change: 'added', after: entry.text, follows_move: follows.added(entry), place });
    }
    return found;
  });
}

/** What a module is written in on both sides. */
interface Pair {
  readonly before: PythonFile | undefined;
  readonly after: PythonFile | undefined;
  readonly isMoved: boolean;
  readonly paths: { readonly before: string; readonly after: string };
}

/** A file that goes, and the one that comes with its module, are two sides of one. */
function pairsIn(versions: TwoVersions): readonly Pair[] {
  const { to, from } = movedModules(versions);
  return versions.changed.flatMap((module): readonly Pair[] => {
    if (from.has(module)) return [];
    const now = to.get(module) ?? module;
    if (module.unreadable.before || now.unreadable.after) return [];
    const paths = { before: module.path, after: now.path };
    return [{ before: module.before, after: now.after, isMoved: now !== module, paths }];
  });
}

const whatItBrings = ({ statement, bound, target }: ImportEntry): string =>
  `${statement.kind} ${bound} ${target} ${statement.placement}`;

/** Tells imports that a move brings with it from those that someone wanted. */
class MoveFollower {
  readonly #version: WorkspaceVersion;
  readonly #movesFrom: readonly { readonly from: DefinitionGroup; readonly to: DefinitionGroup }[];
  readonly #after: PythonFile | undefined;
  readonly #out: readonly DefinitionGroup[];
  readonly #in: readonly { readonly from: DefinitionGroup; readonly to: DefinitionGroup }[];

  constructor(
    match: DefinitionMatch,
    version: WorkspaceVersion,
    after: PythonFile | undefined,
    paths: Pair['paths'],
  ) {
    this.#version = version;
    this.#movesFrom = match.movesFrom.get(paths.before) ?? [];
    this.#after = after;
    this.#out = this.#movesFrom.map(({ from }) => from);
    this.#in = match.movesTo.get(paths.after) ?? [];
  }

  /** It leads to what moved away from here, or what moved here needs it and had it where it was. */
  added(entry: ImportEntry): boolean {
    if (entry.statement.parent !== -1) return this.#in.some(({ to }) => holds(to, entry));
    const after = this.#after;
    if (after === undefined) return false;
    const target = this.#version.graph.throughImport(after.module, entry.statement, entry.bound);
    if (target?.kind === 'definition') {
      const name = qualifiedName(target.module.index.definitions, target.index);
      const isBack = this.#movesFrom.some(
        ({ to }) => to.file.module.path === target.module.path && to.name === name,
      );
      if (isBack) return true;
    }
    const isFuture = entry.target.startsWith('__future__.');
    return this.#in.some(
      ({ from, to }) =>
        (isFuture || usesName(to, entry.bound)) &&
        readImports(from.file).some(old => isSameImport(old, entry)),
    );
  }

  /** What needed it has moved away, and nothing that stayed needs it. */
  removed(entry: ImportEntry): boolean {
    if (entry.statement.parent !== -1) return this.#out.some(group => holds(group, entry));
    const after = this.#after;
    if (after === undefined || namesUsed(after.tokens).has(entry.bound)) return false;
    return this.#out.some(group => usesName(group, entry.bound));
  }
}

const isSameImport = (a: ImportEntry, b: ImportEntry): boolean =>
  a.bound === b.bound && a.target === b.target && a.statement.kind === b.statement.kind;

const holds = (group: DefinitionGroup, { statement }: ImportEntry): boolean =>
  group.units.some(unit => unit.start <= statement.start && statement.end <= unit.end);

const usesName = (group: DefinitionGroup, name: string): boolean =>
  group.units.some(unit => unit.names.has(name));
