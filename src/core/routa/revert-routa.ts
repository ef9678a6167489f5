import type { Result } from '../kernel/result.ts';
import { revertRun } from '../runs/revert.ts';
import type { RoutaPorts } from './run-request.ts';
import { routaWorkflow } from './workflow.ts';

/** Takes back what the agents of a workspace applied, as one transaction. The value names the files. */
export const revertRouta = (
  ports: RoutaPorts,
  runId: string,
  by: string,
): Promise<Result<readonly string[]>> => revertRun(ports, routaWorkflow, { runId, by });
