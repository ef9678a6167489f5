import type { CommonOutcome } from '../runs/common-outcome.ts';
import type { Workflow } from '../runs/workflow.ts';
import type { RunEvent } from './events.ts';
import { headline } from './headline.ts';
import type { Outcome } from './outcome.ts';
import { initialState, type RunState, reduce } from './state.ts';
import { orderTranscript } from './transcript.ts';
import { checkRecords } from './verify-run.ts';

/** Runs of work orders as they are stored, with those of quick fixes and tool calls: each has one change at most. */
export const orderWorkflow: Workflow<RunEvent, RunState, Outcome> = {
  name: 'run',
  initial: initialState,
  reduce,
  applied: ({ applied, reverted }) => (applied ? [{ reverted }] : []),
  outcome: state => state.outcome,
  headline: ({ outcome, files }) => outcome && headline(outcome, files.length),
  transcript: orderTranscript,
  appliedLine: ({ files }) => ({ type: 'applied', files }),
  revertedLine: ({ by, files }) => ({ type: 'reverted', by, files }),
  triedLine: tried => tried,
  finishedLine: outcome => ({ type: 'finished', outcome: ofOrder(outcome) }),
  checkRecords,
};

const ofOrder = (outcome: Outcome | CommonOutcome): Outcome =>
  outcome.kind === 'FAILED' && !('step' in outcome)
    ? { ...outcome, step: 'journal', changeKept: false }
    : outcome;
