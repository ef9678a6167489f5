import type { CodeToken } from '../code/code-tokens.ts';
import { readImports } from '../code/import-entries.ts';
import { closureOf } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { changingUses } from './changing-uses.ts';

/** Last names of the modules that test files newly import and that bind names of others when they are imported. */
export async function findPatchingModules(versions: TwoVersions): Promise<readonly string[]> {
  const wanted = new Set(
    versions.changed.flatMap(({ path, before, after }) => {
      if (after === undefined || !isTestFile(path)) return [];
      const known = new Set(before === undefined ? [] : importedBy(before));
      return importedBy(after).filter(name => !known.has(name));
    }),
  );
  const found: string[] = [];
  for (const module of wanted.size === 0 ? [] : versions.after.snapshot.modules.values()) {
    const name = module.segments.at(-1) ?? '';
    if (!wanted.has(name)) continue;
    const file = await versions.open(module, 'after');
    if (file === undefined || bindsOthers(file) || newlyTakes(file, versions)) found.push(name);
  }
  return found;
}

const importedBy = ({ module }: PythonFile): readonly string[] =>
  module.index.imports.flatMap(({ module: from, names }) =>
    // The packages around it are imported, too.
    [from, ...names.map(({ name }) => name)].flatMap(each => each.split('.')),
  );

/** `pkg.m.CASES.clear()`, `del CASES[:]`; what is registered there is only more. */
const takesFrom = (tokens: readonly CodeToken[], imported: ReadonlySet<string>): boolean =>
  changingUses(tokens, new Map([...imported].map(name => [name, name]))).some(
    ({ way, root }) => way === 'taken' && imported.has(root),
  );

/** It does so when it is imported, and no test imported it before. */
function newlyTakes(file: PythonFile, { before }: TwoVersions): boolean {
  const imported = new Set(readImports(file).map(({ bound }) => bound));
  const takes = readUnits(file).some(
    ({ content, tokens }) => content.kind === 'other' && takesFrom(tokens, imported),
  );
  const { path } = file.module;
  return (
    takes &&
    ![...before.snapshot.modules.values()].some(
      each => isTestFile(each.path) && closureOf(each, before).has(path),
    )
  );
}

/** A statement at its top is `module.name = …`, or calls `setattr`. */
function bindsOthers(file: PythonFile): boolean {
  const imported = new Set(readImports(file).map(({ bound }) => bound));
  return readUnits(file).some(unit => {
    if (unit.content.kind !== 'other') return false;
    const { tokens } = unit;
    if (tokens.some(({ text }) => /^(?:setattr|modules|patch)$/.test(text))) return true;
    const end = tokens.findIndex(({ text }) => text === '=');
    return end > 1 && tokens[1]?.text === '.' && imported.has(tokens[0]?.text ?? '');
  });
}
