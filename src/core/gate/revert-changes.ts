import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { invertChanges } from '../changes/invert.ts';
import { checkWritePath, describeControlPlane } from '../changes/path-policy.ts';
import { NEVER } from '../kernel/cancel.ts';
import { joinReasons } from '../kernel/sentences.ts';
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
  return revertChanges(ports, stored, runId);
}

/** Takes a change set back: only the bytes it changed, so later edits elsewhere in the files stay. */
export async function revertChanges(
  ports: { readonly files: Files; readonly sha256: Sha256 },
  applied: ChangeSet,
  runId: string,
): Promise<ApplyResult> {
  const { snapshot, real, problems } = await loadSnapshot(
    applied.files.map(f => f.path),
    ports.files,
  );
  const there = applied.files.filter(({ path }) => snapshot.has(path));
  const reasons = [...problems, ...there.flatMap(file => whyReplaced(file, real.get(file.path)))];
  if (reasons.length > 0) return { kind: 'not_applied', reason: joinReasons(reasons), rolledBack: false };
  const inverse = invertChanges(applied, snapshot, ports.sha256);
  if (!inverse.ok) {
    const reason = inverse.conflicts.map(c => `${c.path}: ${c.reason}`).join('; ');
    return { kind: 'not_applied', reason, rolledBack: false };
  }
  // Taking back must not be cut short by the signal that stopped the run.
  return ports.files.apply(inverse.changes, { runId, signal: NEVER });
}

/** What stands where the changed file was, and is not it. `now`: where a link leads to. */
function whyReplaced({ path, realPath: then }: FileChange, now: string | undefined): readonly string[] {
  if (now === then) return [];
  if (then === undefined)
    return [
      `${path} is a link to ${now} now, which it was not when it was changed: put the file back in its place, or undo the change in ${now} by hand`,
    ];
  const is = now === undefined ? 'a file of its own' : `a link to ${now}`;
  return [
    `${path} is ${is} now, and was a link to ${then} when it was changed: let it lead there again, or undo the change in ${then} by hand`,
  ];
}
