import type { Reverted, WorkEvent } from '../../../src/core/runs/common-events.ts';
import type { CommonOutcome } from '../../../src/core/runs/common-outcome.ts';

/** How a toy's run ends. */
export type ToyOutcome =
  | { readonly kind: 'DONE' }
  | { readonly kind: 'BLOCKED'; readonly reasons: readonly string[] }
  | CommonOutcome;

/** One line of its journal: its own kinds of lines beside those that all workflows have. */
export type ToyEvent = { readonly at: number } & (
  | { readonly type: 'run_started'; readonly runId: string; readonly file: string; readonly line: string }
  | { readonly type: 'resumed' }
  | WorkEvent
  | Reverted
  | { readonly type: 'finished'; readonly outcome: ToyOutcome }
);
