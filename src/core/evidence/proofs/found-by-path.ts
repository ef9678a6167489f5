import { addTo } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { WorkspaceSnapshot } from '../../python/index/workspace-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { folderOf } from '../code/folder-of.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { headOf } from './source-head.ts';

/** A file that is run by its path, for all that it says. */
export const isProgram = (file: PythonFile): boolean =>
  headOf(file).includes('#!') || file.mentions('__main__');

/** Why a new import may find nothing where the file is run by its path. */
export const whyNotFoundByPath = (
  entry: ImportEntry,
  before: PythonFile | undefined,
  after: PythonFile,
  version: WorkspaceVersion,
): string | undefined =>
  isFoundByPath(entry, before, after, version)
    ? undefined
    : `"${entry.text}" may find nothing where ${after.module.path} is run`;

/**
 * Whether a new import finds its module where the file may be run by its path: then only its own folder is looked
 * through, so that `scripts/run.py` does not find `scripts.util`, nor what lies beside `scripts`. What the file, or
 * another one of the folder, imported from there before is found. Tests are run where everything of a project is, and
 * in no package where their folder is none: nothing lies beside them by dots.
 */
function isFoundByPath(
  { statement, target }: ImportEntry,
  before: PythonFile | undefined,
  after: PythonFile,
  { snapshot }: WorkspaceVersion,
): boolean {
  const { path } = after.module;
  const folder = folderOf(path);
  const isInPackage = snapshot.modules.has(`${folder}__init__.py`);
  const old = before === undefined ? [] : readImports(before);
  if (statement.level > 0 && isTestFile(path))
    return isInPackage || old.some(({ statement: { level } }) => level > 0);
  if (statement.level > 0 || folder === '' || isTestFile(path) || (isInPackage && !isProgram(after)))
    return true;
  const places = placesIn(snapshot);
  /** The workspace has it, and not beside the file. */
  const isElsewhere = (dotted: string) => {
    const [top = ''] = dotted.split('.');
    return places.tops.has(top) && places.beside.get(folder)?.has(top) !== true;
  };
  if (!isElsewhere(target) || after.mentions('sys.path')) return true;
  if (old.some(each => each.statement.level === 0 && isElsewhere(each.target))) return true;
  const neighbours = isProgram(after) ? [] : (places.inFolder.get(folder) ?? []);
  return neighbours.some(other => other.path !== path && importedBy(other).some(name => isElsewhere(name)));
}

/** What a module imports by whole names. */
const importedBy = ({ index }: WorkspaceModule): readonly string[] =>
  index.imports.flatMap(({ kind, level, module, names }) =>
    level > 0 ? [] : kind === 'from' ? [module] : names.map(({ name }) => name),
  );

interface Places {
  /** First names of modules and of paths. */
  readonly tops: ReadonlySet<string>;
  /** By its folder, what lies in it as a module or a package. */
  readonly beside: ReadonlyMap<string, ReadonlySet<string>>;
  readonly inFolder: ReadonlyMap<string, readonly WorkspaceModule[]>;
}

const placesIn = once(readPlaces);

function readPlaces({ modules }: WorkspaceSnapshot): Places {
  const tops = new Set<string>();
  const beside = new Map<string, Set<string>>();
  const inFolder = new Map<string, WorkspaceModule[]>();
  for (const module of modules.values()) {
    tops.add(module.name.split('.')[0] ?? '');
    const parts = module.path.replace(/\.pyi?$/, '').split('/');
    tops.add(parts[0] ?? '');
    for (const [i, part] of parts.entries()) {
      const folder = parts
        .slice(0, i)
        .map(each => `${each}/`)
        .join('');
      const names = beside.get(folder) ?? new Set<string>();
      beside.set(folder, names.add(part));
    }
    addTo(inFolder, folderOf(module.path), module);
  }
  return { tops, beside, inFolder };
}
