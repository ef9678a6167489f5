import { ok, type Result } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import { openStored } from '../runs/open-stored.ts';
import { revertRun } from '../runs/revert.ts';
import type { TicketPorts } from './run-request.ts';
import { saveTicket } from './save-ticket.ts';
import type { TicketState } from './state.ts';
import { ticketWorkflow } from './workflow.ts';

/** Takes back what a run applied, as one transaction; where the ticket stands now is written into its file. */
export const revertTicket = (
  ports: TicketPorts,
  runId: string,
  by: string,
): Promise<Result<readonly string[]>> =>
  revertRun({ ...ports, files: ports.workspace.files }, ticketWorkflow, {
    runId,
    by,
    onReverted: ({ recorder }) => saveTicket({ ports, recorder }),
  });

/** Marks a run that nobody will go on with as cancelled, in its file too; what it applied stays. */
export const giveUpTicket = (ports: TicketPorts, runId: string): Promise<Result<TicketState>> =>
  whileHeld(ports.hold, runId, async () => {
    const { workspace, journals, clock } = ports;
    const stored = await openStored({ files: workspace.files, journals, clock }, ticketWorkflow, runId);
    if (!stored.ok) return stored;
    const { recorder } = stored.value;
    await recorder.record({ type: 'finished', outcome: { kind: 'CANCELLED', reason: 'given up' } });
    await saveTicket({ ports, recorder });
    return ok(recorder.state);
  });
