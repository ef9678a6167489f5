import type { ChangeSet } from '../changes/change-set.ts';
import { invertChanges } from '../changes/invert.ts';
import { checkWritePath, describeControlPlane } from '../changes/path-policy.ts';
import { NEVER } from '../kernel/cancel.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { ApplyResult, Files } from '../ports/files.ts';
import { loadSnapshot } from './load-snapshot.ts';

/** Asks a person whether files that configure tools or run code may be taken back; the answer is for all of them. */
export type ApproveByName = (paths: readonly string[]) => Promise<boolean>;

/**
 * Takes back what is stored: its bytes are only what the state folder holds now, so a file that configures tools or runs
 * code needs its name, as it did when it was changed.
 */
export async function revertStored(
  ports: { readonly files: Files; readonly sha256: Sha256 },
  stored: ChangeSet,
  runId: string,
  approve: ApproveByName | undefined,
): Promise<ApplyResult> {
  const named = stored.files
    .map(file => file.path)
    .filter(path => checkWritePath(path).kind === 'control_plane');
  if (named.length > 0 && !(await approve?.(named)))
    return {
      kind: 'not_applied',
      reason: `${named.map(describeControlPlane).join('; ')}: taking it back needs an approval by name`,
      rolledBack: false,
    };
  const { real } = await loadSnapshot(
    stored.files.map(file => file.path),
    ports.files,
  );
  const replaced = stored.files.flatMap(({ path, realPath }) => {
    const now = real.get(path);
    return now === undefined || now === realPath
      ? []
      : [
          `${path} is a link to ${now} now, which it was not when it was changed: put the file back in its place, or undo the change in ${now} by hand`,
        ];
  });
  if (replaced.length > 0) return { kind: 'not_applied', reason: replaced.join('; '), rolledBack: false };
  return revertChanges(ports, stored, runId);
}

/** Takes a change set back: only the bytes it changed, so later edits elsewhere in the files stay. */
export async function revertChanges(
  ports: { readonly files: Files; readonly sha256: Sha256 },
  applied: ChangeSet,
  runId: string,
): Promise<ApplyResult> {
  const { snapshot, problems } = await loadSnapshot(
    applied.files.map(f => f.path),
    ports.files,
  );
  if (problems.length > 0) return { kind: 'not_applied', reason: problems.join('; '), rolledBack: false };
  const inverse = invertChanges(applied, snapshot, ports.sha256);
  if (!inverse.ok) {
    const reason = inverse.conflicts.map(c => `${c.path}: ${c.reason}`).join('; ');
    return { kind: 'not_applied', reason, rolledBack: false };
  }
  // Taking back must not be cut short by the signal that stopped the run.
  return ports.files.apply(inverse.changes, { runId, signal: NEVER });
}
