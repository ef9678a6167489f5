import { describeSpent } from '../../core/conversation/describe-spent.ts';
import { count } from '../../core/kernel/amounts.ts';
import type { Tried } from '../../core/ports/trials.ts';
import { reasonsOf } from '../../core/runs/common-outcome.ts';
import { headline } from '../../core/workorder/headline.ts';
import type { Outcome } from '../../core/workorder/outcome.ts';
import type { RunState } from '../../core/workorder/state.ts';
import type { Colours } from './colours.ts';
import { kindAndSentence } from './kind-and-sentence.ts';
import { spentJson } from './spent.ts';

/** The last JSON line of `run`, `apply` and `check`. */
export function outcomeJson(state: RunState): string {
  const { outcome } = state;
  const report = state.lint?.kind === 'report' ? state.lint.report : state.lint?.failure;
  return JSON.stringify({
    outcome: outcome?.kind,
    reasons: reasonsOf(outcome),
    ...(outcome?.kind === 'BLOCKED'
      ? { blocked_by: outcome.by, required_changes: outcome.requiredChanges }
      : {}),
    files: state.files.map(({ path, before_sha256, after_sha256 }) => ({
      path,
      before_sha256,
      after_sha256,
    })),
    evidence: state.evidence ?? null,
    ...triedJson(state.tried),
    lint: report ?? null,
    ...(outcome?.kind === 'APPLIED' && outcome.partlyLinted ? { partly_linted: outcome.partlyLinted } : {}),
    ...(outcome?.kind === 'APPLIED' && outcome.notLinted ? { not_linted: outcome.notLinted } : {}),
    change_kept: outcome?.kind === 'APPLIED' || (outcome?.kind === 'FAILED' && outcome.changeKept),
    usage: spentJson(state.spent),
    run: state.runId,
  });
}

/** What was run before and after a change; nothing where nothing was. */
export const triedJson = ({ trials, tests }: Tried) => ({
  ...(trials.length > 0 ? { trials } : {}),
  ...(tests ? { tests } : {}),
});

/** The last lines a person reads. */
export function outcomeText(state: RunState, c: Colours): string {
  const { outcome } = state;
  if (!outcome) return '';
  const isPartly = outcome.kind === 'APPLIED' && outcome.partlyLinted !== undefined;
  const isGood = outcome.kind === 'APPLIED' || outcome.kind === 'CHECKED';
  const paint = isPartly ? c.yellow : isGood ? c.green : c.red;
  const sentence =
    state.fix && outcome.kind === 'APPLIED' ? fixHeadline(outcome) : headline(outcome, state.files.length);
  const lines = [`\n${kindAndSentence(outcome.kind, sentence, kind => paint(c.bold(kind)))}`];
  if (outcome.kind === 'BLOCKED') {
    for (const change of outcome.requiredChanges) lines.push(`  to unblock: ${change}`);
  }
  const spent = describeSpent(state.spent);
  if (spent !== undefined) lines.push(`  ${c.dim(spent)}`);
  return `${lines.join('\n')}\n`;
}

/** A fix is not compared with the lint before it: what is left is reported, not judged. */
function fixHeadline({ lint }: Extract<Outcome, { kind: 'APPLIED' }>): string {
  if (lint === undefined) return 'Applied 1 file, not linted';
  const { clean, total_errors: left } = lint.summary;
  return `Applied 1 file, ${clean ? 'lint clean' : `${count(left, 'problem')} left`}`;
}
