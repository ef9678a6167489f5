import { assertNever } from '../kernel/assert-never.ts';
import type { BlockedBy, Outcome } from './outcome.ts';
import type { RunState } from './state.ts';

/** What a person can do about a run that did not end as they wanted. */
export const WAYS = [
  'Ask for Changes',
  'Fix These Problems',
  'Ask QA Again',
  'Try Again with Same Replies',
  'Review Again',
  'Save and Try Again',
  'Set API Key',
  'Select Models',
  'Install and Lint Again',
  'Lint Again',
  'Compare and Decide',
  'Edit Step',
  'Run Again',
  'Run to the End',
  'Revert',
] as const;
export type WayForward = (typeof WAYS)[number];

/** What a host knows beside the run itself. */
export interface Surroundings {
  /** Files of the change with unsaved text in this editor. */
  readonly unsaved?: readonly string[];
  /** The run is under way here. */
  readonly isActive?: boolean;
}

/**
 * Ways out of every end but a clean one, the most likely first. The one table for the notification, the Review view,
 * the row of the run and the command line.
 */
export function waysForward(state: RunState, { unsaved = [], isActive = false }: Surroundings = {}) {
  const { outcome, order } = state;
  if (isActive) return [];
  // A fix of ruff's, or one call of a tool: there is no order to run again.
  if (order === undefined) return state.applied && !state.reverted ? (['Revert'] as const) : [];
  const ways = outcome === undefined ? afterInterruption(state) : afterEnd(state, outcome, unsaved);
  return [...new Set(ways)].filter(way => isPossible(way, state));
}

/** What needs a reply of the Designer's, a change on the disk or its absence is not offered without. */
function isPossible(way: WayForward, state: RunState): boolean {
  const isOnDisk = state.applied && !state.reverted;
  switch (way) {
    case 'Revert':
    case 'Install and Lint Again':
    case 'Lint Again':
      return isOnDisk;
    case 'Ask QA Again':
      return state.designer !== undefined && !isOnDisk;
    case 'Try Again with Same Replies':
    case 'Save and Try Again':
    case 'Review Again':
      return state.designer !== undefined && !isOnDisk;
    default:
      return true;
  }
}

/** The process died, or the window was closed. */
function afterInterruption({ approvalSha256, choice, qa, applied }: RunState): readonly WayForward[] {
  if (applied) return ['Lint Again', 'Revert', 'Run Again'];
  if ((approvalSha256 ?? choice) !== undefined) return ['Review Again', 'Run Again'];
  return qa === undefined ? ['Ask QA Again', 'Run Again'] : ['Try Again with Same Replies', 'Run Again'];
}

function afterEnd(state: RunState, outcome: Outcome, unsaved: readonly string[]): readonly WayForward[] {
  switch (outcome.kind) {
    case 'APPLIED':
      if (state.reverted) return ['Ask for Changes', 'Run Again'];
      return outcome.partlyLinted ? ['Install and Lint Again', 'Revert'] : ['Revert'];
    case 'CHECKED':
      return ['Run to the End', 'Edit Step'];
    case 'CANCELLED':
      if (state.applied && !state.reverted) return ['Lint Again', 'Revert'];
      return state.qa === undefined
        ? ['Ask QA Again', 'Run Again', 'Edit Step']
        : ['Try Again with Same Replies', 'Run Again', 'Edit Step'];
    case 'BLOCKED':
      return outcome.by === 'model' ? afterNoAnswer(outcome.fault) : AFTER_BLOCK[outcome.by];
    case 'FAILED':
      return afterFailure(state, outcome, unsaved);
    default:
      return assertNever(outcome);
  }
}

/** The first entries need a reply, and are left out where there is none. */
const AFTER_BLOCK: Readonly<Record<Exclude<BlockedBy, 'model'>, readonly WayForward[]>> = {
  'work order': ['Edit Step', 'Run Again'],
  policy: ['Ask for Changes', 'Try Again with Same Replies', 'Edit Step', 'Run Again'],
  prompt: ['Run Again'],
  designer: ['Edit Step', 'Ask for Changes', 'Run Again', 'Select Models'],
  // Code refused what a model said: another answer can help, and so can another look of QA.
  validator: ['Ask for Changes', 'Ask QA Again', 'Run Again', 'Edit Step'],
  'dry run': ['Ask for Changes', 'Try Again with Same Replies', 'Run Again', 'Edit Step'],
  qa: ['Ask for Changes', 'Ask QA Again', 'Edit Step', 'Run Again'],
  reviewer: ['Ask for Changes', 'Try Again with Same Replies', 'Edit Step'],
};

/** QA is asked again where it was QA that gave no answer: the Designer is paid already. */
function afterNoAnswer(fault: string | undefined): readonly WayForward[] {
  switch (fault) {
    case 'unauthorized':
    case 'forbidden':
      return ['Set API Key', 'Ask QA Again', 'Run Again', 'Select Models'];
    case 'context_overflow':
    case 'over_budget':
      return ['Edit Step', 'Select Models', 'Ask QA Again', 'Run Again'];
    case 'not_found':
    case 'insufficient_quota':
      return ['Select Models', 'Ask QA Again', 'Run Again'];
    default:
      return ['Ask QA Again', 'Run Again', 'Select Models'];
  }
}

function afterFailure(
  { lint, reverted }: RunState,
  { step, changeKept }: Extract<Outcome, { kind: 'FAILED' }>,
  unsaved: readonly string[],
): readonly WayForward[] {
  switch (step) {
    case 'apply':
      if (changeKept) return ['Compare and Decide', 'Run Again'];
      return [
        ...(unsaved.length > 0 ? (['Save and Try Again'] as const) : []),
        'Try Again with Same Replies',
        'Run Again',
      ];
    case 'lint':
      if (lint?.kind === 'did_not_run')
        return reverted
          ? ['Try Again with Same Replies', 'Run Again']
          : [lintAgain(lint.failure.error), 'Revert'];
      return ['Fix These Problems', ...(changeKept ? (['Revert'] as const) : []), 'Edit Step'];
    case 'tests':
      return ['Fix These Problems', ...(changeKept ? (['Revert'] as const) : []), 'Edit Step'];
    case 'journal':
      return changeKept ? ['Revert', 'Run Again'] : ['Run Again'];
    default:
      return assertNever(step);
  }
}

/** A linter that is missing is installed first. */
const lintAgain = (error: string): WayForward =>
  / not found/.test(error) ? 'Install and Lint Again' : 'Lint Again';
