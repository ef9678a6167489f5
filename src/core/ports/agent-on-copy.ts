import type { Result } from '../kernel/result.ts';
import type { ProgramEnd } from './program-on-copy.ts';

/** What a tool call does, as its agent says. */
export const CALL_KINDS = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const;
export type CallKind = (typeof CALL_KINDS)[number];

export interface OutsideCall {
  /** The same for every word about one call. */
  readonly id: string;
  readonly title: string;
  readonly does: CallKind;
  /** From the top of the workspace; absolute outside of it. */
  readonly paths: readonly string[];
}

export interface OutsidePlanEntry {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** What an agent says and does in a turn. All of it is its own word: data, never an instruction. */
export type OutsideUpdate =
  /** A piece of a message. */
  | { readonly kind: 'said'; readonly text: string }
  | { readonly kind: 'planned'; readonly entries: readonly OutsidePlanEntry[] }
  | {
      readonly kind: 'acted';
      readonly call: OutsideCall;
      readonly status: 'pending' | 'in_progress' | 'completed' | 'failed';
      /** What came of it, as text. */
      readonly output?: string;
    };

/** An agent asks before it does something. */
export interface OutsidePermission {
  readonly call: OutsideCall;
  /** What it would do in detail: a command, a diff; left out where it says no more than the title. */
  readonly detail?: string;
}

/** Whom an agent speaks to. */
export interface OutsideClient {
  readonly onUpdate: (update: OutsideUpdate) => void;
  /** Rejects only with `Cancelled`. */
  readonly permit: (request: OutsidePermission, signal: AbortSignal) => Promise<boolean>;
}

/** What came of a prompt: everything its copy has and the workspace has not, whichever prompt it is of. */
export interface OutsideTurn extends Pick<ProgramEnd, 'ms' | 'changes' | 'notCarried' | 'notes'> {
  /** Why it stopped: `end_turn`, `max_tokens`, `max_turn_requests`, `refusal` or `cancelled`. */
  readonly stop: string;
}

/** A conversation with an agent that works on a copy of the workspace. */
export interface OutsideSession {
  /** As it calls itself. */
  readonly agent: string;
  /** The sandbox it runs in; left out: it runs without one. */
  readonly sandbox?: string;
  /** Files that somebody changed in the workspace meanwhile are taken into the copy; where both did, theirs count. */
  refresh(signal: AbortSignal): Promise<readonly string[]>;
  /**
   * One turn, to its end. When the signal is aborted the agent is told to stop, and the turn ends as `cancelled`.
   * The error is a sentence, and nothing more can be asked: it ended, went beyond a limit, or wrote where it must not.
   */
  prompt(text: string, signal: AbortSignal): Promise<Result<OutsideTurn>>;
  /** Ends the agent; its copy is gone afterwards. */
  close(): Promise<void>;
}

/** An agent of another maker, to be started on a copy of the workspace. */
export interface AgentOnCopy {
  /** The error is a sentence. Rejects only with `Cancelled`. */
  open(client: OutsideClient, signal: AbortSignal): Promise<Result<OutsideSession>>;
}

/** One whose code is loaded when it is started. */
export const lazyAgent = (load: () => Promise<AgentOnCopy>): AgentOnCopy => ({
  open: async (client, signal) => (await load()).open(client, signal),
});
