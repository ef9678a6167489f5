import type { LintFinding, LintReport } from '../../generated/contracts.ts';
import type { LinterName } from './linter.ts';

/** A linter's key in the response of `lint_backend`. */
export const reportKey = (name: LinterName): string => name.replaceAll('-', '_');

/** The same linter by its key. */
export const nameOfKey = (key: string): LinterName => key.replaceAll('_', '-');

/** What a report says of each linter, by its key. */
export function findingsByLinter(
  report: LintReport,
): readonly (readonly [key: string, findings: Readonly<Record<string, LintFinding>>])[] {
  const { summary: _, ...byLinter } = report;
  return Object.entries(byLinter);
}
