import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import { joinChanges } from '../changes/join-changes.ts';
import { revertChanges } from '../gate/revert-changes.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { type Hold, whileHeld } from '../ports/hold.ts';
import { openStored, type StoredRun, type StoredRunPorts } from './open-stored.ts';
import { areAll, type RunLine } from './reconcile.ts';
import type { AppliedChange, Workflow } from './workflow.ts';

export interface Revert<E extends { readonly at: number }, S> {
  readonly runId: string;
  readonly by: string;
  /** A part of the run, and how it is called; the whole run when it is left out. */
  readonly part?: { readonly name: string; readonly has: (change: AppliedChange) => boolean };
  /** What follows from it. */
  readonly onReverted?: (run: StoredRun<E, S>) => Promise<void>;
}

/**
 * Takes back what a run applied to the user's folder: only the bytes it changed, as one transaction. The value names
 * the files. Commits stay: they are undone with git.
 */
export const revertRun = <E extends RunLine & { readonly at: number }, S>(
  ports: StoredRunPorts<E> & { readonly hold: Hold; readonly sha256: Sha256 },
  workflow: Workflow<E, S>,
  { runId, by, part, onReverted }: Revert<E, S>,
): Promise<Result<readonly string[]>> =>
  whileHeld(ports.hold, runId, async () => {
    const opened = await openStored(ports, workflow, runId);
    if (!opened.ok) return opened;
    const { recorder } = opened.value;
    const { files, journals, sha256 } = ports;
    const whole = `${workflow.name} ${runId}`;
    const what = part === undefined ? whole : `${part.name} of ${whole}`;
    const wanted = workflow.applied(recorder.state).filter(change => part?.has(change) ?? true);
    if (wanted.length === 0) return fail(`${what} has no applied change to revert`);
    if (wanted.some(change => change.isolated))
      return fail(`${what} worked in a checkout of its own; delete its branch with git instead`);
    const parts: ChangeSet[] = [];
    for (const { number } of wanted) {
      const stored = await journals.loadChangeSet(runId, number);
      if (!stored) return fail(`change ${number} of ${whole} is no longer stored`);
      parts.push(stored);
    }
    const changes = joinChanges(parts);
    // A crash may have come between taking it back and its line.
    if (!(await areAll(changes.files, files, file => file.beforeSha256))) {
      const result = await revertChanges({ files, sha256 }, changes, runId);
      if (result.kind !== 'applied') return fail(result.reason);
    }
    const numbers = wanted.map(change => change.number);
    await recorder.record(
      workflow.revertedLine({ type: 'reverted', numbers, by, files: fileRecords(changes) }),
    );
    await onReverted?.(opened.value);
    return ok(changes.files.map(file => file.path));
  });
