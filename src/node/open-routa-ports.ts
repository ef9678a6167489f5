import path from 'node:path';
import type { RoutaEvent } from '../core/routa/events.ts';
import type { RoutaPorts } from '../core/routa/run-request.ts';
import { openDelivery } from './delivery/git-delivery.ts';
import { createHold } from './journal/hold-run.ts';
import { createJournals } from './journal/journals.ts';
import { createSteering } from './journal/steering.ts';
import { type AgentPlaces, journalOptions, openBranches, openTests } from './open-agent-ports.ts';
import { createProcesses } from './processes.ts';
import { sha256, systemClock } from './system.ts';

/** What ROUTA workspaces need of a folder: the same for the editor and the command line. */
export async function openRoutaPorts(places: AgentPlaces): Promise<RoutaPorts> {
  const { root } = places;
  const stateDir = path.join(places.stateDir, 'routa');
  const processes = createProcesses();
  const delivery = await openDelivery(root, processes, new AbortController().signal);
  return {
    files: places.files,
    branches: openBranches(places, stateDir, delivery, processes),
    programs: { linter: places.linter, tests: openTests(places) },
    journals: createJournals<RoutaEvent>(stateDir, systemClock, journalOptions(places)),
    clock: systemClock,
    sha256,
    simulatedLinter: places.simulatedLinter,
    analyst: places.analyst,
    hold: createHold({ ...places, runsDir: stateDir, what: 'ROUTA workspace' }),
    steering: createSteering(stateDir),
  };
}
