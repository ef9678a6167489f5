import type { TestRun } from './test-run.ts';

/** Why work is not done whose tests failed when they ran last; `undefined`: they did not run, or passed. */
export function whyTestsFail(run: TestRun | undefined): string | undefined {
  if (run === undefined || run.ok) return undefined;
  const { passed, total } = run;
  const counts = passed === null || total === null ? '' : `: ${passed} of ${total} tests passed`;
  return `the last test run failed${counts}. run_tests has to pass first`;
}
