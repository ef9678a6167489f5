import type { LintOutcome } from '../ports/linter.ts';

/** For a person who reviews: which linters did not look at the proposal, and why. */
export const leftOutSentences = (outcome: LintOutcome): readonly string[] =>
  (outcome.kind === 'report' ? (outcome.leftOut ?? []) : []).map(({ tool, reason, isMissing }) =>
    isMissing
      ? `${tool} is not installed: it did not look at the change.`
      : `${tool} was not run before your approval: ${reason}.`,
  );

/** `ruff clean, mypy not installed`; nothing where no tool is missing. */
export function partlyLintedWords(
  outcome: { readonly ran: readonly string[]; readonly missing: readonly string[] } | undefined,
): string | undefined {
  if (outcome === undefined) return undefined;
  const { ran, missing } = outcome;
  return `${ran.join(' and ')} clean, ${missing.join(' and ')} not installed`;
}
