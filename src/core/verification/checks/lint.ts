import { whyNotLinted } from '../../lint/failure.ts';
import type { LintDiagnostic, LintOutcome } from '../../ports/linter.ts';
import { answerOf, type Check, type CheckAnswer, type CheckContext, type Found, notRun } from '../check.ts';

/** The linters on the files as the change would leave them. */
export const lintCheck: Check = {
  id: 'lint',
  title: 'Lint of the proposal',
  needs: 'workspace code',
  phase: 'before',
  level: 'advisory',
  run: async (_changes, context) =>
    context.lintBefore ? describe(await context.lintBefore(), context) : notRun(NO_LINTER),
};

/** The linters on the files on disk. */
export const lintAfterCheck: Check = {
  id: 'lint-after',
  title: 'Lint',
  needs: 'workspace code',
  phase: 'after',
  // The documented pipeline: lint decides after the apply.
  level: { others: 'off', 'work order': 'required', plan: 'required' },
  run: async (_changes, context) =>
    context.lintAfter ? describe(await context.lintAfter.run(), context) : notRun(NO_LINTER),
  foresee: async ({ lintAfter }) => (lintAfter ? lintAfter.whyNot() : NO_LINTER),
};

const NO_LINTER = 'no linter is set up here';

function describe(outcome: LintOutcome, { policy }: CheckContext): CheckAnswer {
  if (outcome.kind === 'did_not_run') return notRun(whyNotLinted(outcome.failure));
  const found = (outcome.diagnostics ?? []).map(diagnostic => foundBy(diagnostic, policy.failOn));
  const { summary } = outcome.report;
  if (summary.files_checked === 0) return notRun('the change leaves no Python file to lint');
  const missing = (outcome.leftOut ?? []).flatMap(({ tool, isMissing }) => (isMissing ? [tool] : []));
  if (found.length === 0 && missing.length > 0)
    return { verdict: 'undecided', reason: `${missing.join(' and ')} is not installed`, found };
  if (found.length === 0 && !summary.clean)
    return { verdict: 'undecided', reason: 'the linters gave no list of problems', found };
  const passedOver = found.filter(({ since, weight }) => since === 'before' && weight !== 'problem').length;
  const answer = answerOf(found, `${toolNames(outcome)} found nothing`);
  return passedOver > 0 && answer.verdict === 'passed'
    ? {
        ...answer,
        reason: `no new problem; ${passedOver} from before (the setting "fail on: new" passes them over)`,
      }
    : answer;
}

const toolNames = ({ tools }: Extract<LintOutcome, { kind: 'report' }>): string =>
  tools.length === 0 ? 'the linters' : tools.map(({ tool }) => tool).join(' and ');

function foundBy(
  { tool, code, file, line, message, severity, since, fix }: LintDiagnostic,
  failOn: 'new' | 'any',
): Found {
  const isOld = since === 'before' && failOn === 'new';
  return {
    rule: `${tool}:${code}`,
    weight: severity === 'note' || isOld ? 'fact' : 'problem',
    message: `${message} (${tool} ${code})`,
    place: { file, line, side: 'after' },
    ...(since === undefined ? {} : { since }),
    ...(fix?.applicability === 'safe' ? { fix: { message: fix.message, edits: fix.edits } } : {}),
  };
}
