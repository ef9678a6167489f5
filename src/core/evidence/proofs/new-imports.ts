import type { Import } from '../../python/grammar/module-index.ts';
import { type ImportEntry, readImports } from '../code/import-entries.ts';
import { closureOf, importsOf } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { isProgram, whyNotFoundByPath } from './found-by-path.ts';
import { findTaking, takesName } from './import-closure.ts';

interface OpenImport {
  readonly name: string;
  readonly reason: string;
  readonly start: number;
}

/**
 * Imports by which a module, or another one, is read in another way: of `__future__`, relative ones where no package
 * is around them, and those of a module whose name its package gives to something else.
 */
export function findOpenImports(
  before: PythonFile,
  after: PythonFile,
  version: WorkspaceVersion,
): OpenImport | undefined {
  const [old, now] = [before, after].map(futuresOf) as [readonly ImportEntry[], readonly ImportEntry[]];
  const isSame = old.map(({ bound }) => bound).join() === now.map(({ bound }) => bound).join();
  if (!isSame) {
    const reason = `the imports of __future__ in ${after.module.path} are other than before: that decides what its annotations are`;
    return { name: '__future__', reason, start: now[0]?.statement.start ?? 0 };
  }
  const known = new Set(readImports(before).map(({ text }) => text));
  for (const entry of readImports(after)) {
    const { text, bound, statement } = entry;
    if (known.has(text)) continue;
    const { start } = statement;
    const notFound = whyNotFoundByPath(entry, before, after, version);
    if (notFound !== undefined) return { name: bound, reason: notFound, start };
    if (isAboveItsPackage(statement, after))
      return { name: bound, reason: `"${text}" needs a package around ${after.module.path}`, start };
    const taken = takenBy(statement, before, after, version);
    if (taken === undefined) continue;
    const reason = `"${text}" is new, and the import of ${taken} binds a name of its package anew`;
    return { name: bound, reason, start };
  }
  return undefined;
}

const futuresOf = (file: PythonFile): readonly ImportEntry[] =>
  readImports(file).filter(({ statement: { module, level } }) => module === '__future__' && level === 0);

/** A file that is run as a program, or that lies in no package, finds nothing by dots. */
function isAboveItsPackage({ level }: Import, file: PythonFile): boolean {
  if (level === 0) return false;
  const { segments, isPackage } = file.module;
  const around = isPackage ? segments.length : segments.length - 1;
  return level > around || isProgram(file);
}

/** The module that is imported for the first time so, and whose name its package gives to something else. */
function takenBy(
  statement: Import,
  before: PythonFile,
  after: PythonFile,
  version: WorkspaceVersion,
): string | undefined {
  for (const target of importsOf(after.module, version, [{ ...statement, parent: -1 }])) {
    if (typeof target === 'string') continue;
    const taken = takesName(target.path, version)
      ? target.path
      : findTaking(closureOf(target, version), version);
    if (taken !== undefined && !closureOf(before.module, version).has(taken)) return taken;
  }
  return undefined;
}
