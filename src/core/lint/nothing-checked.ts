import type { LintReport } from '../../generated/contracts.ts';

/** No file was looked at and no problem found: not clean, and nothing that is wrong either. */
export const nothingChecked = ({ summary }: LintReport): boolean =>
  summary.files_checked === 0 && summary.total_errors === 0;

/** Problems to fix: the opposite of clean is also that nothing was checked. */
export const hasProblems = ({ summary }: LintReport): boolean => summary.total_errors > 0;
