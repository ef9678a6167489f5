import type { ChangeSet } from '../changes/change-set.ts';
import type { FolderLinter, LintOutcome } from '../ports/linter.ts';
import { compareOutcome, stateOf } from './lint-proposal.ts';
import { hasProblems } from './nothing-checked.ts';
import { isPythonFile } from './workspace-path.ts';

const ARGS = { path: '.', check_all: false };

/**
 * Lints exactly the files of a change that is on the disk, whatever git says of them. Where there are problems, those
 * that were there before the change are told from new ones. Rejects only with `Cancelled`.
 */
export async function lintChanged(
  linter: FolderLinter,
  changes: ChangeSet,
  signal: AbortSignal,
): Promise<LintOutcome> {
  const files = changes.files.map(({ path }) => path).filter(isPythonFile);
  const outcome = await linter.lint(ARGS, { signal, files });
  if (outcome.kind === 'did_not_run' || !hasProblems(outcome.report) || !linter.lintSimulated) return outcome;
  const before = await linter.lintSimulated(ARGS, undone(changes), { signal, files });
  if (before.kind === 'did_not_run') return outcome;
  return compareOutcome(stateOf(before), outcome, changes)?.outcome ?? outcome;
}

/** The files as they were. */
const undone = ({ files }: ChangeSet): ChangeSet => ({
  files: files.map(({ path, before, after, beforeSha256, afterSha256 }) => ({
    path,
    before: after,
    after: before,
    beforeSha256: afterSha256,
    afterSha256: beforeSha256,
    spans: [],
  })),
  receipts: [],
});
