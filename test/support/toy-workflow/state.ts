import { NOTHING_SPENT } from '../../../src/core/conversation/spent.ts';
import { reduceWork, type WorkState } from '../../../src/core/runs/common-events.ts';
import type { AppliedChange } from '../../../src/core/runs/workflow.ts';
import type { ToyEvent, ToyOutcome } from './events.ts';

export interface ToyState extends WorkState {
  readonly runId: string;
  readonly file: string;
  readonly line: string;
  readonly applied: readonly AppliedChange[];
  readonly outcome: ToyOutcome | undefined;
}

export const initialToyState = (runId: string): ToyState => ({
  runId,
  file: '',
  line: '',
  applied: [],
  outcome: undefined,
  spent: NOTHING_SPENT,
  proposals: 0,
  warnings: [],
  after: undefined,
});

export function reduceToy(state: ToyState, event: ToyEvent): ToyState {
  switch (event.type) {
    case 'run_started':
      return { ...state, file: event.file, line: event.line };
    case 'resumed':
      return { ...state, outcome: undefined };
    case 'applied': {
      const applied = [...state.applied, { number: event.number, reverted: false }];
      return { ...state, ...reduceWork(state, event), applied };
    }
    case 'reverted': {
      const { numbers } = event;
      const applied = state.applied.map(one => ({
        ...one,
        reverted: numbers.includes(one.number ?? 0) || one.reverted === true,
      }));
      return { ...state, applied, after: undefined };
    }
    case 'finished':
      return { ...state, outcome: event.outcome };
    default:
      return { ...state, ...reduceWork(state, event) };
  }
}
