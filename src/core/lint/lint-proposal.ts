import type { LintBackendArgs } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { defined } from '../kernel/defined.ts';
import type { LintOutcome, SimulatedLinter, SimulatedLintOptions } from '../ports/linter.ts';
import { compareLint, isAcceptable, type LintDelta, type LintState, markOrigin } from './baseline.ts';

/** How many problems a change adds, leaves and fixes; for the journal and for people. */
export interface LintDifference {
  readonly added: number;
  readonly pre_existing: number;
  readonly fixed: number;
}

/** An outcome checked against the files as they were before the change. */
export interface LintComparison {
  /** The outcome with each problem marked as new or from before. */
  readonly outcome: LintOutcome;
  readonly difference: LintDifference;
  /** Nothing new was found and nothing can hide. */
  readonly acceptable: boolean;
}

export interface ProposalLint {
  /** The files of the change as they are now. */
  readonly before: LintState;
  /** The same files as the change would leave them. */
  readonly after: LintOutcome;
  /** Left out when the linters did not run on the proposal. */
  readonly compared: LintComparison | undefined;
}

/**
 * Lints the files of a change as they are and as it would leave them. The error is the outcome that says why the
 * linters did not run. Rejects only with `Cancelled`.
 */
export async function lintProposal(
  linter: SimulatedLinter,
  args: LintBackendArgs,
  changes: ChangeSet,
  options: SimulatedLintOptions,
): Promise<ProposalLint | Extract<LintOutcome, { kind: 'did_not_run' }>> {
  const before = await linter.lintSimulated(args, withoutEffect(changes), options);
  if (before.kind === 'did_not_run') return before;
  const after = await linter.lintSimulated(args, changes, options);
  const state = stateOf(before);
  return { before: state, after, compared: compareOutcome(state, after, changes) };
}

/** Tells new problems of an outcome from those that were there. */
export function compareOutcome(
  before: LintState,
  outcome: LintOutcome,
  changes: ChangeSet,
): LintComparison | undefined {
  if (outcome.kind === 'did_not_run') return undefined;
  const delta = compareLint(before, stateOf(outcome), changes);
  const marked = outcome.diagnostics && { diagnostics: markOrigin(outcome.diagnostics, delta) };
  return {
    outcome: { ...outcome, ...marked },
    difference: countDifference(delta),
    acceptable: isAcceptable(delta),
  };
}

/** The same files, unchanged: linting them selects exactly what linting the change will. */
function withoutEffect(changes: ChangeSet): ChangeSet {
  const files = changes.files.flatMap(file =>
    file.before ? [{ ...file, after: file.before, afterSha256: file.beforeSha256, spans: [] }] : [],
  );
  return { files, receipts: [] };
}

export const stateOf = (outcome: Extract<LintOutcome, { kind: 'report' }>): LintState => ({
  diagnostics: outcome.diagnostics ?? [],
  ...defined({
    stoppedEarly: outcome.stoppedEarly,
    // One that is not installed looks at nothing before and after: it hides nothing new, and is told as missing.
    leftOut: outcome.leftOut?.flatMap(({ tool, isMissing }) => (isMissing ? [] : [tool])),
  }),
});

const countDifference = ({ added, preExisting, fixed }: LintDelta): LintDifference => ({
  added: added.length,
  pre_existing: preExisting.length,
  fixed: fixed.length,
});
