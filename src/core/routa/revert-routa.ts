import { joinChanges } from '../changes/join-changes.ts';
import { revertChanges } from '../gate/revert-changes.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import type { RoutaPorts } from './run-request.ts';
import { readRouta } from './run-routa.ts';

/**
 * Takes back what the agents of a workspace applied: only the bytes they changed, as one transaction. The value names
 * the files.
 */
export const revertRouta = (
  ports: RoutaPorts,
  runId: string,
  by: string,
): Promise<Result<readonly string[]>> => whileHeld(ports.hold, runId, () => revert(ports, runId, by));

async function revert(ports: RoutaPorts, runId: string, by: string): Promise<Result<readonly string[]>> {
  const { journals, clock, files, sha256 } = ports;
  const workspace = await readRouta(ports, runId);
  if (!workspace) return fail(`there is no ROUTA workspace ${runId}`);
  if (workspace.applied.length === 0) return fail(`workspace ${runId} has no applied change to revert`);
  const parts = [];
  for (const { number } of workspace.applied) {
    const changes = await journals.loadChangeSet(runId, number);
    if (!changes) return fail(`change ${number} of workspace ${runId} is no longer stored`);
    parts.push(changes);
  }
  const changes = joinChanges(parts);
  const result = await revertChanges({ files, sha256 }, changes, runId);
  if (result.kind !== 'applied') return fail(result.reason);
  const journal = await journals.reopen(runId);
  const numbers = workspace.applied.map(a => a.number);
  await journal.append({ type: 'reverted', at: clock.now(), numbers, by });
  return ok(changes.files.map(f => f.path));
}
