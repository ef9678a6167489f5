import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { folderOf } from '../code/folder-of.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import { outsideNames } from '../code/outside-names.ts';
import { placeIn } from '../code/places.ts';
import { NO_LONGER_STANDARD, NOT_EVERYWHERE, STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isTestFile } from '../code/test-files.ts';
import { whyNotFoundByPath } from '../proofs/found-by-path.ts';
import type { Facts } from './facts.ts';
import type { Witness } from './witness.ts';

/**
 * New imports from outside of the workspace, or from another root of it, of which it is not known whether they find
 * something: not in the table of the standard library, and no other file imports the same. What stands under a
 * condition may be there for that case.
 */
export function unknownOutsideImports({ versions }: Facts): readonly Witness[] {
  let known: ReadonlySet<string> | undefined;
  return versions.changed.flatMap(({ before, after }) => {
    if (after === undefined) return [];
    const own = new Set((before === undefined ? [] : readImports(before)).map(({ target }) => target));
    return readImports(after).flatMap((entry): readonly Witness[] => {
      const { statement, target, text } = entry;
      if (own.has(target) || isConditional(entry)) return [];
      const notFound = whyNotFoundByPath(entry, before, after, versions.after);
      if (notFound !== undefined)
        return [{ reason: notFound, place: placeIn(after, statement.start, 'after'), after: text }];
      if (statement.level > 0) return [];
      const [top = ''] = target.split('.');
      const found = versions.after.graph.findModule(top, after.module);
      if ((found !== undefined && isFoundFrom(after.module, found, top)) || isStandard(entry)) return [];
      known ??= importedBefore(versions.before.snapshot.modules.values());
      if (known.has(found === undefined ? target : top)) return [];
      const reason = `whether "${text}" finds what it names is not known`;
      return [{ reason, place: placeIn(after, statement.start, 'after'), after: text }];
    });
  });
}

const isConditional = ({ statement: { placement } }: ImportEntry): boolean =>
  placement === 'conditional' || placement === 'type_checking';

/** Whether each version of Python has it, on every system. */
function isStandard({ statement, target }: ImportEntry): boolean {
  const names = target.split('.');
  const [top = ''] = names;
  if (!STANDARD_LIBRARY.has(top) || NO_LONGER_STANDARD.test(top) || NOT_EVERYWHERE.test(top)) return false;
  if (names.length === 1 || top === '__future__' || outsideNames(target) !== undefined) return true;
  if (statement.kind === 'import') return false;
  const name = names.at(-1) ?? '';
  return name === '*' || outsideNames(names.slice(0, -1).join('.'))?.has(name) === true;
}

/**
 * Whether the module lies where the importing one is found itself: another folder of the workspace need not be looked
 * through when the program runs. Tests are run where everything of a project is.
 */
function isFoundFrom(from: WorkspaceModule, found: WorkspaceModule, name: string): boolean {
  const rootOf = ({ segments, rootSegments }: WorkspaceModule) => segments.slice(0, rootSegments).join('.');
  const isOfRoot = found.name === name && rootOf(found) === rootOf(from);
  return isOfRoot || folderOf(found.path) === folderOf(from.path) || isTestFile(from.path);
}

/** Everything that some file imported without a condition, with the packages around it. */
function importedBefore(modules: Iterable<WorkspaceModule>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { index } of modules)
    for (const statement of index.imports) {
      if (statement.parent !== -1 || statement.placement !== 'always' || statement.level > 0) continue;
      for (const { name } of statement.names) {
        const names = (statement.kind === 'from' ? `${statement.module}.${name}` : name).split('.');
        for (let end = 1; end <= names.length; end++) found.add(names.slice(0, end).join('.'));
      }
    }
  return found;
}
