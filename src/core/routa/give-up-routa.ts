import { fail, ok, type Result } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import { openStored } from '../runs/open-stored.ts';
import type { RoutaPorts } from './run-request.ts';
import { routaWorkflow } from './workflow.ts';
import type { Workspace } from './workspace.ts';

/**
 * Records that a person does not want a workspace that rests to go on: it no longer waits for anybody. It can still be
 * resumed. The error says why not, for example that another host works with it.
 */
export const giveUpRouta = (
  ports: Pick<RoutaPorts, 'files' | 'journals' | 'clock' | 'hold'>,
  runId: string,
): Promise<Result<Workspace>> =>
  whileHeld(ports.hold, runId, async () => {
    const stored = await openStored(ports, routaWorkflow, runId);
    if (!stored.ok) return stored;
    const { recorder } = stored.value;
    if (recorder.state.outcome?.kind === 'DONE') return fail(`workspace ${runId} is done`);
    await recorder.record({ type: 'finished', outcome: { kind: 'CANCELLED', reason: 'given up' } });
    return ok(recorder.state);
  });
