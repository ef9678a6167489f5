import type { ChangedFileRecord } from '../changes/file-records.ts';
import { NOTHING_SPENT } from '../conversation/spent.ts';
import type { CallKind, OutsidePlanEntry } from '../ports/agent-on-copy.ts';
import { reduceWork, type WorkState } from '../runs/common-events.ts';
import type { AppliedChange } from '../runs/workflow.ts';
import type { WrapEvent, WrapOutcome } from './events.ts';

/** What was said to an agent, and what it did until it stopped. */
export interface SessionTurn {
  readonly turn: number;
  readonly text: string;
  /** Calls of its tools, and what it was allowed and refused, as they came; the first ones of very many. */
  readonly did: readonly { readonly title: string; readonly word: CallKind; readonly ok: boolean }[];
  /** Why it stopped; `undefined` while it works. */
  readonly stop?: string;
  /** Files that its copy had otherwise than the workspace. */
  readonly files?: number;
}

const MOST_DID = 200;

export interface WrapState extends WorkState {
  readonly runId: string;
  readonly command: readonly string[];
  /** As it calls itself; `undefined` for a program that is not spoken to, and until it answers. */
  readonly agent: string | undefined;
  /** It is an agent that is spoken to, and no program that runs to its end. */
  readonly isSession: boolean;
  readonly turns: readonly SessionTurn[];
  /** It waits for what the person says next. */
  readonly isListening: boolean;
  /** What the agent plans, as it said last. */
  readonly plan: readonly OutsidePlanEntry[];
  /** What the agent said last. */
  readonly said: string | undefined;
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
  agent: undefined,
  isSession: false,
  turns: [],
  isListening: false,
  plan: [],
  said: undefined,
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
      return { ...state, command: event.command, isSession: event.protocol !== undefined };
    case 'ran':
      return { ...state, end: event.end, notes: event.notes ?? [] };
    case 'connected':
      return { ...state, agent: event.agent };
    case 'prompted':
      return {
        ...state,
        isListening: false,
        turns: [...state.turns, { turn: event.turn, text: event.text, did: [] }],
      };
    case 'listening':
      return { ...state, isListening: true };
    case 'said':
      return { ...state, said: event.text };
    case 'planned':
      return { ...state, plan: event.entries };
    case 'acted':
      return inTurn(state, turn => withDeed(turn, event.title, event.does, event.ok));
    case 'permitted':
      // One that is granted is seen when it is done.
      return event.granted
        ? state
        : inTurn(state, turn => withDeed(turn, `${event.title}: refused`, event.does, false));
    case 'turned': {
      const { stop, files, notes = [] } = event;
      return { ...inTurn(state, turn => ({ ...turn, stop, files })), notes };
    }
    case 'printed':
      return state;
    case 'applied': {
      const { number, turn, files } = event;
      const applied = [...state.applied, { number, ...(turn > 0 ? { turn } : {}), files, reverted: false }];
      // What was run is about this change: it was run before the yes.
      return { ...state, ...reduceWork(state, event), tried: state.tried, applied };
    }
    case 'reverted': {
      const back = new Set(event.numbers);
      const applied = state.applied.map(one =>
        back.has(one.number ?? 1) ? { ...one, reverted: true } : one,
      );
      return { ...state, applied, after: undefined };
    }
    case 'finished':
      return { ...state, isListening: false, outcome: event.outcome };
    default:
      return { ...state, ...reduceWork(state, event) };
  }
}

const withDeed = (turn: SessionTurn, title: string, word: CallKind, ok: boolean): SessionTurn =>
  turn.did.length >= MOST_DID ? turn : { ...turn, did: [...turn.did, { title, word, ok }] };

/** Changes the turn that is under way. */
function inTurn(state: WrapState, change: (turn: SessionTurn) => SessionTurn): WrapState {
  const last = state.turns.at(-1);
  return last === undefined ? state : { ...state, turns: [...state.turns.slice(0, -1), change(last)] };
}
