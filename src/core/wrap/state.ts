import type { ChangedFileRecord } from '../changes/file-records.ts';
import { NOTHING_SPENT } from '../conversation/spent.ts';
import { reduceWork, type WorkState } from '../runs/common-events.ts';
import type { AppliedChange } from '../runs/workflow.ts';
import type { WrapEvent, WrapOutcome } from './events.ts';

export interface WrapState extends WorkState {
  readonly runId: string;
  readonly command: readonly string[];
  /** How the program ended; `undefined` while it runs, or when it was stopped. */
  readonly end: number | string | undefined;
  /** What it did and is not applied. */
  readonly notes: readonly string[];
  readonly applied: readonly (AppliedChange & { readonly files: readonly ChangedFileRecord[] })[];
  readonly outcome: WrapOutcome | undefined;
}

export const initialWrapState = (runId: string): WrapState => ({
  runId,
  command: [],
  end: undefined,
  notes: [],
  applied: [],
  outcome: undefined,
  spent: NOTHING_SPENT,
  proposals: 0,
  warnings: [],
  after: undefined,
});

export function reduceWrap(state: WrapState, event: WrapEvent): WrapState {
  switch (event.type) {
    case 'run_started':
      return { ...state, command: event.command };
    case 'ran':
      return { ...state, end: event.end, notes: event.notes ?? [] };
    case 'printed':
      return state;
    case 'applied': {
      const { number, files } = event;
      const applied = [...state.applied, { number, files, reverted: false }];
      // What was run is about this change: there is no other.
      return { ...state, ...reduceWork(state, event), tried: state.tried, applied };
    }
    case 'reverted': {
      const applied = state.applied.map(one => ({ ...one, reverted: true }));
      return { ...state, applied, after: undefined };
    }
    case 'finished':
      return { ...state, outcome: event.outcome };
    default:
      return { ...state, ...reduceWork(state, event) };
  }
}
