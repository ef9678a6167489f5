import type { Command, DesignerOutput, Evidence, QaOutput, WorkOrder } from '../../generated/contracts.ts';
import type { CommandReceipt } from '../changes/change-set.ts';
import type { Finding } from '../changes/finding.ts';
import type { HunkPlace } from '../changes/hunk-place.ts';
import type { Cap } from '../conversation/budget.ts';
import type { Cost } from '../conversation/prices.ts';
import type { PromptVersions } from '../conversation/prompt-versions.ts';
import type { GateEvent } from '../gate/gate-events.ts';
import type { LintDifference } from '../lint/lint-proposal.ts';
import type { LintOutcome } from '../ports/linter.ts';
import type { Model, ModelUsage } from '../ports/model.ts';
import type { ReviewComment } from '../ports/reviewer.ts';
import type { TestsTried, Tried } from '../ports/trials.ts';
import type { CheckResult } from '../verification/check.ts';
import type { PromptName } from './load-prompts.ts';
import type { Outcome } from './outcome.ts';
import type { Revision } from './revision.ts';
import type { SecretFileChoice } from './secret-files.ts';

/** The stages a person sees, in order. */
export const STAGES = [
  'designer',
  'validation',
  'evidence',
  'qa',
  'qa validation',
  'review',
  'apply',
  'lint',
] as const;
export type Stage = (typeof STAGES)[number];

/** A changed file as the journal and the reports name it; hashes are lower-case hexadecimal SHA-256. */
export interface FileRecord {
  readonly path: string;
  readonly before_sha256: string | null;
  readonly after_sha256: string | null;
  readonly lines_added: number;
  readonly lines_removed: number;
}

/** How a run was asked for, as far as it decides how the run goes. */
export interface RunSettings {
  readonly until: 'check' | 'end';
  readonly onLintFailure: 'keep' | 'revert';
  readonly failOn: 'any' | 'new';
  readonly onClaimMismatch: 'warn' | 'block';
  readonly lintPreview: boolean;
  readonly models: 'any' | 'different';
  readonly budgets: readonly Pick<Cap, 'of' | 'limit'>[];
  /** Files that look like secrets, as a person decided about them; left out where there were none. */
  readonly secretFiles?: SecretFileChoice;
}

/** One line of a run's journal. Everything shown about a run is a projection of these. */
export type RunEvent = { /** Milliseconds since 1970. */ readonly at: number } & (
  | {
      readonly type: 'run_started';
      readonly runId: string;
      readonly order: WorkOrder;
      readonly designerModel: string;
      readonly qaModel: string;
      /** Left out for an order on its own. */
      readonly workflow?: 'plan';
      /** Left out for a first answer to the order. */
      readonly revision?: Pick<Revision, 'of' | 'round' | 'comments'>;
      /** Of Work Order; absent in older journals, as are the settings. */
      readonly version?: string;
      readonly settings?: RunSettings;
      /** Versions of the built-in prompts; absent in older journals. */
      readonly prompts?: PromptVersions;
    }
  /** A person asked for a fix of ruff: a run without models, of one file. */
  | {
      readonly type: 'lint_fix';
      readonly runId: string;
      readonly tool: 'ruff';
      readonly version: string;
      readonly path: string;
      readonly code: string;
      readonly message: string;
      /** It may change what the code does; the person was told so. */
      readonly unsafe: boolean;
      /** How many problems it takes away. */
      readonly fixed: number;
      readonly by: string;
    }
  /** A person, an agent from outside or an MCP client called an editing tool: a run without models. */
  | {
      readonly type: 'tool_edit';
      readonly runId: string;
      readonly title: string;
      readonly commands: readonly Command[];
      /** Created empty before the first command. */
      readonly newFiles: readonly string[];
      /** Who called, as far as it is known. */
      readonly by?: string;
    }
  /** The same in journals of the first version. */
  | { readonly type: 'tool_edit'; readonly runId: string; readonly command: Command }
  /** The workspace's own prompt file was used instead of the built-in one. */
  | {
      readonly type: 'prompt_overridden';
      readonly name: PromptName;
      readonly path: string;
      readonly sha256: string;
    }
  | { readonly type: 'stage_started'; readonly stage: Stage }
  | { readonly type: 'stage_finished'; readonly stage: Stage; readonly ok: boolean }
  /** A sentence while something waits, for example before a retry. */
  | { readonly type: 'waiting'; readonly stage: Stage; readonly sentence: string }
  | {
      readonly type: 'warning';
      readonly stage: Stage;
      readonly sentence: string;
      /** About who answers, not about the change: to know, not to approve. */
      readonly about?: 'models';
    }
  /** A request is about to be sent; tokens and cost are estimates. Shown, never journaled. */
  | {
      readonly type: 'asking';
      readonly role: 'designer' | 'qa';
      readonly inputTokens: number;
      /** Nothing is sent: the reply was said before. */
      readonly plays?: NonNullable<Model['plays']>;
      readonly cost?: Cost;
    }
  | {
      readonly type: 'model_replied';
      readonly role: 'designer' | 'qa';
      readonly model: string;
      readonly text: string;
      readonly usage: ModelUsage;
      /** Left out without a price for the model. */
      readonly cost?: Cost;
    }
  /** The model was asked and gave no whole answer: what that cost. */
  | {
      readonly type: 'unanswered';
      readonly role: 'designer' | 'qa';
      readonly code: string;
      readonly model: string;
      readonly usage: ModelUsage;
      readonly cost?: Cost;
    }
  /**
   * One command of an answer that still arrives; the first one starts the list again. Shown, never journaled:
   * the reply that follows holds them all.
   */
  | { readonly type: 'command_arrived'; readonly index: number; readonly command: Command }
  /** The rest of an answer was not waited for, because it could only be blocked. */
  | {
      readonly type: 'stopped_early';
      readonly role: 'designer';
      readonly sentence: string;
      /** Its commands were understood: what they do is not allowed. */
      readonly understood?: true;
    }
  | {
      readonly type: 'tool_called';
      readonly role: 'designer' | 'qa';
      readonly tool: string;
      readonly args: unknown;
      readonly refused: boolean;
      readonly result: unknown;
    }
  | { readonly type: 'designer_output'; readonly output: DesignerOutput }
  | {
      readonly type: 'simulated';
      readonly of: 'designer' | 'qa';
      readonly files: readonly FileRecord[];
      readonly receipts: readonly CommandReceipt[];
    }
  /** Facts found by code about the Designer's change, or about QA's with its spot checks graded. */
  | { readonly type: 'evidence'; readonly of: 'designer' | 'qa'; readonly evidence: Evidence }
  | {
      readonly type: 'qa_output';
      readonly output: QaOutput /** Whether QA's commands differ from the Designer's. */;
      readonly commandsChanged: boolean;
    }
  /** Functions that were run before and after the proposed change, after a person agreed to run its code. */
  | { readonly type: 'tried'; readonly trials: Tried['trials']; readonly tests?: TestsTried }
  /** What the checks of the policy came to: before a person is asked, and again after the apply. */
  | {
      readonly type: 'verified';
      readonly phase: 'before' | 'after';
      readonly results: readonly Omit<CheckResult, 'findings'>[];
      readonly findings: readonly Finding[];
      readonly sha256: string;
    }
  /** What was asked beside the change, for example to run the tests. */
  | Extract<GateEvent, { type: 'consented' }>
  /** A person wants only these commands of QA's list (0-based); what follows is about them. */
  | {
      readonly type: 'selected';
      readonly kept: readonly number[];
      readonly of: number;
      /** Hunks of these commands that they left out. */
      readonly hunksLeftOut?: readonly HunkPlace[];
      /** Their own commands, which come last: what they typed into the proposed files. */
      readonly edits?: readonly Command[];
      /** Why what they wanted is not possible: these are the commands of the proposal before. */
      readonly refused?: readonly string[];
    }
  | { readonly type: 'proposed'; readonly approvalSha256: string }
  | {
      readonly type: 'reviewed';
      readonly decision: 'apply' | 'reject';
      readonly by: string;
      readonly reason?: string;
      /** What the person asks to be changed. */
      readonly comments?: readonly ReviewComment[];
      readonly approvalSha256?: string;
    }
  | { readonly type: 'applied'; readonly files: readonly FileRecord[] }
  /** Lint of the simulated files, while the review is open. */
  | { readonly type: 'lint_previewed'; readonly outcome: LintOutcome; readonly difference?: LintDifference }
  | { readonly type: 'linted'; readonly outcome: LintOutcome; readonly difference?: LintDifference }
  | { readonly type: 'reverted'; readonly by: string; readonly files: readonly FileRecord[] }
  | { readonly type: 'finished'; readonly outcome: Outcome }
);

const LIVE = ['command_arrived', 'asking'] as const;

/** Events that are shown as they happen and leave no trace in the journal. */
export type LiveEvent = Extract<RunEvent, { readonly type: (typeof LIVE)[number] }>;

export const isLive = (event: RunEvent): event is LiveEvent =>
  (LIVE as readonly string[]).includes(event.type);
