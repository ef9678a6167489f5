import type { Command } from '../../generated/contracts.ts';
import { approvalSha256 } from '../changes/approval.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { invertChanges } from '../changes/invert.ts';
import { simulate } from '../changes/simulate.ts';
import { loadSnapshot } from '../gate/load-snapshot.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Files } from '../ports/files.ts';
import type { RunState } from './state.ts';

/** What stands in a file of a run now, found without any model. */
export type FileVerdict =
  /** The bytes are those the run wrote. */
  | 'as applied'
  /** Edited elsewhere since; every span of the run is still there. */
  | 'edited since'
  /** A span of the run was changed since, or the file is gone. */
  | 'overwritten'
  /** The bytes are those from before the run. */
  | 'reverted';

export interface RunVerification {
  readonly files: readonly { readonly path: string; readonly verdict: FileVerdict }[];
  /** What does not hold; empty when the records of the run agree with each other. */
  readonly problems: readonly string[];
}

/**
 * Re-checks an applied run: its commands, executed again on the stored preimages, must give the stored
 * result, and the approval must be for exactly that. Then compares the files on disk.
 */
export async function verifyRun(
  ports: { readonly files: Files; readonly sha256: Sha256 },
  state: RunState,
  changes: ChangeSet,
): Promise<RunVerification> {
  const problems = checkRecords(ports.sha256, state, changes);
  const files = [];
  for (const file of changes.files) {
    files.push({ path: file.path, verdict: await compareFile(ports, { files: [file], receipts: [] }) });
  }
  return { files, problems };
}

function checkRecords(sha256: Sha256, state: RunState, changes: ChangeSet): string[] {
  const { order, qa, approvalSha256: approved, verdictSha256 } = state;
  // There were no commands: ruff's fix is the stored change itself.
  if (state.fix) return [];
  if (state.edit) return checkResults(sha256, [state.edit], [], changes);
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

async function compareFile(
  { files, sha256 }: { readonly files: Files; readonly sha256: Sha256 },
  changes: ChangeSet,
): Promise<FileVerdict> {
  const [file] = changes.files;
  if (!file) return 'overwritten';
  const { snapshot, hashes } = await loadSnapshot([file.path], files);
  const now = hashes.get(file.path);
  if (now === file.afterSha256) return 'as applied';
  if (now === file.beforeSha256) return 'reverted';
  return now !== undefined && invertChanges(changes, snapshot, sha256).ok ? 'edited since' : 'overwritten';
}
