import type { Spent } from '../conversation/spent.ts';
import type { LintOutcome } from '../ports/linter.ts';
import type { Outcome } from '../workorder/outcome.ts';

/** One line of a plan's journal; the runs of its steps have journals of their own. */
export type PlanEvent = { /** Milliseconds since 1970. */ readonly at: number } & (
  | {
      readonly type: 'plan_started';
      readonly title: string;
      readonly resumed: boolean;
      /** How many steps were with their models at the same time; left out: one. */
      readonly parallel?: number;
    }
  | {
      readonly type: 'step_started';
      readonly phase: string;
      readonly step: string;
      readonly orderSha256: string;
    }
  | {
      readonly type: 'step_finished';
      readonly phase: string;
      readonly step: string;
      readonly orderSha256: string;
      readonly runId: string;
      readonly outcome: Outcome['kind'];
      /** On models, in this step. */
      readonly spent?: Spent;
    }
  | {
      readonly type: 'phase_linted';
      readonly phase: string;
      readonly clean: boolean;
      readonly outcome: LintOutcome;
    }
  /** The runs of its steps were taken back, newest first. */
  | {
      readonly type: 'reverted';
      readonly by: string;
      readonly runs: readonly string[];
      readonly files: readonly string[];
    }
  | {
      readonly type: 'plan_finished';
      readonly result: 'DONE' | 'STOPPED' | 'FAILED';
      readonly reason: string;
      /** On models, in all steps of the plan so far. */
      readonly spent?: Spent;
    }
);
