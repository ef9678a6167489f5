import type { ChangeSet } from '../changes/change-set.ts';
import { isPythonFile } from '../lint/workspace-path.ts';
import type { Files } from '../ports/files.ts';
import type { LintOutcome } from '../ports/linter.ts';

/** A lint that passed by Python files of the change did not check it: then nothing can be called clean. */
export async function orNotChecked(
  outcome: LintOutcome,
  { files: changed }: Pick<ChangeSet, 'files'>,
  files: Pick<Files, 'walk'>,
): Promise<LintOutcome> {
  if (outcome.kind !== 'report' || outcome.covers === undefined) return outcome;
  const { path, files: covered } = outcome.covers;
  const python = changed.filter(({ path: file, after }) => after !== undefined && isPythonFile(file));
  if (python.length === 0) return outcome;
  // What git ignores is in no walk of a folder, while a file that is named itself is.
  const looked = new Set(covered === 'all' ? await files.walk(path) : covered);
  const unchecked = python.map(({ path: file }) => file).filter(file => !looked.has(file));
  if (unchecked.length === 0) return outcome;
  const where = path === '' ? 'the workspace' : path;
  const error = `lint did not check ${unchecked.join(', ')}: it looked at what git sees as modified under ${where}; widen acceptance.lint.path, or let git see the file`;
  return { kind: 'did_not_run', failure: { path, error, changed: false }, tools: outcome.tools };
}
