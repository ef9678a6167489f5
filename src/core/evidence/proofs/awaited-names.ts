import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { lastOf } from '../code/dotted-names.ts';
import { entriesOf } from '../code/import-entries.ts';
import type { Binding, Importers } from '../code/importers.ts';
import { placeIn } from '../code/places.ts';
import { ImportResolver } from '../code/resolve-import.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { pathsIn } from '../code/uses.ts';
import type { DefinitionMatch, Move } from '../facts/definition-changes.ts';
import type { Obstacle } from './obstacle.ts';

/** What found nothing before, and finds what moved now: an import in a `try`, or a member of its new module. */
export async function findAwaited(
  versions: TwoVersions,
  { moves }: DefinitionMatch,
  importers: Importers,
): Promise<Obstacle | undefined> {
  if (moves.length === 0) return undefined;
  const imported = importsThatFindMore(versions);
  if (imported !== undefined) return imported;
  for (const move of moves) {
    const asked = await askedOfModule(move, versions, importers);
    if (asked !== undefined) return asked;
  }
  return undefined;
}

/** Imports of files as they were, which are there now as well where their file does not change. */
function importsThatFindMore(versions: TwoVersions): Obstacle | undefined {
  const [before, after] = [new ImportResolver(versions.before), new ImportResolver(versions.after)];
  for (const module of versions.before.snapshot.modules.values()) {
    const now = versions.after.snapshot.modules.get(module.path);
    for (const statement of now === undefined ? [] : module.index.imports)
      for (const { name } of statement.names) {
        const found = after.resolve(module, statement, name);
        if (found.kind !== 'found' || before.resolve(module, statement, name).kind === 'found') continue;
        const place = { file: module.path, line: statement.line, side: 'before' } as const;
        return { reason: `an import of ${name} found nothing before, and finds something now`, place };
      }
  }
  return undefined;
}

/** `pkg.b.f`, of which the module had none before. */
async function askedOfModule(
  { to }: Move,
  versions: TwoVersions,
  importers: Importers,
): Promise<Obstacle | undefined> {
  const target = to.file.module;
  const old = versions.before.snapshot.modules.get(target.path);
  if (old !== undefined && versions.before.graph.resolve(old, to.name) !== undefined) return undefined;
  for (const { module, bound } of importers.reach(target, to.name).filter(each => isOf(each, target))) {
    const changed = versions.changedAt(module.path);
    const file = changed === undefined ? await versions.open(module, 'before') : changed.before;
    const [use] = file === undefined ? [] : pathsIn(file, [...bound.split('.'), to.name]);
    if (use === undefined) continue;
    const reason = `${to.name} moved to ${target.path}, which was asked for it before`;
    return { reason, place: placeIn(use.file, use.file.tokens.start(use.at), 'before') };
  }
  return undefined;
}

/** It holds this very module. */
const isOf = ({ module, statement, bound, brings }: Binding, { segments }: WorkspaceModule): boolean =>
  brings.kind === 'module' &&
  entriesOf(statement, module).some(
    each => (each.bound === bound || each.target === bound) && lastOf(each.target) === segments.at(-1),
  );
