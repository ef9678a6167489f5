import type { CallKind, OutsidePlanEntry } from '../ports/agent-on-copy.ts';

/** What an agent of another maker does in a turn, as it says itself; turns are counted from 1. */
export type DoneInTurn =
  | { readonly type: 'said'; readonly turn: number; readonly text: string }
  | { readonly type: 'planned'; readonly turn: number; readonly entries: readonly OutsidePlanEntry[] }
  /** A call of a tool of its own has ended. */
  | {
      readonly type: 'acted';
      readonly turn: number;
      readonly title: string;
      readonly does: CallKind;
      readonly paths: readonly string[];
      readonly ok: boolean;
      readonly output?: string;
    }
  | {
      readonly type: 'permitted';
      readonly turn: number;
      readonly title: string;
      readonly does: CallKind;
      readonly granted: boolean;
      readonly by: string;
    };
