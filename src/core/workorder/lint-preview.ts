import type { LintBackendArgs } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { Cancelled } from '../kernel/cancel.ts';
import type { LintState } from '../lint/baseline.ts';
import { compareOutcome, type LintComparison, lintProposal } from '../lint/lint-proposal.ts';
import type { LintOutcome } from '../ports/linter.ts';
import type { FilesSince, RunContext } from './run-request.ts';

export interface LintPreview {
  /** The files of the change as they are now. */
  readonly before: LintState;
  /** The same files as the change would leave them. */
  readonly after: LintOutcome;
}

export interface RunningPreview {
  /** `undefined` when it was stopped, not wanted, or a linter did not run. Never rejects. */
  readonly result: Promise<LintPreview | undefined>;
  /** Whether the linters have ended; then `result` is there as soon as it is shown. */
  readonly isDone: () => boolean;
  /** Lets the journal know of the result, now or when it is there: only what QA approved is shown. */
  show(): void;
  stop(): void;
}

const NO_PREVIEW: RunningPreview = {
  result: Promise.resolve(undefined),
  isDone: () => true,
  show: () => undefined,
  stop: () => undefined,
};

/**
 * The preview for what QA approved: the one that was started while QA looked, when QA changed nothing and no
 * other run changed the files since.
 */
export function previewOf(
  run: RunContext,
  early: { readonly preview: RunningPreview; readonly changes: ChangeSet; readonly lint: LintBackendArgs },
  approved: { readonly changes: ChangeSet; readonly lint: LintBackendArgs },
  files: FilesSince,
): RunningPreview {
  const fingerprint = ({ changes, lint }: { changes: ChangeSet; lint: LintBackendArgs }) =>
    JSON.stringify([lint, changes.files.map(file => [file.path, file.beforeSha256, file.afterSha256])]);
  if (files === 'as before' && fingerprint(early) === fingerprint(approved)) return early.preview;
  early.preview.stop();
  return startLintPreview(run, approved.changes, approved.lint);
}

/**
 * Lints the simulated files while QA looks and a person reviews, and the same files as they are, so that new
 * problems can be distinguished from existing ones. Nothing of the proposal is run: a linter that might is left out,
 * and asked for after the apply.
 */
export function startLintPreview(run: RunContext, changes: ChangeSet, args: LintBackendArgs): RunningPreview {
  const linter = run.ports.simulatedLinter;
  if (!linter || !run.request.lintPreview) return NO_PREVIEW;

  const controller = new AbortController();
  let isDone = false;
  let show = (): void => undefined;
  const shown = new Promise<void>(resolve => {
    show = resolve;
  });
  const stop = () => {
    controller.abort();
    show();
  };
  run.request.signal.addEventListener('abort', stop, { once: true });
  const options = { signal: controller.signal };

  const lintBoth = async (): Promise<LintPreview | undefined> => {
    const linted = await lintProposal(linter, args, changes, options);
    if ('kind' in linted) return undefined;
    const { before, after, compared } = linted;
    isDone = true;
    await shown;
    if (controller.signal.aborted) return undefined;
    await run.recorder.record({
      type: 'lint_previewed',
      outcome: compared?.outcome ?? after,
      ...(compared ? { difference: compared.difference } : {}),
    });
    return { before, after: compared?.outcome ?? after };
  };
  const result = lintBoth()
    .catch((error: unknown) => {
      if (error instanceof Cancelled) return undefined;
      throw error;
    })
    .finally(() => run.request.signal.removeEventListener('abort', stop));
  // No one may be waiting when it fails: the lint after the apply tells the same fault, a lost journal the next line.
  result.catch(() => undefined);
  return { result: result.catch(() => undefined), isDone: () => isDone, show, stop };
}

/** Compares the lint after the apply with the files as they were. */
export function compareWithPreview(
  preview: LintPreview | undefined,
  outcome: LintOutcome,
  changes: ChangeSet,
): LintComparison | undefined {
  return preview && compareOutcome(preview.before, outcome, changes);
}
