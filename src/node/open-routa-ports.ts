import path from 'node:path';
import type { RoutaEvent } from '../core/routa/events.ts';
import type { RoutaPorts } from '../core/routa/run-request.ts';
import { createHold } from './journal/hold-run.ts';
import { createJournals } from './journal/journals.ts';
import { createSteering } from './journal/steering.ts';
import { type AgentPlaces, journalOptions, openTests } from './open-agent-ports.ts';
import { sha256, systemClock } from './system.ts';

/** What ROUTA workspaces need of a folder: the same for the editor and the command line. */
export const openRoutaPorts = async (places: AgentPlaces): Promise<RoutaPorts> => ({
  files: places.files,
  programs: { linter: places.linter, tests: openTests(places) },
  journals: createJournals<RoutaEvent>(
    path.join(places.stateDir, 'routa'),
    systemClock,
    journalOptions(places),
  ),
  clock: systemClock,
  sha256,
  simulatedLinter: places.simulatedLinter,
  analyst: places.analyst,
  hold: createHold({ ...places, runsDir: path.join(places.stateDir, 'routa'), what: 'ROUTA workspace' }),
  steering: createSteering(path.join(places.stateDir, 'routa')),
});
