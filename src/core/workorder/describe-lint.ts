import { count } from '../kernel/amounts.ts';
import { nothingChecked } from '../lint/nothing-checked.ts';
import { findingsByLinter, nameOfKey } from '../ports/lint-findings.ts';
import type { LintOutcome } from '../ports/linter.ts';

/** The lint summary for the log, or why there is none. */
export function describeLint(outcome: LintOutcome): string {
  if (outcome.kind === 'did_not_run') return outcome.failure.error;
  const { report } = outcome;
  const counts = findingsByLinter(report).flatMap(([key, findings]) => {
    const codes = Object.entries(findings);
    const total = codes.reduce((sum, [, f]) => sum + f.occurrences.length, 0);
    return total === 0 ? [] : [`${nameOfKey(key)} ${total} (${codes.map(([c]) => c).join(', ')})`];
  });
  if (nothingChecked(report)) return outcome.notes[0] ?? 'nothing was checked';
  const n = report.summary.total_errors;
  return `lint found ${count(n, 'problem')}: ${counts.join('; ')}`;
}
