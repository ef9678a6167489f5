import type { ChangeSet } from '../changes/change-set.ts';

/** Where a function is in one version of the workspace, and how it is imported. */
export interface FunctionPlace {
  readonly file: string;
  readonly line: number;
  /** For example `shop.orders`. */
  readonly module: string;
  /** Inside its module, for example `Order.total`. */
  readonly name: string;
}

/** A function whose behavior is not proved to be the same after a change. */
export interface ChangedFunction {
  readonly before: FunctionPlace;
  readonly after: FunctionPlace;
  /** Completes "not proved because it …": `is changed`, `uses LIMIT, which is changed`. */
  readonly why: string;
}

/** The functions to try; arguments of classes that moved are carried over by `renamed`. */
export interface ChangedFunctions {
  readonly functions: readonly ChangedFunction[];
  /** Module and name before the change, module and name after it. */
  readonly renamed: readonly (readonly [string, string, string, string])[];
}

/** What one version showed in one call; all of it is text for people. */
export interface ShownOutcome {
  readonly kind: 'returned' | 'raised' | 'endless';
  /** The value or the exception, as Python writes it. */
  readonly shown: string;
  /** Of an exception, with its module. */
  readonly type: string | null;
  /** The arguments after the call. */
  readonly arguments: readonly string[];
  readonly output: string;
  /** It returned one of its arguments itself, not an equal value. */
  readonly same: boolean;
}

export interface Counterexample {
  readonly verdict: 'counterexample';
  /** Who found it: `Hypothesis` or `CrossHair`. */
  readonly tools: readonly string[];
  readonly seed: number;
  /** As Python writes it: `total([Item(price=100.0)], discount=0.1)`. */
  readonly call: string;
  /** Which of several equal calls differs, from 1. */
  readonly number: number;
  /** What differs: `kind`, `value`, `arguments`, `output`, `same` (whether it returns one of its arguments itself). */
  readonly differs: readonly string[];
  readonly before: ShownOutcome;
  readonly after: ShownOutcome;
  /** A pytest test that passes before the change and fails after it. */
  readonly test: string;
}

export interface NoDifference {
  readonly verdict: 'no difference';
  readonly tools: readonly string[];
  readonly seed: number;
  /** Calls of both versions with the same arguments. */
  readonly runs: number;
  /** Of these, how many raised an exception in both. */
  readonly raised: number;
  /** Of these, how many differ in the last digits of floats. */
  readonly rounded: number;
  /** Ways through the code that CrossHair followed. */
  readonly paths: number;
  /** CrossHair followed all it could find. */
  readonly all_paths: boolean;
}

export interface NotTried {
  readonly verdict: 'not run';
  /** Completes "not run: …". */
  readonly reason: string;
}

export type TrialVerdict = Counterexample | NoDifference | NotTried;

export interface FunctionTrial {
  readonly function: ChangedFunction;
  readonly result: TrialVerdict;
  /** Milliseconds it took. */
  readonly ms: number;
}

export interface TrialOptions {
  /** Of computing for one function. */
  readonly seconds: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Called for each function when its verdict is there. */
  readonly onTried?: (trial: FunctionTrial) => void;
}

export interface TrialTool {
  readonly name: string;
  /** Left out when it was not found. */
  readonly version?: string;
  /** How to install it, when it was not found. */
  readonly install?: string;
}

/**
 * Runs functions of the workspace before and after a change, in copies of it: code of the workspace and of the change,
 * so only after a person's consent. Rejects only with `Cancelled`.
 */
export interface Trials {
  /** What would be used, and whether it runs in a sandbox. */
  look(
    signal: AbortSignal,
  ): Promise<{ readonly tools: readonly TrialTool[]; readonly sandbox: string | undefined }>;
  compare(
    changes: ChangeSet,
    changed: ChangedFunctions,
    options: TrialOptions,
  ): Promise<readonly FunctionTrial[]>;
}
