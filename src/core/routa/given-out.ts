import type { Agent } from './agent.ts';
import { canAnythingBegin, hasManyTasks, isAnyoneAtWork, shouldWake } from './wakeful.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** Whether a coordinator that did nothing but give out work has no more to give out now. */
export const hasGivenOutAll = (
  workspace: RoutaWorkspace,
  agent: Agent,
  results: readonly { readonly tool: string; readonly status: string }[],
): boolean =>
  agent.role === 'ROUTA' &&
  hasManyTasks(workspace) &&
  results.every(({ tool, status }) => tool === 'delegate_task' && status === 'ok') &&
  isAnyoneAtWork(workspace) &&
  !canAnythingBegin(workspace) &&
  !shouldWake(workspace, agent);
