import { nothingChecked } from '../lint/nothing-checked.ts';
import type { LintOutcome } from '../ports/linter.ts';

/** The lint summary for the log, or why there is none. */
export function describeLint(outcome: LintOutcome): string {
  if (outcome.kind === 'did_not_run') return outcome.failure.error;
  const { report } = outcome;
  const counts = (['ruff', 'mypy', 'import_linter'] as const).flatMap(tool => {
    const codes = Object.entries(report[tool] ?? {});
    const total = codes.reduce((sum, [, f]) => sum + f.occurrences.length, 0);
    return total === 0
      ? []
      : [
          `${tool === 'import_linter' ? 'import-linter' : tool} ${total} (${codes.map(([c]) => c).join(', ')})`,
        ];
  });
  if (nothingChecked(report)) return outcome.notes[0] ?? 'nothing was checked';
  const n = report.summary.total_errors;
  return `lint found ${n} ${n === 1 ? 'problem' : 'problems'}: ${counts.join('; ')}`;
}
