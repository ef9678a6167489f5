import type { LintOutcome } from '../ports/linter.ts';

/** For a person who reviews: which linters did not look at the proposal, and why. */
export const leftOutSentences = (outcome: LintOutcome): readonly string[] =>
  (outcome.kind === 'report' ? (outcome.leftOut ?? []) : []).map(
    ({ tool, reason }) => `${tool} was not run before your approval: ${reason}.`,
  );
