import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { headOf } from './source-head.ts';

/** A file that is run by its path, for all that it says. */
export const isProgram = (file: PythonFile): boolean =>
  headOf(file).includes('#!') || file.mentions('__main__');

/**
 * Whether a new import finds its module where the file may be run by its path: then only its own folder is looked
 * through, so that `scripts/run.py` does not find `scripts.util`, nor what lies beside `scripts`. What the file, or
 * another one of the folder, imported from there before is found. Tests are run where everything of a project is, and
 * in no package where their folder is none: nothing lies beside them by dots.
 */
export function isFoundByPath(
  { statement, target }: ImportEntry,
  before: PythonFile | undefined,
  after: PythonFile,
  { snapshot }: WorkspaceVersion,
): boolean {
  const { path } = after.module;
  const folder = folderOf(path);
  const isInPackage = snapshot.modules.has(`${folder}__init__.py`);
  const isRelative = ({ statement: { level } }: ImportEntry) => level > 0;
  if (statement.level > 0 && isTestFile(path))
    return isInPackage || (before !== undefined && readImports(before).some(isRelative));
  if (statement.level > 0 || folder === '' || isTestFile(path) || (isInPackage && !isProgram(after)))
    return true;
  const modules = [...snapshot.modules.values()];
  const [top = ''] = target.split('.');
  if (!isElsewhere(top, folder, modules) || after.mentions('sys.path')) return true;
  const isKnown = ({ statement: { level }, target: each }: ImportEntry) =>
    level === 0 && isElsewhere(each.split('.')[0] ?? '', folder, modules);
  if (before !== undefined && readImports(before).some(isKnown)) return true;
  return !isProgram(after) && modules.some(each => isNeighbour(each, after.module) && importsElsewhere(each));

  function importsElsewhere({ index }: WorkspaceModule): boolean {
    return index.imports.some(
      ({ kind, level, module, names }) =>
        level === 0 &&
        (kind === 'from' ? [module] : names.map(({ name }) => name)).some(name =>
          isElsewhere(name.split('.')[0] ?? '', folder, modules),
        ),
    );
  }
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const isNeighbour = (module: WorkspaceModule, own: WorkspaceModule): boolean =>
  module.path !== own.path && folderOf(module.path) === folderOf(own.path);

/** The workspace has it, and not beside the file. */
function isElsewhere(top: string, folder: string, modules: readonly WorkspaceModule[]): boolean {
  const isBeside = ({ path }: WorkspaceModule) =>
    path === `${folder}${top}.py` || path.startsWith(`${folder}${top}/`);
  const isIts = ({ name, path }: WorkspaceModule) =>
    name === top || name.startsWith(`${top}.`) || path.startsWith(`${top}/`);
  return modules.some(isIts) && !modules.some(isBeside);
}
