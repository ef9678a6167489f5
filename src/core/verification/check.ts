import type { EvidencePlace } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import type { Finding } from '../changes/finding.ts';
import type { Examination } from '../ports/analyst.ts';
import type { LintOutcome } from '../ports/linter.ts';
import type { FunctionTrial, TestsTried } from '../ports/trials.ts';
import type { Level, Policy, Workflow } from './policy.ts';

/** `undecided` and `not run` are never shown as passed. */
export type CheckVerdict = 'passed' | 'failed' | 'undecided' | 'not run';

export interface CheckResult {
  readonly check: string;
  readonly verdict: CheckVerdict;
  /** One sentence. */
  readonly reason: string;
  readonly findings: readonly Finding[];
  /** Milliseconds. */
  readonly ms: number;
}

/** What a check found; how bad that is for this change is for the policy to say. */
export interface CheckAnswer {
  readonly verdict: CheckVerdict;
  readonly reason: string;
  readonly found: readonly Found[];
}

/** `problem`: something is wrong. `doubt`: someone should look. `fact`: good to know. */
export interface Found extends Omit<Finding, 'rule' | 'severity'> {
  /** Without the check's name. */
  readonly rule: string;
  readonly weight: 'problem' | 'doubt' | 'fact';
  /** The check whose level decides how bad it is, where that is another one. */
  readonly countsAs?: string;
}

/** What the host of a verification can do; a check that needs what is missing is not run, and says so. */
export interface CheckContext {
  readonly policy: Policy;
  /** Where files may be changed; left out: the whole workspace. */
  readonly scope?: readonly string[];
  /** What the proposer says about public names. */
  readonly claims?: readonly string[];
  readonly signal: AbortSignal;
  /** Computed once for all checks. */
  readonly evidence?: () => Promise<Examination>;
  /** The changed functions, run before and after; only where a person agreed to run code of the change. */
  readonly tryFunctions?: () => Promise<readonly FunctionTrial[]>;
  /** The tests, run before and after the change in copies; only where a person agreed to it. */
  readonly compareTests?: () => Promise<TestsTried>;
  /** The linters on the files as the change would leave them, compared with the files as they are. */
  readonly lintBefore?: () => Promise<LintOutcome>;
  /** The linters on the files on disk, after the apply. */
  readonly lintAfter?: Afterwards<LintOutcome>;
  readonly testsAfter?: Afterwards<TestAnswer>;
  /** A model that looks at the change, with what code found about it. */
  readonly inspect?: (computed: Examination) => Promise<InspectionAnswer>;
}

/** Something that runs programs on the files of the workspace, so only when a change is on the disk. */
export interface Afterwards<T> {
  /** Why it could not run, as far as that is known before the apply; a person may be asked for it. */
  whyNot(): Promise<string | undefined>;
  run(): Promise<T>;
}

export interface TestAnswer {
  readonly ok: boolean;
  /** One sentence, for example `12/12 tests passed`. */
  readonly summary: string;
  /** Why they did not run, when they did not. */
  readonly notRun?: string;
}

export interface InspectionAnswer {
  readonly decision: 'approve' | 'reject';
  readonly reasons: readonly string[];
  /** What the model says it did not check. */
  readonly open: readonly string[];
}

export interface DefaultLevels extends Partial<Readonly<Record<Workflow, Level>>> {
  /** In every workflow that is not named. */
  readonly others: Level;
}

/** One way to look at a change. Adding a check is one file with one of these, and its line in `checks/all.ts`. */
export interface Check {
  /** How policies and findings name it. */
  readonly id: string;
  readonly title: string;
  /** Only `workspace code` may start a program that loads code of the workspace; that has a consent of its own. */
  readonly needs: 'nothing' | 'index' | 'models' | 'workspace code';
  readonly phase: 'before' | 'after';
  /** What it counts for where no policy says otherwise. */
  readonly level: Level | DefaultLevels;
  /** Rejects only with `Cancelled`. */
  run(changes: ChangeSet, context: CheckContext): Promise<CheckAnswer>;
  /**
   * Of a check after the apply: why it could not run then. Where the check is required nothing is applied for it to
   * be missed. Rejects only with `Cancelled`.
   */
  foresee?(context: CheckContext): Promise<string | undefined>;
}

export const passed = (reason: string, found: readonly Found[] = []): CheckAnswer => ({
  verdict: 'passed',
  reason,
  found,
});

export const notRun = (reason: string): CheckAnswer => ({ verdict: 'not run', reason, found: [] });

/** Passed unless there is a problem; `clean` is said when nothing at all was found. */
export function answerOf(found: readonly Found[], clean: string): CheckAnswer {
  const problems = found.filter(({ weight }) => weight === 'problem');
  if (problems.length > 0) {
    const [first] = problems;
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    return { verdict: 'failed', reason: `${first?.message ?? ''}${more}`, found };
  }
  if (found.length === 0) return passed(clean);
  return passed(`nothing is wrong; ${found.length} to check`, found);
}

/** A finding for each place after the first goes into `related`. */
export function withPlaces(found: Omit<Found, 'place' | 'related'>, places: readonly EvidencePlace[]): Found {
  const [place, ...related] = places;
  return {
    ...found,
    ...(place === undefined ? {} : { place }),
    ...(related.length === 0 ? {} : { related }),
  };
}
