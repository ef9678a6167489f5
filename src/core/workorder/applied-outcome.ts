import type { LintReport } from '../../generated/contracts.ts';
import type { Finding } from '../changes/finding.ts';
import { describeOpen } from '../gate/after-apply.ts';
import type { Outcome } from './outcome.ts';

/** What is said of a change that stays although it does not pass. */
export const writtenButOpen = (runId: string, open: readonly Finding[]): string =>
  `the change is written, but ${describeOpen(open)}; take it back with: workorder revert ${runId}`;

/** How a change without a pipeline ends once it is on the disk: a quick fix, or a tool call. */
export function appliedOutcome(
  runId: string,
  open: readonly Finding[],
  lint: LintReport | undefined,
): Outcome {
  const linted = lint ? { lint } : {};
  if (open.length === 0) return { kind: 'APPLIED', ...linted };
  const step = open.some(({ rule }) => rule.startsWith('lint-after/')) ? 'lint' : 'tests';
  return { kind: 'FAILED', step, reasons: [writtenButOpen(runId, open)], changeKept: true, ...linted };
}
