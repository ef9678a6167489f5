import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { RunSummary } from '../ports/journal.ts';
import type { AgentEvent } from './events.ts';
import { filesAsStaging, findAssignment } from './find-assignment.ts';
import { AgentRecorder } from './recorder.ts';
import { type ResumeRequest, resumeTaskAgent } from './resume.ts';
import { type RevertRequest, revertAgentRun } from './revert-run.ts';
import { runTaskAgent } from './run-agent.ts';
import type { AgentPorts, AgentRequest, Assignment } from './run-request.ts';
import { type AgentState, initialAgentState, reduceAgent } from './state.ts';
import { type ReadTaskList, taskList } from './task-list.ts';
import { agentTranscript } from './transcript.ts';

/** The task agent as every host calls it. */
export interface TaskAgent {
  /** The words or the number a person typed, as what the agent is to do. */
  assign(text: string): Promise<Result<Assignment>>;
  /** TASKS.md as it stands. */
  tasks(): Promise<ReadTaskList>;
  /** Whether the folder is a git repository with a commit: without one nothing can be committed. */
  canCommit(): Promise<boolean>;
  /** Expected faults do not reject: look at the state's `outcome`. */
  run(request: AgentRequest): Promise<AgentState>;
  resume(request: ResumeRequest): Promise<Result<AgentState>>;
  /** Takes back what a run, or one turn of it, applied; the value names the files. */
  revert(request: RevertRequest): Promise<Result<readonly string[]>>;
  /** Marks a run that nobody will go on with as cancelled; what it applied stays. */
  giveUp(runId: string): Promise<Result<AgentState>>;
  list(): Promise<readonly RunSummary[]>;
  /** `undefined` when there is no such run. */
  events(runId: string): Promise<readonly AgentEvent[] | undefined>;
  state(runId: string): Promise<AgentState | undefined>;
  /** The run as a readable Markdown document. */
  transcript(runId: string): Promise<string | undefined>;
}

/** @param ports gives the ports anew for each use: the folder may have become a git repository meanwhile */
export function createTaskAgent(ports: () => Promise<AgentPorts>): TaskAgent {
  const events = async (runId: string) => (await ports()).journals.read(runId);
  const unknown = (runId: string) => fail(`there is no agent run ${runId}`);
  return {
    assign: async text => findAssignment(text, (await ports()).workspace.files),
    tasks: async () => taskList(filesAsStaging((await ports()).workspace.files)).read(),
    canCommit: async () => (await ports()).workspace.delivery !== undefined,
    run: async request => runTaskAgent(await ports(), request),
    resume: async request => resumeTaskAgent(await ports(), request),
    revert: async request => revertAgentRun(await ports(), request),
    async giveUp(runId) {
      const { journals, clock } = await ports();
      const earlier = await journals.read(runId);
      if (!earlier) return unknown(runId);
      const recorder = new AgentRecorder(await journals.reopen(runId), clock, undefined, earlier);
      await recorder.record({ type: 'finished', outcome: { kind: 'CANCELLED', reason: 'given up' } });
      return ok(recorder.state);
    },
    list: async () => (await ports()).journals.list(),
    events,
    state: async runId => (await events(runId))?.reduce(reduceAgent, initialAgentState(runId)),
    async transcript(runId) {
      const lines = await events(runId);
      return lines && agentTranscript(lines);
    },
  };
}
