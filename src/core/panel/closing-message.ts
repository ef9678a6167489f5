import { assertNever } from '../kernel/assert-never.ts';
import { hasProblems } from '../lint/nothing-checked.ts';
import type { BlockedBy } from '../workorder/outcome.ts';
import type { RunState } from '../workorder/state.ts';
import { count, firstLine } from './amounts.ts';
import { choiceWords } from './choice.ts';
import { problemWords } from './lint-section.ts';
import { undoWords, type WrittenFiles } from './undo-words.ts';
import { lintWords, verdictSentence } from './verdict-section.ts';

export type ClosingAction =
  | 'Show Problems'
  | 'Revert'
  | 'Keep'
  | 'Show Review'
  | 'Show Log'
  | 'Install Linters'
  | 'Open Work Order'
  | 'Ask for Changes';

/** The one notification at the end of a run. */
export interface ClosingMessage {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly ClosingAction[];
}

/**
 * What happened and what can be done about it; `undefined` while the run is under way. `fromFile`: the order has a file
 * that can be opened. `written`: how the change was written, where an editor may undo it.
 */
export function closingMessage(
  state: RunState,
  fromFile: boolean,
  written?: WrittenFiles,
): ClosingMessage | undefined {
  const closing = closingOf(state, fromFile);
  const undo = written && undoWords(written);
  if (closing === undefined || undo === undefined || !closing.actions.includes('Revert')) return closing;
  return { ...closing, text: `${closing.text} ${undo}` };
}

function closingOf(state: RunState, fromFile: boolean): ClosingMessage | undefined {
  const outcome = state.outcome;
  if (outcome === undefined) return undefined;
  const files = count(state.files.length, 'file');
  switch (outcome.kind) {
    case 'APPLIED':
      return {
        severity: 'information',
        text: `Applied ${whatOf(state, files)}, ${lintWords(outcome.lint, state.lintDifference)}.`,
        actions:
          outcome.lint !== undefined && hasProblems(outcome.lint)
            ? ['Show Problems', 'Revert']
            : ['Show Review', 'Revert'],
      };
    case 'BLOCKED':
      return {
        severity: outcome.by === 'reviewer' ? 'information' : 'warning',
        text: verdictSentence(state),
        actions: [
          'Show Review',
          ...(canBeRevised(outcome.by) ? (['Ask for Changes'] as const) : []),
          ...(canBeChanged(outcome.by, fromFile) ? (['Open Work Order'] as const) : []),
        ],
      };
    case 'FAILED':
      if (outcome.step === 'lint') return lintFailed(state, files);
      if (outcome.step === 'tests')
        return {
          severity: 'warning',
          text: verdictSentence(state),
          actions: state.reverted ? ['Show Review'] : ['Show Review', 'Revert', 'Keep'],
        };
      if (outcome.step === 'apply') return applyFailed(outcome.reasons, outcome.changeKept, files);
      return { severity: 'error', text: verdictSentence(state), actions: ['Show Review', 'Show Log'] };
    case 'CANCELLED':
      return { severity: 'information', text: verdictSentence(state), actions: ['Show Review'] };
    case 'CHECKED':
      return { severity: 'information', text: verdictSentence(state), actions: ['Show Review'] };
    default:
      return assertNever(outcome);
  }
}

function whatOf(state: RunState, files: string): string {
  const chosen = choiceWords(state);
  return chosen === undefined ? files : `${chosen} to ${files}`;
}

/** What a model proposed was not good enough, which a model can be told. */
const canBeRevised = (by: BlockedBy): boolean => by === 'validator' || by === 'dry run' || by === 'qa';

/** A change to the order's text would not help against these. */
const canBeChanged = (by: BlockedBy, fromFile: boolean): boolean =>
  fromFile && by !== 'reviewer' && by !== 'model';

function applyFailed(reasons: readonly string[], changeKept: boolean, files: string): ClosingMessage {
  return {
    severity: 'error',
    text: `Apply failed, ${changeKept ? `${files} need you` : 'nothing is changed'}. ${firstLine(reasons.join(' · '), 200)}`,
    actions: ['Show Review', 'Show Log'],
  };
}

function lintFailed(state: RunState, files: string): ClosingMessage {
  const lint = state.lint;
  if (state.reverted)
    return {
      severity: 'warning',
      text: verdictSentence(state),
      actions: ['Show Problems', 'Ask for Changes', 'Show Review'],
    };
  if (lint?.kind === 'did_not_run') {
    const why = lint.failure.error.replace(/^lint did not run: /, '');
    const isMissing = / not found/.test(why);
    return {
      severity: 'warning',
      text: `Applied ${files}, but lint did not run: ${firstLine(why, 220)}`,
      actions: [isMissing ? 'Install Linters' : 'Show Log', 'Revert', 'Keep'],
    };
  }
  const problems =
    lint === undefined ? 'problems' : problemWords(lint.report.summary.total_errors, state.lintDifference);
  return {
    severity: 'warning',
    text: `Applied ${files}. Lint found ${problems}; the change is kept until you decide.`,
    actions: ['Show Problems', 'Ask for Changes', 'Revert', 'Keep'],
  };
}
