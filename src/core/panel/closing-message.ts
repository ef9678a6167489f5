import { assertNever } from '../kernel/assert-never.ts';
import type { RunState } from '../workorder/state.ts';
import { count, firstLine } from './amounts.ts';
import { verdictSentence } from './verdict-section.ts';

export type ClosingAction =
  | 'Show Problems'
  | 'Revert'
  | 'Keep'
  | 'Show Review'
  | 'Show Log'
  | 'Install Linters'
  | 'Open Work Order';

/** The one notification at the end of a run. */
export interface ClosingMessage {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly ClosingAction[];
}

/** What happened and what can be done about it; `undefined` while the run goes on. */
export function closingMessage(state: RunState): ClosingMessage | undefined {
  const outcome = state.outcome;
  if (outcome === undefined) return undefined;
  const files = count(state.files.length, 'file');
  switch (outcome.kind) {
    case 'APPLIED':
      return {
        severity: 'information',
        text: `Applied ${files}, lint clean.`,
        actions: ['Show Review', 'Revert'],
      };
    case 'BLOCKED':
      return {
        severity: outcome.by === 'reviewer' ? 'information' : 'warning',
        text: `${verdictSentence(state)} ${firstLine(outcome.reasons.join(' · '), 200)}`.trim(),
        actions: outcome.by === 'reviewer' ? ['Show Review'] : ['Show Review', 'Open Work Order'],
      };
    case 'FAILED':
      return outcome.step === 'lint' ? lintFailed(state, files) : applyFailed(outcome.reasons);
    case 'CANCELLED':
      return { severity: 'information', text: verdictSentence(state), actions: ['Show Review'] };
    case 'CHECKED':
      return { severity: 'information', text: verdictSentence(state), actions: ['Show Review'] };
    default:
      return assertNever(outcome);
  }
}

function applyFailed(reasons: readonly string[]): ClosingMessage {
  return {
    severity: 'error',
    text: `Apply failed, nothing is changed. ${firstLine(reasons.join(' · '), 200)}`,
    actions: ['Show Review', 'Show Log'],
  };
}

function lintFailed(state: RunState, files: string): ClosingMessage {
  const lint = state.lint;
  if (state.reverted)
    return { severity: 'warning', text: verdictSentence(state), actions: ['Show Problems', 'Show Review'] };
  if (lint?.kind === 'did_not_run') {
    const why = lint.failure.error.replace(/^lint did not run: /, '');
    const isMissing = / not found/.test(why);
    return {
      severity: 'warning',
      text: `Applied ${files}, but lint did not run: ${firstLine(why, 220)}`,
      actions: [isMissing ? 'Install Linters' : 'Show Log', 'Revert', 'Keep'],
    };
  }
  const problems = lint === undefined ? 'problems' : count(lint.report.summary.total_errors, 'problem');
  return {
    severity: 'warning',
    text: `Applied ${files}, ${problems} in lint. The change is kept until you decide.`,
    actions: ['Show Problems', 'Revert', 'Keep'],
  };
}
