import { addSpent, NOTHING_SPENT, type Spent } from './spent.ts';

/** What one of several runs sees of a budget that holds for all of them together. */
export interface BudgetShare {
  /** What the others spent, and the most that their requests under way may still cost. */
  readonly others: () => Spent;
  /** Among how many what is left is divided: this run, and each other that works and holds nothing. */
  readonly sharers: () => number;
  /** A request is under way that may cost so much: no one else may spend it. */
  readonly hold: (most: Spent) => void;
  /** What this run spent so far; it holds nothing any more. */
  readonly commit: (spent: Spent) => void;
  /** This run asks no model any more; what it spent stays spent. */
  readonly leave: () => void;
}

/**
 * One budget of runs that work at the same time: because each holds what it may spend, they never exceed it together.
 */
export interface SharedBudget {
  readonly join: () => BudgetShare;
}

/** @param before what was spent before the first of the runs */
export function createSharedBudget(before: Spent): SharedBudget {
  const runs: { spent: Spent; held: Spent | undefined; works: boolean }[] = [];
  return {
    join: () => {
      const own: (typeof runs)[number] = { spent: NOTHING_SPENT, held: undefined, works: true };
      runs.push(own);
      const others = () => runs.filter(run => run !== own);
      return {
        others: () =>
          others().reduce(
            (sum, { spent, held }) => addSpent(sum, addSpent(spent, held ?? NOTHING_SPENT)),
            before,
          ),
        sharers: () => 1 + others().filter(run => run.works && !run.held).length,
        hold: most => {
          own.held = most;
        },
        commit: spent => {
          own.spent = spent;
          own.held = undefined;
        },
        leave: () => {
          own.held = undefined;
          own.works = false;
        },
      };
    },
  };
}
