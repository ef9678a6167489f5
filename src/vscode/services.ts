import type * as vscode from 'vscode';
import type { AgentDocuments } from './agents/agent-documents.ts';
import type { AgentReviews } from './agents/agent-reviews.ts';
import type { AgentsRegistry } from './agents/agents-registry.ts';
import type { routaWorkspaces } from './agents/routa-adapter.ts';
import type { AgentParts } from './agents/run-adapter.ts';
import type { taskAgents } from './agents/task-agent-adapter.ts';
import type { ticketRuns } from './agents/ticket-adapter.ts';
import type { DiffEditor } from './diff/diff-editor.ts';
import type { MemoryFiles } from './diff/memory-files.ts';
import type { ReviewNotes } from './diff/review-notes.ts';
import type { SpotCheckComments } from './diff/spot-check-comments.ts';
import type { VersionDiffs } from './diff/version-diffs.ts';
import type { Typing } from './editor/typing.ts';
import type { FolderApps } from './folder-apps.ts';
import type { LintTasks } from './lint/lint-tasks.ts';
import type { Problems } from './lint/problems.ts';
import type { Log } from './output.ts';
import type { ShownProof } from './prove/shown-proof.ts';
import type { ActiveRun } from './run/active-run.ts';
import type { Review } from './run/review.ts';
import type { ApiKeys } from './secrets.ts';
import type { ReviewView } from './views/review-view.ts';

/** What commands and views work with; made by `activate`, none of it does anything until it is asked. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly folders: FolderApps;
  readonly run: ActiveRun;
  readonly diff: DiffEditor;
  /** What diffs show that is on no disk. */
  readonly memory: MemoryFiles;
  readonly versions: VersionDiffs;
  readonly comments: SpotCheckComments;
  readonly notes: ReviewNotes;
  readonly review: Review;
  /** Whether a person types: nothing takes their keys then. */
  readonly typing: Typing;
  readonly reviewView: ReviewView;
  /** What every workflow with agents shows in the Agents view. */
  readonly agents: AgentsRegistry;
  readonly agentReviews: AgentReviews;
  /** Transcripts and plans as documents to read. */
  readonly documents: AgentDocuments;
  /** What hosts of agents are made of that are loaded later. */
  readonly agentParts: AgentParts;
  readonly taskAgents: ReturnType<typeof taskAgents>;
  readonly routaWorkspaces: ReturnType<typeof routaWorkspaces>;
  readonly tickets: ReturnType<typeof ticketRuns>;
  readonly problems: Problems;
  /** What the Review view shows of a change that somebody made. */
  readonly proofs: ShownProof;
  readonly lintTasks: LintTasks;
  readonly keys: ApiKeys;
  /** Reads the lists of work orders and runs again. */
  readonly refreshLists: () => void;
}
