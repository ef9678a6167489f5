import path from 'node:path';
import type { Files } from '../core/ports/files.ts';
import type { RoutaEvent } from '../core/routa/events.ts';
import type { RoutaPorts } from '../core/routa/run-request.ts';
import { createJournals } from './journal/journals.ts';
import { sha256, systemClock } from './system.ts';

/** What ROUTA workspaces need of a folder: the same for the editor and the command line. */
export const openRoutaPorts = (stateDir: string, files: Files): RoutaPorts => ({
  files,
  journals: createJournals<RoutaEvent>(path.join(stateDir, 'routa'), systemClock),
  clock: systemClock,
  sha256,
});
