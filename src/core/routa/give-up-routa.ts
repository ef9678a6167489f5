import { fail, ok, type Result } from '../kernel/result.ts';
import type { RoutaEvent } from './events.ts';
import type { RoutaPorts } from './run-request.ts';
import { readRouta } from './run-routa.ts';
import type { Workspace } from './workspace.ts';

/**
 * Records that a person does not want a workspace that rests to go on: it no longer waits for anybody. It can still be
 * resumed. The error says why not, for example that another host works with it.
 */
export async function giveUpRouta(
  ports: Pick<RoutaPorts, 'journals' | 'clock' | 'hold'>,
  runId: string,
): Promise<Result<Workspace>> {
  const { journals, clock, hold } = ports;
  const held = await hold(runId);
  if (!held.ok) return held;
  try {
    const workspace = await readRouta(ports, runId);
    if (!workspace) return fail(`there is no ROUTA workspace ${runId}`);
    if (workspace.outcome?.kind === 'DONE') return fail(`workspace ${runId} is done`);
    const event: RoutaEvent = {
      at: clock.now(),
      type: 'finished',
      outcome: { kind: 'CANCELLED', reason: 'given up' },
    };
    await (await journals.reopen(runId)).append(event);
    return ok(workspace.apply(event));
  } finally {
    held.value();
  }
}
