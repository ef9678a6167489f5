import type { Recorder } from '../conversation/recorder.ts';
import type { Workflow } from '../runs/workflow.ts';
import type { AgentEvent } from './events.ts';
import { type AgentState, initialAgentState, reduceAgent } from './state.ts';

/** Runs of the task agent as they are stored. */
export const agentWorkflow: Workflow<AgentEvent, AgentState> = {
  name: 'agent run',
  initial: initialAgentState,
  reduce: reduceAgent,
  applied: state => state.applied.filter(change => !change.reverted),
  appliedLine: applied => applied,
  revertedLine: reverted => reverted,
};

export type AgentRecorder = Recorder<AgentEvent, AgentState>;
