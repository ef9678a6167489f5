import { PLAIN_LINES, type Workflow } from '../../../src/core/runs/workflow.ts';
import type { ToyEvent, ToyOutcome } from './events.ts';
import { initialToyState, reduceToy, type ToyState } from './state.ts';

const headline = (outcome: ToyOutcome): string => {
  if (outcome.kind === 'DONE') return 'The line is written';
  return outcome.kind === 'CANCELLED' ? outcome.reason : outcome.reasons.join('; ');
};

/** Its runs as they are stored. */
export const toyWorkflow: Workflow<ToyEvent, ToyState, ToyOutcome> = {
  name: 'toy run',
  initial: initialToyState,
  reduce: reduceToy,
  applied: state => state.applied,
  outcome: state => state.outcome,
  headline: ({ outcome }) => outcome && headline(outcome),
  transcript: events => events.map(event => `- ${event.type}\n`).join(''),
  ...PLAIN_LINES,
};
