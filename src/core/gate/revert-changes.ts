import type { ChangeSet } from '../changes/change-set.ts';
import { invertChanges } from '../changes/invert.ts';
import { NEVER } from '../kernel/cancel.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { ApplyResult, Files } from '../ports/files.ts';
import { loadSnapshot } from './load-snapshot.ts';

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
