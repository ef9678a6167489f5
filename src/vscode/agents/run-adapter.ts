import type * as vscode from 'vscode';
import type { ModelUse } from '../../core/conversation/choose-model.ts';
import type { EnvelopeCall } from '../../core/conversation/envelope.ts';
import type { Result } from '../../core/kernel/result.ts';
import type { AgentRow, NeedsYou } from '../../core/panel/agents-list.ts';
import type { RunItem } from '../../core/panel/run-items.ts';
import type { WatchedRun } from '../../core/panel/watched-run.ts';
import type { ChangePart } from '../../core/runs/change-part.ts';
import type { ResultOnBranch } from '../../core/runs/result-on-branch.ts';
import type { StoredRuns } from '../../core/runs/stored-runs.ts';
import type { DiffEditor } from '../diff/diff-editor.ts';
import type { FolderApp, FolderApps } from '../folder-apps.ts';
import type { Log } from '../output.ts';
import type { ApiKeys } from '../secrets.ts';
import type { AgentDocuments } from './agent-documents.ts';
import type { AgentReviews, PlanReviewer } from './agent-reviews.ts';
import type { AgentsRegistry } from './agents-registry.ts';
import type { AgentModels } from './choose-agent-models.ts';

/** The parts of the window that agents of every workflow use. */
export interface AgentParts {
  readonly agents: AgentsRegistry;
  readonly folders: FolderApps;
  readonly reviews: AgentReviews;
  readonly documents: AgentDocuments;
  /** Shows what was applied. */
  readonly history: DiffEditor;
  readonly keys: ApiKeys;
  readonly log: Log;
  /** What is kept of this workspace between windows. */
  readonly memory: vscode.Memento;
}

export type StoredAgentRuns<S> = StoredRuns<{ readonly at: number }, S>;

/** What a run needs of the window while it is under way. */
export interface RunSession<S> {
  readonly folder: vscode.WorkspaceFolder;
  readonly models: AgentModels;
  /** Where the person decides; for one agent where several work. */
  readonly reviewerFor: (agentId?: string) => PlanReviewer;
  readonly signal: AbortSignal;
  readonly onCall: (call: EnvelopeCall, agentId?: string) => void;
  readonly onEvent: (event: { readonly at: number; readonly agentId?: string }, state: S) => void;
}

/** What every workflow's state says. */
export interface RunDescription {
  readonly runId: string;
  readonly title: string;
  /** Left out while it has not ended. */
  readonly end?: { readonly kind: string; readonly headline: string } | undefined;
  /** Where its result is, when it is not in the folder. */
  readonly results?: readonly ResultOnBranch[];
  /** Pull requests it opened. */
  readonly pages?: readonly string[];
  /** In a branch that others have: taken back with git. */
  readonly isMerged?: boolean;
}

/** A row of a run that was acted on. */
export interface OpenedRow<S, K extends string, W> {
  readonly runs: W;
  readonly folder: vscode.WorkspaceFolder;
  readonly state: S;
  readonly item: RunItem<K>;
}

/** What a row shows instead of something of its own. */
export type Opens =
  | { readonly kind: 'transcript' }
  | { readonly kind: 'document'; readonly id: string; readonly title: string; readonly markdown: string }
  /** What a part of the run changed, or one file of it; else the document. */
  | {
      readonly kind: 'changes';
      readonly name: string;
      readonly part: ChangePart;
      readonly path?: string;
      readonly or?: Opens;
    };

/**
 * What one workflow has of its own: its state `S`, the kinds `K` of its rows, what a person chooses `C` for a new
 * run, and its runs `W` in a folder.
 */
export interface RunAdapter<S, K extends string, C, W extends StoredAgentRuns<S>> {
  /** Names the host. */
  readonly name: string;
  /** As a sentence begins with it: `The agent`. */
  readonly noun: string;
  readonly items: readonly K[];
  /** Who asks a model. */
  readonly models: readonly ModelUse[];
  titleOf(choices: C): string;
  runsOf(folder: FolderApp): W;
  describe(state: S): RunDescription;
  row(run: WatchedRun<S>): AgentRow;
  needs(run: WatchedRun<S>): readonly NeedsYou[];
  start(runs: W, session: RunSession<S>, choices: C): Promise<Result<S>>;
  /** The error says why it cannot be resumed. */
  resume(row: OpenedRow<S, K, W>, session: RunSession<S>, words: string | undefined): Promise<Result<S>>;
  /** A click on a row that waits for nothing; `undefined` when it was opened. */
  open(row: OpenedRow<S, K, W>): Promise<Opens | undefined>;
  /** The agent whose row this is, where a run has several. */
  agentOf?(item: RunItem<K>): string | undefined;
  /** Takes the person's words for a run at work in this window, where no journal brings them to it. */
  say?(runId: string, text: string): boolean;
  /** Stops one agent of a run under way, or what needs no cancelling; answers whether it did. */
  stopPart?(item: RunItem<K>): Promise<boolean>;
  /** What reverting this row takes back; the whole run when it is left out. */
  partOf?(item: RunItem<K>): ChangePart | undefined;
}
