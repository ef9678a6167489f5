import path from 'node:path';
import type { TicketEvent } from '../core/tickets/events.ts';
import type { TicketPorts } from '../core/tickets/run-request.ts';
import { createOneFlow } from './delivery/one-flow.ts';
import { createHold } from './journal/hold-run.ts';
import { createJournals } from './journal/journals.ts';
import { createSteering } from './journal/steering.ts';
import { type AgentPlaces, journalOptions, openAgentPorts, openBranches } from './open-agent-ports.ts';
import { createProcesses } from './processes.ts';

/** What tickets need of a folder: the same for the editor and the command line. */
export async function openTicketPorts(places: AgentPlaces): Promise<TicketPorts> {
  const { workspace, clock, sha256 } = await openAgentPorts(places);
  const stateDir = path.join(places.stateDir, 'tickets');
  const processes = createProcesses();
  return {
    workspace,
    oneFlow: workspace.delivery && createOneFlow({ ...places, stateDir }, workspace.delivery, processes),
    branches: openBranches(places, stateDir, workspace.delivery, processes),
    journals: createJournals<TicketEvent>(stateDir, clock, journalOptions(places)),
    clock,
    sha256,
    simulatedLinter: places.simulatedLinter,
    analyst: places.analyst,
    hold: createHold({ ...places, runsDir: stateDir, what: 'ticket run' }),
    steering: createSteering(stateDir),
  };
}
