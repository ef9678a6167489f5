import type { TestRun } from './test-run.ts';

/** How the tests of some work stand, and what a person knows of it: the same for every kind of agents. */
export interface TestsSeen {
  /** How they came out when an agent ran them last, also when something was changed since. */
  readonly testRun?: TestRun | undefined;
  /** How they stood when a person last let the work go on with words. */
  readonly knownTests?: TestRun | undefined;
}

/** Nobody ran them, or they passed for sure, and nobody knows of failures; also when the files are others. */
export const NO_TESTS_SEEN = { testRun: undefined, knownTests: undefined } as const;

/** After one more run; `undefined`: it was none. Once all of them passed, none may fail again. */
export const afterTests = (seen: TestsSeen, run: TestRun | undefined): Required<TestsSeen> => {
  const { testRun, knownTests } = seen;
  if (run === undefined) return { testRun, knownTests };
  return { testRun: run, knownTests: run.ok ? undefined : knownTests };
};

/**
 * Whoever lets work go on that stopped, with words for it, has seen how the tests stand: those that failed before it
 * would otherwise keep it open for ever. More of them may not fail later. What is said while it is at work is no such
 * word: its tests may fail for the moment.
 */
export const afterWords = ({ testRun, knownTests }: TestsSeen): Required<TestsSeen> => ({
  testRun: undefined,
  knownTests: testRun ?? knownTests,
});

/** That they failed when they ran last, also when a person knows of it. */
export function testsThatFail({ testRun }: TestsSeen): string | undefined {
  if (testRun === undefined || testRun.ok) return undefined;
  const { passed, total } = testRun;
  const counts = passed === null || total === null ? '' : `: ${passed} of ${total} tests passed`;
  return `the last test run failed${counts}`;
}

/** Why work is not done; `undefined`: they did not run, or passed, or no more of them failed than a person knows of. */
export function whyTestsFail(seen: TestsSeen): string | undefined {
  const failing = testsThatFail(seen);
  if (failing === undefined) return undefined;
  const [now, known] = [failures(seen.testRun), failures(seen.knownTests)];
  if (known === undefined) return `${failing}. run_tests has to pass first`;
  if (now !== undefined && now <= known) return undefined;
  return `${failing}. No more than ${known} may fail, as when the user last let the work go on`;
}

/** `undefined`: it is not known how many. */
function failures(run: TestRun | undefined): number | undefined {
  if (run === undefined) return undefined;
  const { passed, total } = run;
  return passed === null || total === null || total <= passed ? undefined : total - passed;
}
