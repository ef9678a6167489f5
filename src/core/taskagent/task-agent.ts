import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { joinChanges } from '../changes/join-changes.ts';
import type { Result } from '../kernel/result.ts';
import { ok } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import type { RunSummary } from '../ports/journal.ts';
import { openStored } from '../runs/open-stored.ts';
import type { AgentEvent } from './events.ts';
import { filesAsStaging, findAssignment } from './find-assignment.ts';
import { type ResumeRequest, resumeTaskAgent } from './resume.ts';
import { type RevertRequest, revertAgentRun } from './revert-run.ts';
import { runTaskAgent } from './run-agent.ts';
import type { AgentPorts, AgentRequest, Assignment } from './run-request.ts';
import { type AgentState, initialAgentState, reduceAgent } from './state.ts';
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
  if (tool !== 'write_file' && tool !== 'rename_file' && tool !== 'delete_file') return undefined;
  const { path, new_path } = args as { readonly path?: string; readonly new_path?: string };
  return new_path ?? path;
}

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
  /** What one turn changed, bytes included; empty when nothing, or when the run was pruned. */
  changes(runId: string, cycle: number, turn: number): Promise<readonly FileChange[]>;
  /** One call of a run, from its place in it; `undefined` when it is not there. */
  call(runId: string, cycle: number, turn: number, index: number): Promise<CallDocument | undefined>;
  /** The run as a readable Markdown document. */
  transcript(runId: string): Promise<string | undefined>;
}

/** @param ports gives the ports anew for each use: the folder may have become a git repository meanwhile */
export function createTaskAgent(ports: () => Promise<AgentPorts>): TaskAgent {
  const events = async (runId: string) => (await ports()).journals.read(runId);
  const stateOf = async (runId: string) =>
    (await events(runId))?.reduce(reduceAgent, initialAgentState(runId));
  return {
    assign: async text => findAssignment(text, (await ports()).workspace.files),
    tasks: async () => taskList(filesAsStaging((await ports()).workspace.files)).read(),
    canCommit: async () => (await ports()).workspace.delivery !== undefined,
    run: async request => runTaskAgent(await ports(), request),
    resume: async request => resumeTaskAgent(await ports(), request),
    revert: async request => revertAgentRun(await ports(), request),
    async giveUp(runId) {
      const { workspace, journals, clock, hold } = await ports();
      return whileHeld(hold, runId, async () => {
        const stored = await openStored({ files: workspace.files, journals, clock }, agentWorkflow, runId);
        if (!stored.ok) return stored;
        const { recorder } = stored.value;
        await recorder.record({ type: 'finished', outcome: { kind: 'CANCELLED', reason: 'given up' } });
        return ok(recorder.state);
      });
    },
    list: async () => (await ports()).journals.list(),
    events,
    state: stateOf,
    async changes(runId, cycle, turn) {
      const { journals } = await ports();
      const applied = (await stateOf(runId))?.applied ?? [];
      const parts: ChangeSet[] = [];
      for (const change of applied.filter(c => c.cycle === cycle && c.turn === turn)) {
        const stored = await journals.loadChangeSet(runId, change.number);
        if (stored) parts.push(stored);
      }
      return parts.length === 0 ? [] : joinChanges(parts).files;
    },
    async call(runId, cycle, turn, index) {
      let current = 0;
      for (const event of (await events(runId)) ?? []) {
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
    async transcript(runId) {
      const lines = await events(runId);
      return lines && agentTranscript(lines);
    },
  };
}
