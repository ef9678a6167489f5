import { count, firstLine } from '../kernel/amounts.ts';
import { assertNever } from '../kernel/assert-never.ts';
import { whyNotLinted } from '../lint/failure.ts';
import { hasProblems } from '../lint/nothing-checked.ts';
import { choiceWords } from '../workorder/choice-words.ts';
import type { RunState } from '../workorder/state.ts';
import { type Surroundings, type WayForward, waysForward } from '../workorder/ways-forward.ts';
import { problemWords } from './lint-section.ts';
import { undoWords, type WrittenFiles } from './undo-words.ts';
import { appliedLintWords, verdictSentence } from './verdict-section.ts';

export type ClosingAction =
  | WayForward
  | 'Show Problems'
  | 'Keep'
  | 'Show Review'
  | 'Show Log'
  /** The ways forward that have no button here. */
  | 'More…';

/** The one notification at the end of a run. */
export interface ClosingMessage {
  readonly severity: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly actions: readonly ClosingAction[];
}

export interface ClosingSurroundings extends Surroundings {
  /** How the change was written, where an editor may undo it. */
  readonly written?: WrittenFiles;
}

/** More buttons than these do not fit beside each other. */
const MOST_WAYS = 2;

/** What happened and what can be done about it; `undefined` while the run is under way. */
export function closingMessage(
  state: RunState,
  surroundings: ClosingSurroundings = {},
): ClosingMessage | undefined {
  const closing = closingOf(state, waysForward(state, surroundings));
  const undo = surroundings.written && undoWords(surroundings.written);
  if (closing === undefined || undo === undefined || !closing.actions.includes('Revert')) return closing;
  return { ...closing, text: `${closing.text} ${undo}` };
}

function closingOf(state: RunState, ways: readonly WayForward[]): ClosingMessage | undefined {
  const outcome = state.outcome;
  if (outcome === undefined) return undefined;
  const files = count(state.files.length, 'file');
  const rest = ways.length > MOST_WAYS ? (['More…'] as const) : [];
  const actions = [...ways.slice(0, MOST_WAYS), 'Show Review', ...rest] as const;
  switch (outcome.kind) {
    case 'APPLIED':
      return {
        severity: outcome.partlyLinted ? 'warning' : 'information',
        text: `Applied ${whatOf(state, files)}, ${appliedLintWords(outcome, state)}.`,
        actions: outcome.partlyLinted
          ? [...ways, 'Show Review']
          : outcome.lint !== undefined && hasProblems(outcome.lint)
            ? ['Show Problems', 'Revert']
            : ['Show Review', 'Revert'],
      };
    case 'BLOCKED':
      return {
        severity: outcome.by === 'reviewer' ? 'information' : 'warning',
        text: verdictSentence(state),
        actions,
      };
    case 'FAILED':
      if (outcome.step === 'lint') return lintFailed(state, files, ways);
      if (outcome.step === 'apply')
        return { ...applyFailed(outcome.reasons, outcome.changeKept, files), actions };
      return {
        severity: outcome.step === 'tests' ? 'warning' : 'error',
        text: verdictSentence(state),
        actions: outcome.step === 'journal' ? [...actions, 'Show Log'] : [...actions, 'Keep'],
      };
    case 'CANCELLED':
    case 'CHECKED':
      return { severity: 'information', text: verdictSentence(state), actions };
    default:
      return assertNever(outcome);
  }
}

function whatOf(state: RunState, files: string): string {
  const chosen = choiceWords(state);
  return chosen === undefined ? files : `${chosen} to ${files}`;
}

function applyFailed(
  reasons: readonly string[],
  changeKept: boolean,
  files: string,
): Omit<ClosingMessage, 'actions'> {
  return {
    severity: 'error',
    text: `Apply failed, ${changeKept ? `${files} need you` : 'nothing is changed'}. ${firstLine(reasons.join(' · '), 200)}`,
  };
}

function lintFailed(state: RunState, files: string, ways: readonly WayForward[]): ClosingMessage {
  const lint = state.lint;
  if (state.reverted)
    return {
      severity: 'warning',
      text: verdictSentence(state),
      actions: [...(lint?.kind === 'report' ? (['Show Problems'] as const) : []), ...ways, 'Show Review'],
    };
  if (lint?.kind === 'did_not_run') {
    const why = whyNotLinted(lint.failure);
    return {
      severity: 'warning',
      text: `Applied ${files}, but lint did not run: ${firstLine(why, 220)}`,
      actions: [...ways, 'Keep'],
    };
  }
  const problems =
    lint === undefined ? 'problems' : problemWords(lint.report.summary.total_errors, state.lintDifference);
  return {
    severity: 'warning',
    text: `Applied ${files}. Lint found ${problems}; the change is kept until you decide.`,
    actions: ['Show Problems', ...ways.filter(way => way !== 'Edit Step'), 'Keep'],
  };
}
