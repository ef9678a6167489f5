import { fileRecords } from '../changes/file-records.ts';
import { joinChanges } from '../changes/join-changes.ts';
import { revertChanges } from '../gate/revert-changes.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import { reconcile } from './reconcile.ts';
import { AgentRecorder } from './recorder.ts';
import type { AgentPorts } from './run-request.ts';

export interface RevertRequest {
  readonly runId: string;
  /** Only what this turn applied; the whole run when absent. */
  readonly turn?: number;
  readonly by: string;
}

/**
 * Takes back what an agent's run, or one turn of it, applied to the user's folder: only the bytes it changed, as one
 * transaction. The value names the files. Commits stay: they are undone with git.
 */
export const revertAgentRun = (
  ports: AgentPorts,
  request: RevertRequest,
): Promise<Result<readonly string[]>> => whileHeld(ports.hold, request.runId, () => revert(ports, request));

async function revert(
  ports: AgentPorts,
  { runId, turn, by }: RevertRequest,
): Promise<Result<readonly string[]>> {
  const { workspace, journals, clock, sha256 } = ports;
  const events = await journals.read(runId);
  if (!events) return fail(`there is no agent run ${runId}`);
  const recorder = new AgentRecorder(await journals.reopen(runId), clock, undefined, events);
  await reconcile(ports, recorder, events);
  const wanted = recorder.state.applied.filter(a => !a.reverted && (turn === undefined || a.turn === turn));
  const what = turn === undefined ? `run ${runId}` : `turn ${turn} of run ${runId}`;
  if (wanted.length === 0) return fail(`${what} has no applied change to revert`);
  if (wanted.some(a => a.isolated))
    return fail(`${what} worked in a checkout of its own; delete its branch with git instead`);
  const parts = [];
  for (const { number } of wanted) {
    const changes = await journals.loadChangeSet(runId, number);
    if (!changes) return fail(`change ${number} of run ${runId} is no longer stored`);
    parts.push(changes);
  }
  const changes = joinChanges(parts);
  const result = await revertChanges({ files: workspace.files, sha256 }, changes, runId);
  if (result.kind !== 'applied') return fail(result.reason);
  await recorder.record({
    type: 'reverted',
    numbers: wanted.map(a => a.number),
    by,
    files: fileRecords(changes),
  });
  return ok(changes.files.map(f => f.path));
}
