import type { Evidence, SpotCheck, SpotCheckGrade } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import type { SimulateInput, SimulateResult } from '../changes/simulate.ts';
import type { ChangedCode } from './trials.ts';

/** A change, and what is said or asked about it. */
export interface ClaimedChange {
  readonly changes: ChangeSet;
  readonly invariants: readonly string[];
  /** The Designer's claims about public names. */
  readonly changedSignatures: readonly string[];
  /** Entries of one kind that are listed; left out: as many as a person may read. */
  readonly mostEntries?: number;
}

/** What code found out about a change, and can still be asked. */
export interface Examination {
  /** Without spot checks. */
  readonly evidence: Evidence;
  /** QA's spot checks, run again. */
  grade(
    spotChecks: readonly (string | SpotCheck)[],
    scope: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly SpotCheckGrade[]>;
  /** The functions whose behavior is not proved to be the same; none when it is. */
  changedCode(signal: AbortSignal): Promise<ChangedCode>;
  /** Further invariants than those it was examined for. */
  checkInvariants(invariants: readonly string[], signal: AbortSignal): Promise<Evidence['invariants']>;
}

/**
 * Computes what code can tell of a change: seconds for a large one, which a host may spend beside its other work.
 * Then a question rejects with `Cancelled` as soon as its signal is aborted.
 */
export interface Analyst {
  simulate(input: Omit<SimulateInput, 'sha256'>, signal: AbortSignal): Promise<SimulateResult>;
  examine(change: ClaimedChange, signal: AbortSignal): Promise<Examination>;
  /** Indexes what has changed in the workspace, so that the next question finds it known. */
  look(): Promise<void>;
}
