import type { LintOutcome } from '../ports/linter.ts';
import { hasProblems } from './nothing-checked.ts';

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

/** The linters of a lint without a problem that ran, and those that are not installed; nothing where all ran. */
export function partlyLinted(
  outcome: LintOutcome,
): { readonly ran: readonly string[]; readonly missing: readonly string[] } | undefined {
  if (outcome.kind !== 'report' || hasProblems(outcome.report)) return undefined;
  const missing = (outcome.leftOut ?? []).flatMap(({ tool, isMissing }) => (isMissing ? [tool] : []));
  if (missing.length === 0) return undefined;
  return { ran: outcome.tools.map(({ tool }) => tool), missing };
}
