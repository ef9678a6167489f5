import type { Result } from '../kernel/result.ts';
import { inFolder } from '../runs/open-stored.ts';
import { createStoredRuns, type StoredRuns } from '../runs/stored-runs.ts';
import type { AgentEvent } from './events.ts';
import { filesAsStaging, findAssignment } from './find-assignment.ts';
import { type ResumeRequest, resumeTaskAgent } from './resume.ts';
import { runTaskAgent } from './run-agent.ts';
import type { AgentPorts, AgentRequest, Assignment } from './run-request.ts';
import type { AgentState } from './state.ts';
import { type ReadTaskList, taskList } from './task-list.ts';
import { agentTranscript } from './transcript.ts';
import { agentWorkflow } from './workflow.ts';

/** One call as a person reads it. */
export interface CallDocument {
  readonly tool: string;
  /** The file it wrote, moved to or deleted, when it did. */
  readonly changedPath?: string;
  /** Arguments and result, as Markdown. */
  readonly document: string;
}

/** The file to show for a call that changes one. */
function changedBy(tool: string, args: unknown): string | undefined {
  if (tool === 'atomic_replace' || tool === 'move_text') {
    const { file_path, target_file } = args as { readonly file_path?: string; readonly target_file?: string };
    return target_file ?? file_path;
  }
  if (tool !== 'write_file' && tool !== 'rename_file' && tool !== 'delete_file') return undefined;
  const { path, new_path } = args as { readonly path?: string; readonly new_path?: string };
  return new_path ?? path;
}

/** The task agent as every host calls it. */
export interface TaskAgent extends StoredRuns<AgentEvent, AgentState> {
  /** The words or the number a person typed, as what the agent is to do. */
  assign(text: string): Promise<Result<Assignment>>;
  /** TASKS.md as it is now. */
  tasks(): Promise<ReadTaskList>;
  /** Whether the folder is a git repository with a commit: without one nothing can be committed. */
  canCommit(): Promise<boolean>;
  /** Expected faults do not reject: look at the state's `outcome`. */
  run(request: AgentRequest): Promise<AgentState>;
  resume(request: ResumeRequest): Promise<Result<AgentState>>;
  /** One call of a run, from its place in it; `undefined` when it is not there. */
  call(runId: string, cycle: number, turn: number, index: number): Promise<CallDocument | undefined>;
}

/** @param ports gives the ports anew for each use: the folder may have become a git repository meanwhile */
export function createTaskAgent(ports: () => Promise<AgentPorts>): TaskAgent {
  const runs = createStoredRuns(async () => inFolder(await ports()), agentWorkflow);
  return {
    ...runs,
    assign: async text => findAssignment(text, (await ports()).workspace.files),
    tasks: async () => taskList(filesAsStaging((await ports()).workspace.files)).read(),
    canCommit: async () => (await ports()).workspace.delivery !== undefined,
    run: async request => runTaskAgent(await ports(), request),
    resume: async request => resumeTaskAgent(await ports(), request),
    async call(runId, cycle, turn, index) {
      let current = 0;
      for (const event of (await runs.shared(runId))?.events ?? []) {
        if (event.type === 'cycle_started') current = event.cycle;
        if (event.type !== 'called' || current !== cycle || event.turn !== turn || event.index !== index)
          continue;
        const { tool, args, status } = event;
        const changedPath = status === 'ok' ? changedBy(tool, args) : undefined;
        const document = agentTranscript([event]);
        return { tool, document, ...(changedPath === undefined ? {} : { changedPath }) };
      }
      return undefined;
    },
  };
}
