import type { ChangeSet } from '../changes/change-set.ts';
import { type Finding, findingLine } from '../changes/finding.ts';
import { lintChanged } from '../lint/lint-changed.ts';
import { lintConfigurationPaths } from '../lint/lint-configuration.ts';
import type { FolderLinter, LintOutcome } from '../ports/linter.ts';
import type { TestRunner } from '../ports/test-runner.ts';
import type { Afterwards, CheckContext, TestAnswer } from '../verification/check.ts';
import { recordOf } from '../verification/describe-verdict.ts';
import type { PolicyLayer, Workflow } from '../verification/policy.ts';
import { blockers } from '../verification/verdict.ts';
import type { WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import type { Consents } from './consents.ts';
import type { ReviewPolicy, VerifiedEvent } from './gate-events.ts';
import { runConsentedTests, whyNoTests } from './run-consented-tests.ts';
import { testAnswer } from './test-answer.ts';

/** What can be run in a folder when a change is on its disk. */
export interface FolderPrograms {
  /** Left out: no linter is set up. */
  readonly linter?: FolderLinter | undefined;
  /** Left out: no tests can be run. */
  readonly tests?: TestRunner | undefined;
}

export interface AfterRun extends FolderPrograms {
  readonly workflow: Workflow;
  readonly verifier: WorkspaceVerifier;
  readonly layers?: readonly PolicyLayer[];
  readonly consents: Consents;
  readonly review: ReviewPolicy;
  /** Everything of the run that is on the disk: what it leaves is looked at, not its last change alone. */
  readonly changes: () => Promise<ChangeSet>;
  readonly record: (event: VerifiedEvent) => Promise<void>;
  readonly signal: AbortSignal;
}

/** The checks after an apply, the same for every workflow that goes through the change gate. */
export class AfterApply {
  readonly #run: AfterRun;

  constructor(run: AfterRun) {
    this.#run = run;
  }

  /** For the checks of a change that would be applied on top of what is there. */
  contextOf(changes: ChangeSet): Pick<CheckContext, 'lintAfter' | 'testsAfter'> {
    const { linter, tests, consents, review, signal } = this.#run;
    return {
      ...(linter ? { lintAfter: lintAfter({ linter, consents, signal }, changes) } : {}),
      ...(tests ? { testsAfter: testsAfter({ tests, consents, review, signal }) } : {}),
    };
  }

  /** @param number of the change that was applied last. The value: what the policy does not let pass. */
  async verify(number: number): Promise<readonly Finding[]> {
    const { workflow, verifier, layers = [], record, signal } = this.#run;
    if (!(await verifier.asksAfter(workflow, layers))) return [];
    const changes = await this.#run.changes();
    if (changes.files.length === 0) return [];
    const context = this.contextOf(changes);
    const { verdict } = await verifier.verify(changes, {
      workflow,
      layers,
      phase: 'after',
      signal,
      ...context,
    });
    await record({ type: 'verified', phase: 'after', number, ...recordOf(verdict) });
    return blockers(verdict);
  }
}

/** More are counted: the journal has them all. */
const MOST_NAMED = 5;

/** What keeps a run from being called done, for whoever is told. */
export function describeOpen(open: readonly Finding[]): string {
  const named = open.slice(0, MOST_NAMED).map(findingLine);
  const more = open.length > MOST_NAMED ? [`and ${open.length - MOST_NAMED} more`] : [];
  return `the files as they are now do not pass what the policy requires: ${[...named, ...more].join('; ')}`;
}

/** The change stays, and whoever made it has to see to it. */
export const writtenBut = (open: readonly Finding[]): string =>
  `the change is written, but ${describeOpen(open)}. Correct it before you report or finish`;

interface Linting {
  readonly linter: FolderLinter;
  readonly consents: Consents;
  readonly signal: AbortSignal;
}

function lintAfter({ linter, consents, signal }: Linting, changes: ChangeSet): Afterwards<LintOutcome> {
  const whyNot = async () => {
    const paths = changes.files.map(({ path }) => path);
    const touched = (await linter.codeTouchedBy?.(paths)) ?? lintConfigurationPaths(paths);
    if (touched.length === 0 || (await consents.ask({ kind: 'run linters', paths: touched }, signal)))
      return undefined;
    return `running the linters with the changed ${touched.join(', ')} was not allowed`;
  };
  return {
    whyNot,
    async run() {
      const error = await whyNot();
      if (error === undefined) return lintChanged(linter, changes, signal);
      return { kind: 'did_not_run', failure: { error, changed: false }, tools: [] };
    },
  };
}

interface Testing {
  readonly tests: TestRunner;
  readonly consents: Consents;
  readonly review: ReviewPolicy;
  readonly signal: AbortSignal;
}

export const testsAfter = ({ signal, ...consent }: Testing): Afterwards<TestAnswer> => ({
  whyNot: () => whyNoTests(consent, signal),
  run: async () => testAnswer(await runConsentedTests(consent, signal)),
});
