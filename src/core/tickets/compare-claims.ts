import type { SubtaskCompleteArgs } from '../../generated/contracts.ts';
import { gradeClaims } from '../runs/reported-claims.ts';
import { type Observed, withoutDot } from './observed.ts';

/** What the developer's report says and the journal did not see, a sentence each. */
export function compareClaims(result: SubtaskCompleteArgs, observed: Observed): readonly string[] {
  const tests = compareTests(result, observed);
  // What it says in words, where its fields say nothing of it.
  const words = tests.length > 0 ? [] : gradeClaims(result.message, { tests: observed.tests });
  return [...compareFiles(result, observed), ...tests, ...words];
}

function compareFiles({ filesChanged }: SubtaskCompleteArgs, observed: Observed): readonly string[] {
  const claimed = new Set(filesChanged.flatMap(({ path }) => (path === undefined ? [] : [withoutDot(path)])));
  const seen = new Set(observed.filesChanged.map(f => f.path));
  return [
    ...[...claimed]
      .filter(p => !seen.has(p))
      .map(p => `${p} is reported as changed, but no change of it was applied`),
    ...[...seen].filter(p => !claimed.has(p)).map(p => `${p} was changed, but is not in the report`),
  ];
}

function compareTests(
  { testResults, buildStatus }: SubtaskCompleteArgs,
  { tests }: Observed,
): readonly string[] {
  if (!tests) return testResults ? ['test results are reported, but no tests ran in this assignment'] : [];
  const { total, passed } = testResults ?? {};
  const differs = (claimed: number | undefined, seen: number | null) =>
    claimed !== undefined && seen !== null && claimed !== seen;
  return [
    ...(differs(total, tests.total) ? [`${total} tests are reported, but ${tests.total} ran`] : []),
    ...(differs(passed, tests.passed)
      ? [`${passed} passed tests are reported, but ${tests.passed} passed`]
      : []),
    ...(buildStatus === 'pass' && !tests.ok
      ? ['the build is reported to pass, but the last test run failed']
      : []),
    ...(tests.outdated ? ['the tests were not run again after the last change'] : []),
  ];
}
