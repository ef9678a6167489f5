import type { Result } from '../kernel/result.ts';
import { revertRun } from '../runs/revert.ts';
import type { AppliedChange } from '../runs/workflow.ts';
import type { AgentPorts } from './run-request.ts';
import { agentWorkflow } from './workflow.ts';

export interface RevertRequest {
  readonly runId: string;
  /** Only what this turn applied; the whole run when absent. */
  readonly turn?: number;
  readonly by: string;
}

/** Takes back what an agent's run, or one turn of it, applied to the user's folder; the value names the files. */
export function revertAgentRun(
  ports: AgentPorts,
  { runId, turn, by }: RevertRequest,
): Promise<Result<readonly string[]>> {
  const stored = { ...ports, files: ports.workspace.files };
  if (turn === undefined) return revertRun(stored, agentWorkflow, { runId, by });
  const part = { name: `turn ${turn}`, has: (change: AppliedChange) => change.turn === turn };
  return revertRun(stored, agentWorkflow, { runId, by, part });
}
