import type { Result } from '../kernel/result.ts';
import { createStoredRuns, type StoredRuns } from '../runs/stored-runs.ts';
import type { RoutaEvent } from './events.ts';
import type { RoutaPorts, RoutaSettings } from './run-request.ts';
import type { OpenRouta, ResumeRouta, StartRouta } from './run-routa.ts';
import { routaWorkflow } from './workflow.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** ROUTA workspaces as every host calls them; what lets agents work is loaded when some do. */
export interface Routa extends StoredRuns<RoutaEvent, RoutaWorkspace> {
  start(settings: RoutaSettings, start: StartRouta): Promise<OpenRouta>;
  /** The error says why it cannot continue. */
  resume(settings: RoutaSettings, resume: ResumeRouta): Promise<Result<OpenRouta>>;
}

/** @param ports gives the ports anew for each use, as those of the other workflows */
export const createRouta = (ports: () => Promise<RoutaPorts>): Routa => ({
  ...createStoredRuns(ports, routaWorkflow),
  start: async (settings, start) =>
    (await import('./run-routa.ts')).startRouta(await ports(), settings, start),
  resume: async (settings, resume) =>
    (await import('./run-routa.ts')).resumeRouta(await ports(), settings, resume),
});
