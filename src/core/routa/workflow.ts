import type { Workflow } from '../runs/workflow.ts';
import type { RoutaEvent } from './events.ts';
import { Workspace } from './workspace.ts';

/** ROUTA workspaces as they are stored. */
export const routaWorkflow: Workflow<RoutaEvent, Workspace> = {
  name: 'ROUTA workspace',
  initial: runId => new Workspace(runId),
  reduce: (workspace, event) => workspace.apply(event),
  applied: workspace => workspace.applied,
  appliedLine: (applied, agentId) => ({ ...applied, agentId }),
  revertedLine: reverted => reverted,
};
