import { recordIfApplied } from '../gate/record-applied.ts';
import type { AgentEvent } from './events.ts';
import type { AgentRecorder } from './recorder.ts';
import type { AgentPorts } from './run-request.ts';

/** Writes the line that a crash kept from the journal; a checkout of its own is gone with the crash. */
export async function reconcile(
  { workspace, journals }: Pick<AgentPorts, 'workspace' | 'journals'>,
  recorder: AgentRecorder,
  events: readonly AgentEvent[],
): Promise<void> {
  const proposed = events.findLast(event => event.type === 'proposed');
  const cycle = events.findLast(event => event.type === 'cycle_started');
  if (proposed?.type !== 'proposed' || (cycle?.type === 'cycle_started' && cycle.isolated)) return;
  const { files } = workspace;
  await recordIfApplied(
    { runId: recorder.runId, files, journals, record: event => recorder.record(event) },
    proposed,
    recorder.state.applied.map(a => a.number),
  );
}
