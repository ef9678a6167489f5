import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { DefinitionMatch } from '../facts/definition-changes.ts';
import { findReplaced } from '../facts/replaced-names.ts';
import { compareCode } from '../proofs/behavior.ts';
import { type AboutFunctions, readAboutFunctions } from './function-doubts.ts';
import { type InAnnotation, ModuleUses } from './module-uses.ts';
import type { NewUse } from './new-use.ts';
import { mayLookAtParameters } from './parameter-readers.ts';
import { forgetStatements } from './statements.ts';
import { UseReader } from './use-reader.ts';

/** One that is open is enough for the verdict; some more are shown. */
const MOST_OPEN = 50;

/** Bytes of changed files whose statements are kept for who asks next: they take many times as much memory. */
const MOST_KEPT = 4_000_000;

const sizeOf = ({ changed }: TwoVersions): number =>
  changed.reduce(
    (sum, { before, after }) => sum + (before?.source.length ?? 0) + (after?.source.length ?? 0),
    0,
  );

/**
 * Names, attributes and calls that changed code did not use before, and that are not shown to be there and to fit.
 * What the same function used before under no fewer conditions, asked of the same, counts as it did before.
 */
export async function findNewUses(
  versions: TwoVersions,
  match: DefinitionMatch,
  pause: () => Promise<void>,
): Promise<readonly NewUse[]> {
  const reader = new UseReader(versions);
  const found: NewUse[] = [];
  const inAnnotations: InAnnotation[] = [];
  let about: AboutFunctions | undefined;
  const isLarge = sizeOf(versions) > MOST_KEPT;
  for (const module of versions.changed) {
    await pause();
    const sameness = compareCode(module);
    if (
      module.after === undefined ||
      sameness === 'layout' ||
      sameness === 'docstrings' ||
      sameness === 'same'
    )
      continue;
    // It looks through every file of the workspace, which a change of comments alone does not need.
    about ??= await readAboutFunctions(versions, reader.classes, pause);
    const uses = new ModuleUses({ module, file: module.after, versions, match, reader }, about);
    found.push(...(await uses.find(Math.max(0, MOST_OPEN - found.length), pause)));
    inAnnotations.push(...uses.inAnnotations);
    if (!isLarge) continue;
    forgetStatements(module.before);
    forgetStatements(module.after);
  }
  if (found.length > 0) return found;
  const given = inAnnotations.flatMap(({ readers }) => readers);
  if (inAnnotations.length > 0 && (await mayLookAtParameters(given, versions, pause)))
    return inAnnotations.map(({ use }) => use);
  const [replaced = undefined] = [
    ...(await findReplaced(versions, reader.relied, pause, path => !isTestFile(path))),
    // Tests put back what they replace; meanwhile it is called.
    ...(await findReplaced(versions, reader.called, pause, isTestFile)),
    ...(await findReplaced(versions, reader.made, pause, undefined, 'mocks too')),
  ];
  const [place] = versions.changed.map(({ path }) => ({ file: path, line: 1, side: 'after' as const }));
  if (replaced === undefined || place === undefined) return [];
  return [
    { reason: `another module may replace ${replaced}`, place, isBroken: false, isOnImport: false, text: '' },
  ];
}
