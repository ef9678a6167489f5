import { PLAIN_LINES, type Workflow } from '../runs/workflow.ts';
import type { WrapEvent, WrapOutcome } from './events.ts';
import { wrapHeadline } from './outcome.ts';
import { initialWrapState, reduceWrap, type WrapState } from './state.ts';
import { wrapTranscript } from './transcript.ts';

/** Runs of wrapped programs as they are stored: each has one change at most. */
export const wrapWorkflow: Workflow<WrapEvent, WrapState, WrapOutcome> = {
  name: 'wrapped program',
  initial: initialWrapState,
  reduce: reduceWrap,
  applied: state => state.applied,
  outcome: state => state.outcome,
  headline: ({ outcome }) => outcome && wrapHeadline(outcome),
  transcript: wrapTranscript,
  ...PLAIN_LINES,
};
