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

/** Lines of a file after the change, from 1. */
export interface ChangedLines {
  readonly file: string;
  readonly lines: readonly number[];
}

/** What a change leaves to be run; arguments of classes that moved are carried over by `renamed`. */
export interface ChangedCode {
  readonly functions: readonly ChangedFunction[];
  /** Module and name before the change, module and name after it. */
  readonly renamed: readonly (readonly [string, string, string, string])[];
  /** Test files that import what is changed, directly or not. */
  readonly tests: readonly string[];
  /** New or different lines, tests left out. */
  readonly lines: readonly ChangedLines[];
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
  readonly for: 'functions' | 'tests';
  readonly name: string;
  /** Left out when it was not found. */
  readonly version?: string;
  /** How to install it, when it was not found. */
  readonly install?: string;
}

/** One test in both versions. */
export interface ComparedTest {
  /** As pytest names it: `tests/test_orders.py::test_total`. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** What went wrong, in one line; empty where nothing did. */
  readonly message: string;
}

export interface TestComparison {
  readonly kind: 'compared';
  /** Which test files were run; `importing`: those that import what is changed. */
  readonly which: 'importing' | 'all';
  /** How many tests ran before and after. */
  readonly before: number;
  readonly after: number;
  readonly newly_failing: readonly ComparedTest[];
  readonly newly_passing: readonly ComparedTest[];
  /** Collected before the change, and not after it. */
  readonly gone: readonly ComparedTest[];
  /** How many fail before and after. */
  readonly still_failing: number;
  /** Failed and passed on the same files. */
  readonly unstable: readonly ComparedTest[];
  /** Changed lines with code, and those that no test executes; the reason where that was not measured. */
  readonly lines:
    | {
        readonly kind: 'measured';
        readonly changed: number;
        readonly not_executed: readonly ChangedLines[];
      }
    | { readonly kind: 'not measured'; readonly reason: string };
}

export type TestsTried = TestComparison | { readonly kind: 'not run'; readonly reason: string };

export interface TestOptions {
  readonly which: 'importing' | 'all';
  /** For each version. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** A person's yes to running code of the workspace and of a change before it is applied: what, and for how long. */
export interface TryOut {
  readonly functions?: Pick<TrialOptions, 'seconds' | 'seed' | 'onTried'>;
  readonly tests?: Pick<TestOptions, 'which' | 'seconds'>;
}

/** What came of it. */
export interface Tried {
  readonly trials: readonly FunctionTrial[];
  /** Left out: they were not asked for. */
  readonly tests?: TestsTried;
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
  compare(changes: ChangeSet, changed: ChangedCode, options: TrialOptions): Promise<readonly FunctionTrial[]>;
  /** The workspace's own tests, before and after the change. */
  compareTests(changes: ChangeSet, changed: ChangedCode, options: TestOptions): Promise<TestsTried>;
}
