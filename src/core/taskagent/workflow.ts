import type { Recorder } from '../runs/recorder.ts';
import { PLAIN_LINES, type Workflow } from '../runs/workflow.ts';
import type { AgentEvent } from './events.ts';
import { type AgentOutcome, agentHeadline } from './outcome.ts';
import { type AgentState, initialAgentState, reduceAgent } from './state.ts';
import { agentTranscript } from './transcript.ts';

/** Runs of the task agent as they are stored. */
export const agentWorkflow: Workflow<AgentEvent, AgentState, AgentOutcome> = {
  name: 'agent run',
  initial: initialAgentState,
  reduce: reduceAgent,
  applied: state => state.applied,
  outcome: state => state.outcome,
  headline: ({ outcome }) => outcome && agentHeadline(outcome),
  transcript: agentTranscript,
  ...PLAIN_LINES,
};

export type AgentRecorder = Recorder<AgentEvent, AgentState>;
