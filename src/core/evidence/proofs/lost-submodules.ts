import { lastOf } from '../code/dotted-names.ts';
import { askingImports, type ImportEntry, readImports } from '../code/import-entries.ts';
import { closureOf } from '../code/imported-modules.ts';
import { outsideNames } from '../code/outside-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';

/** A module inside of a package that a file imports: its package has it as an attribute from then on. */
interface Submodule {
  /** Of the workspace its path, of others its name. */
  readonly key: string;
  /** The dotted name of its package. */
  readonly parent: string;
  readonly name: string;
  readonly entry: ImportEntry;
}

/**
 * An import of `a.b` that is gone from a module, where some file says `a.b` without an import of its own. It gave `a`
 * the attribute `b`, for this module and for all others.
 */
export async function lostSubmodule(
  before: PythonFile,
  after: PythonFile,
  versions: TwoVersions,
): Promise<Submodule | undefined> {
  const kept = new Set(submodulesOf(after, versions.after).map(({ key }) => key));
  const lost = submodulesOf(before, versions.before).filter(({ key }) => !kept.has(key));
  if (lost.length === 0) return undefined;
  const closure = closureOf(after.module, versions.after);
  for (const each of lost)
    if (!closure.has(each.key) && (await isUsedAsAttribute(each, versions))) return each;
  return undefined;
}

/** `a.b` of `import a.b`, `from a import b` and `from a.b import c`; `os.path` is always there. */
function submodulesOf(file: PythonFile, { graph }: WorkspaceVersion): readonly Submodule[] {
  return readImports(file).flatMap((entry): readonly Submodule[] => {
    const { statement, target, bound } = entry;
    if (statement.placement === 'type_checking') return [];
    const names = target.split('.');
    const isWhole = statement.kind === 'import';
    return names.flatMap((name, i): readonly Submodule[] => {
      const dotted = names.slice(0, i + 1).join('.');
      if (i === 0 || dotted === 'os.path' || bound === '*') return [];
      const parent = names.slice(0, i).join('.');
      const found = graph.findModule(dotted, file.module);
      if (found !== undefined) return [{ key: found.path, parent, name, entry }];
      const isPart = STANDARD_LIBRARY.has(names[0] ?? '') && outsideNames(parent)?.has(name) !== true;
      return (isWhole || i < names.length - 1 || isPart) &&
        graph.findModule(parent, file.module) === undefined
        ? [{ key: dotted, parent, name, entry }]
        : [];
    });
  });
}

async function isUsedAsAttribute({ key, parent, name }: Submodule, versions: TwoVersions): Promise<boolean> {
  const last = lastOf(parent);
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined) return true;
    if (!file.mentions(name)) continue;
    const imports = readImports(file);
    const isOwn = submodulesOf(file, versions.after).some(
      each =>
        each.key === key && each.entry.statement.parent === -1 && each.entry.statement.placement === 'always',
    );
    if (isOwn) continue;
    const hasPackage = imports.some(
      ({ target, bound }) => target === parent || target.startsWith(`${parent}.`) || bound === '*',
    );
    const isInImport = askingImports(file);
    const { tokens } = file;
    for (let i = 2; i < tokens.length; i++) {
      if (tokens.text(i) !== name || tokens.text(i - 1) !== '.' || isInImport(tokens.start(i))) continue;
      const owner = tokens.text(i - 2);
      if (owner === last || (hasPackage && owner !== 'self' && owner !== 'cls')) return true;
    }
  }
  return false;
}
