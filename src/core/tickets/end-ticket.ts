import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import { joinChanges } from '../changes/join-changes.ts';
import { revertChanges } from '../gate/revert-changes.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import type { TicketPorts, TicketRun } from './run-request.ts';
import { openTicketRecorder } from './run-ticket.ts';
import { saveTicket } from './save-ticket.ts';
import type { TicketState } from './state.ts';

/** Takes back what a run applied, as one transaction; where the ticket stands now is written into its file. */
export const revertTicket = (
  ports: TicketPorts,
  runId: string,
  by: string,
): Promise<Result<readonly string[]>> =>
  withRecorder(ports, runId, async run => {
    const { recorder } = run;
    const wanted = recorder.state.applied.filter(a => !a.reverted);
    if (wanted.length === 0) return fail(`run ${runId} has no applied change to revert`);
    const parts: ChangeSet[] = [];
    for (const { number } of wanted) {
      const part = await ports.journals.loadChangeSet(runId, number);
      if (!part) return fail(`change ${number} of run ${runId} is no longer stored`);
      parts.push(part);
    }
    const changes = joinChanges(parts);
    const { sha256, workspace } = ports;
    const result = await revertChanges({ files: workspace.files, sha256 }, changes, runId);
    if (result.kind !== 'applied') return fail(result.reason);
    const numbers = wanted.map(a => a.number);
    await recorder.record({ type: 'reverted', numbers, by, files: fileRecords(changes) });
    await saveTicket(run);
    return ok(changes.files.map(f => f.path));
  });

/** Marks a run that nobody will go on with as cancelled, in its file too; what it applied stays. */
export const giveUpTicket = (ports: TicketPorts, runId: string): Promise<Result<TicketState>> =>
  withRecorder(ports, runId, async run => {
    const { recorder } = run;
    await recorder.record({ type: 'finished', outcome: { kind: 'CANCELLED', reason: 'given up' } });
    await saveTicket(run);
    return ok(recorder.state);
  });

function withRecorder<T>(
  ports: TicketPorts,
  runId: string,
  act: (run: Pick<TicketRun, 'ports' | 'recorder'>) => Promise<Result<T>>,
): Promise<Result<T>> {
  return whileHeld(ports.hold, runId, async () => {
    const events = await ports.journals.read(runId);
    if (!events) return fail(`there is no ticket run ${runId}`);
    const recorder = openTicketRecorder(ports, await ports.journals.reopen(runId), events);
    return act({ ports, recorder });
  });
}
