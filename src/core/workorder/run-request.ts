import type { WorkOrder } from '../../generated/contracts.ts';
import type { Spending } from '../conversation/budget.ts';
import type { Consents } from '../gate/consents.ts';
import type { Result } from '../kernel/result.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Hold } from '../ports/hold.ts';
import type { Journals } from '../ports/journal.ts';
import type { LintCode, Linter, SimulatedLinter } from '../ports/linter.ts';
import type { Model } from '../ports/model.ts';
import type { Reviewer } from '../ports/reviewer.ts';
import type { TestRunner } from '../ports/test-runner.ts';
import type { Trials, TryOut } from '../ports/trials.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { Policy, PolicyLayer, Workflow } from '../verification/policy.ts';
import type { WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import type { RunEvent } from './events.ts';
import type { Prompts } from './load-prompts.ts';
import type { Outcome } from './outcome.ts';
import type { RunRecorder } from './recorder.ts';
import type { Revision } from './revision.ts';
import type { SecretFileChoice } from './secret-files.ts';
import type { RunState } from './state.ts';

/** What became of the workspace while a run was designed, as far as runs of the same plan go. */
export type FilesSince = 'as before' | 'changed since';

export interface RunRequest {
  /** `plan` for an order that is a step of one; left out: on its own. */
  readonly workflow?: Extract<Workflow, 'work order' | 'plan'>;
  readonly order: WorkOrder;
  /** What became of an earlier run of this order, and what a person says of it; left out: a first answer. */
  readonly revision?: Revision;
  readonly designer: Model;
  /** `undefined` only with `check`: then the run ends after the Designer's dry run. */
  readonly qa: Model | undefined;
  readonly reviewer: Reviewer;
  /** `check` ends with CHECKED before the review: nothing is written. */
  readonly until: 'check' | 'end';
  /** After an unclean lint: leave the change (editor) or take it back (headless default). */
  readonly onLintFailure: 'keep' | 'revert';
  /** What a person asks of this run besides the workspace's policy, for example which problems of linters count. */
  readonly policy?: readonly PolicyLayer[];
  /** `changed_signatures` that differ from what really changes: told before the review (left out), or BLOCKED. */
  readonly onClaimMismatch?: 'warn' | 'block';
  /** A person agreed to run code of the workspace and of the change before it is applied; left out: nobody did. */
  readonly tryOut?: TryOut;
  /** Lint the simulated files while the person reviews; always done when only new problems count. */
  readonly lintPreview: boolean;
  /** Whether Designer and QA may be the same model at the same endpoint; left out: any, with a notice. */
  readonly models?: 'any' | 'different';
  /** What a person decided about files of the scope that look like secrets; left out: no model sees any. */
  readonly secretFiles?: SecretFileChoice;
  /** Prices and budgets; left out: costs are unknown and unlimited. */
  readonly spending?: Spending;
  /**
   * Waits until this run may be reviewed and applied, where several are designed at the same time; tells whether
   * another one was applied since this one began. Left out: at once. Rejects with `Cancelled`.
   */
  readonly awaitTurn?: () => Promise<FilesSince>;
  readonly signal: AbortSignal;
  /** Called after each journal line, with the state it leads to. */
  readonly onEvent?: (event: RunEvent, state: RunState) => void;
}

/** What the pipeline needs of its host. */
export interface PipelinePorts {
  readonly files: Files;
  readonly linter: Linter;
  /** The workspace's own tests; left out: they cannot be run here. */
  readonly tests?: TestRunner;
  /** The linters on files that are not written yet; without it there is no preview, and every problem counts. */
  readonly simulatedLinter?: SimulatedLinter;
  /** Which changes need an approval by name before linters run with them; left out where no linter runs code. */
  readonly lintCode?: LintCode;
  /** Left out: functions are never run to compare them. */
  readonly trials?: Trials;
  readonly journals: Journals<RunEvent>;
  /** Of the runs: one at work is neither taken back nor given up meanwhile. */
  readonly hold: Hold;
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly toolbox: Toolbox;
  readonly verifier: WorkspaceVerifier;
  readonly analyst: Analyst;
  /** Path that `null` or `""` means for `lint_backend`. */
  readonly defaultLintPath: () => string;
}

/** One run under way. */
export interface RunContext {
  readonly ports: PipelinePorts;
  readonly request: RunRequest;
  readonly recorder: RunRecorder;
  readonly consents: Consents;
  readonly prompts: Prompts;
  readonly policy: Policy;
}

/** A stage either hands its value on or ends the run. */
export type StageResult<T> = Result<T, Outcome>;
