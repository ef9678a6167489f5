import type { TestRun } from './test-run.ts';

/**
 * Why work is not done whose tests failed when they ran last; `undefined`: they did not run, or passed, or no more of
 * them failed than in the run that a person had words for (`known`).
 */
export function whyTestsFail(run: TestRun | undefined, known?: TestRun): string | undefined {
  if (run === undefined || run.ok) return undefined;
  const [failed, knownFailed] = [failedTests(run), known && failedTests(known)];
  if (failed !== undefined && knownFailed !== undefined && failed <= knownFailed) return undefined;
  const { passed, total } = run;
  const counts = passed === null || total === null ? '' : `: ${passed} of ${total} tests passed`;
  return `the last test run failed${counts}. run_tests has to pass first`;
}

const failedTests = ({ passed, total }: TestRun): number | undefined =>
  passed === null || total === null || total <= passed ? undefined : total - passed;
