import type { ChangeSet } from '../changes/change-set.ts';
import { isPythonFile } from '../lint/workspace-path.ts';
import type { Files } from '../ports/files.ts';
import type { LintOutcome } from '../ports/linter.ts';

export interface CheckedLint {
  readonly outcome: LintOutcome;
  /** Changed Python files outside the path that was linted: the person who set the path left them out. */
  readonly notLinted: readonly string[];
}

/**
 * What a lint is worth for this change. When it passed by a changed file below its own path, or by every changed
 * Python file, it checked nothing that may be called clean: it counts as not run. Files outside its path are named.
 */
export async function judgeCoverage(
  outcome: LintOutcome,
  { files: changed }: Pick<ChangeSet, 'files'>,
  files: Pick<Files, 'walk'>,
): Promise<CheckedLint> {
  if (outcome.kind !== 'report' || outcome.covers === undefined) return { outcome, notLinted: [] };
  const { path, files: covered } = outcome.covers;
  const python = changed.filter(({ path: file, after }) => after !== undefined && isPythonFile(file));
  if (python.length === 0) return { outcome, notLinted: [] };
  // What git ignores is in no walk of a folder, while a file that is named itself is.
  const looked = new Set(covered === 'all' ? await files.walk(path) : covered);
  const unchecked = python.map(({ path: file }) => file).filter(file => !looked.has(file));
  const missed = unchecked.filter(file => isBelow(path, file));
  if (missed.length === 0 && unchecked.length < python.length) return { outcome, notLinted: unchecked };
  const names = (missed.length > 0 ? missed : unchecked).join(', ');
  const where = path === '' ? 'the workspace' : path;
  const error = `lint did not check ${names}: it looked at what git sees as modified under ${where}; widen acceptance.lint.path, or let git see the file`;
  return {
    outcome: { kind: 'did_not_run', failure: { path, error, changed: false }, tools: outcome.tools },
    notLinted: [],
  };
}

const isBelow = (path: string, file: string) => path === '' || file === path || file.startsWith(`${path}/`);
