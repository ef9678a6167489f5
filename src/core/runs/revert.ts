import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import { joinChanges } from '../changes/join-changes.ts';
import { type ApproveByName, revertStored } from '../gate/revert-changes.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import { type ChangePart, isPartOf, partName } from './change-part.ts';
import { openStored, type StoredRunPorts } from './open-stored.ts';
import { areAll, type RunLine } from './reconcile.ts';
import type { Workflow } from './workflow.ts';

export interface RevertRequest {
  readonly runId: string;
  readonly by: string;
  /** Only this part of it; the whole run when it is left out. */
  readonly part?: ChangePart;
  /** Left out: nothing that configures tools or runs code is taken back. */
  readonly approve?: ApproveByName | undefined;
}

/**
 * Takes back what a run applied to the user's folder: only the bytes it changed, as one transaction. The value names
 * the files. Commits stay: they are undone with git.
 */
export const revertRun = <E extends RunLine & { readonly at: number }, S, O>(
  ports: StoredRunPorts<E>,
  workflow: Workflow<E, S, O>,
  { runId, by, part = {}, approve }: RevertRequest,
): Promise<Result<readonly string[]>> =>
  whileHeld(ports.hold, runId, async () => {
    const opened = await openStored(ports, workflow, runId);
    if (!opened.ok) return opened;
    const { recorder } = opened.value;
    const { files, journals, sha256 } = ports;
    const what = [partName(part), `${workflow.name} ${runId}`].filter(name => name !== '').join(' of ');
    const wanted = workflow
      .applied(recorder.state)
      .filter(change => !change.reverted && isPartOf(part)(change));
    if (wanted.length === 0) return fail(`${what} has no applied change to revert`);
    if (wanted.some(change => change.isolated))
      return fail(`${what} worked in a checkout of its own; delete its branch with git instead`);
    const parts: ChangeSet[] = [];
    for (const { number } of wanted) {
      const stored = await journals.loadChangeSet(runId, number);
      if (!stored) return fail(`a change of ${what} is no longer stored`);
      parts.push(stored);
    }
    const changes = joinChanges(parts);
    // A crash may have come between taking it back and its line.
    if (!(await areAll(changes.files, files, file => file.beforeSha256))) {
      const result = await revertStored({ files, sha256 }, changes, runId, approve);
      if (result.kind !== 'applied') return fail(result.reason);
    }
    const numbers = wanted.flatMap(({ number }) => number ?? []);
    await recorder.record(
      workflow.revertedLine({ type: 'reverted', numbers, by, files: fileRecords(changes) }),
    );
    await workflow.save?.(ports, recorder);
    return ok(changes.files.map(file => file.path));
  });
