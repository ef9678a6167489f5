import type { Command, DesignerOutput, Evidence, QaApproved, WorkOrder } from '../../generated/contracts.ts';
import type { HunkPlace } from '../changes/hunk-place.ts';
import type { WantedCommands } from '../changes/pick-commands.ts';
import type { Consent, ConsentRequest } from './agent-reviewer.ts';
import type { Decision, ProposedChange, Rejection } from './decision.ts';
import type { Trials, Tried, TryOut } from './trials.ts';

export type TryOutMeans = Awaited<ReturnType<Trials['look']>>;

/** What of QA's list is proposed, and what the person added. */
export interface ProposedPart {
  /** QA's whole list. */
  readonly whole: readonly Command[];
  /** How many parts each of these commands has that can be left out on their own. */
  readonly hunks: readonly number[];
  /** Places in the whole list, from 0. */
  readonly kept: readonly number[];
  readonly of: number;
  readonly hunksLeftOut: readonly HunkPlace[];
  /** The person's own commands, which come last. */
  readonly edits: readonly Command[];
  /** Why what the person wanted last is not possible. */
  readonly refused: readonly string[];
}

/** The change of a work order: the simulation of QA's commands, with what models and code say about it. */
export interface Proposal extends ProposedChange {
  readonly order: WorkOrder;
  readonly designer: DesignerOutput;
  readonly qa: QaApproved;
  /** Facts that code found about the changes; QA's spot checks graded. */
  readonly evidence: Evidence;
  /** Left out where no commands can be chosen; else `qa.commands` are those of this part. */
  readonly part?: ProposedPart;
  /**
   * Runs the changed functions and the tests before and after the change: code of the workspace and of the change, so
   * calling it is the person's consent. Left out where the host cannot. Rejects only with `Cancelled`.
   */
  readonly tryOut?: {
    readonly run: (tryOut: TryOut, signal: AbortSignal) => Promise<Tried>;
    /** What it would be run with, for the question. */
    readonly look: () => Promise<TryOutMeans>;
  };
}

/** What a person wants to be other in a proposal: about all of it, a command, a file or a line of a file. */
export interface ReviewComment {
  readonly text: string;
  /** Workspace-relative with `/`. */
  readonly path?: string;
  /** 1-indexed, in the file as it was proposed. */
  readonly line?: number;
  /** Index in the list of commands, from 0. */
  readonly command?: number;
}

export interface EditedFile {
  readonly path: string;
  readonly text: Uint8Array | undefined;
}

export type ReviewDecision =
  | Decision
  /** Only these commands and hunks of the whole list: they are proposed anew, for another approval. */
  | ({ readonly kind: 'select' } & WantedCommands)
  /** What the person typed into proposed files, whole, as bytes; without a text their edit of the file is taken back. */
  | { readonly kind: 'edit'; readonly files: readonly EditedFile[] }
  /** What to change instead: the models are asked for another answer. */
  | (Rejection & { readonly comments: readonly ReviewComment[] });

/** Where a person (or `--yes`) decides. Rejects only with `Cancelled`. */
export interface Reviewer {
  review(proposal: Proposal, signal: AbortSignal): Promise<ReviewDecision>;
  /**
   * Asked after the apply when the change touches what the linters run or how (their configuration, plugins,
   * environments): running them now would run code the change brought. Without it lint does not run; `false` is a
   * person's no, which is remembered.
   */
  approveLint(paths: readonly string[], signal: AbortSignal): Promise<boolean | 'unanswered'>;
  /** Asked once per run before tests of the workspace run; left out: nobody can be asked, and they do not. */
  consent?(request: ConsentRequest, signal: AbortSignal, runId?: string): Promise<Consent>;
}
