import { PLAIN_LINES, type Workflow } from '../runs/workflow.ts';
import type { RoutaEvent } from './events.ts';
import { type RoutaOutcome, routaHeadline } from './outcome.ts';
import { routaTranscript } from './transcript.ts';
import { RoutaWorkspace } from './workspace.ts';

/** ROUTA workspaces as they are stored. */
export const routaWorkflow: Workflow<RoutaEvent, RoutaWorkspace, RoutaOutcome> = {
  name: 'ROUTA workspace',
  initial: runId => new RoutaWorkspace(runId),
  reduce: (workspace, event) => workspace.apply(event),
  applied: workspace => workspace.changes,
  outcome: workspace => workspace.outcome,
  headline: ({ outcome }) => outcome && routaHeadline(outcome),
  transcript: routaTranscript,
  ...PLAIN_LINES,
  appliedLine: (applied, agentId) => ({ ...applied, agentId }),
};
