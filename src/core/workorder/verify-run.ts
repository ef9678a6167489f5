import type { Command } from '../../generated/contracts.ts';
import { approvalSha256 } from '../changes/approval.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { simulate } from '../changes/simulate.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { RunState } from './state.ts';

/**
 * What of the records of an applied run does not hold: its commands, executed again on the stored preimages, must give
 * the stored result, and the approval must be for exactly that.
 */
export function checkRecords(sha256: Sha256, state: RunState, changes: ChangeSet): string[] {
  const { order, qa, approvalSha256: approved, verdictSha256 } = state;
  // There were no commands: ruff's fix is the stored change itself.
  if (state.fix) return [];
  if (state.edit) return checkResults(sha256, state.edit.commands, state.edit.newFiles, changes);
  if (!order || qa?.decision !== 'APPROVED') return ['the journal has no approved commands'];
  const problems: string[] = [];
  if (
    approvalSha256(
      { commands: qa.commands, verification: qa.verification, changes, verdictSha256 },
      sha256,
    ) !== approved
  ) {
    problems.push('the approval is not for these commands and files');
  }
  return [...problems, ...checkResults(sha256, qa.commands, order.new_files ?? [], changes)];
}

/** Whether the commands give the stored result when they are simulated again. */
function checkResults(
  sha256: Sha256,
  commands: readonly Command[],
  newFiles: readonly string[],
  changes: ChangeSet,
): string[] {
  const problems: string[] = [];
  const snapshot = new Map(changes.files.flatMap(f => (f.before ? [[f.path, f.before] as const] : [])));
  const again = simulate({ commands, newFiles, snapshot, sha256 });
  if (!again.ok) return [`command ${again.index} does not apply to the stored preimages`];
  const results = new Map(again.changes.files.map(f => [f.path, f.afterSha256]));
  for (const file of changes.files) {
    const stored = file.after ? sha256(file.after) : undefined;
    if (results.get(file.path) !== stored)
      problems.push(`${file.path}: the commands do not give the stored result`);
  }
  return problems;
}
