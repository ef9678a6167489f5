import type { TestComparison } from '../../ports/trials.ts';
import { describeLines, describeTests, lineRanges } from '../../trials/describe-tests.ts';
import { answerOf, type Check, type Found, notRun, withPlaces } from '../check.ts';

/** The workspace's own tests, run in copies of it before and after the change. */
export const testsBeforeCheck: Check = {
  id: 'tests-before',
  title: 'Tests, run before and after in copies',
  needs: 'workspace code',
  phase: 'before',
  // It runs the code of the change, which waits for a person's yes.
  level: 'off',
  async run(_changes, { compareTests }) {
    if (!compareTests) return notRun('no one agreed to run the tests with the change (--run-tests)');
    const tests = await compareTests();
    if (tests.kind === 'not run') return notRun(tests.reason);
    const answer = answerOf(findingsOf(tests), describeTests(tests));
    return answer.verdict === 'passed' ? { ...answer, reason: describeTests(tests) } : answer;
  },
};

function findingsOf(tests: TestComparison): readonly Found[] {
  const said = describeLines(tests);
  const open = tests.lines.kind === 'measured' ? tests.lines.not_executed : [];
  const where = open.map(each => `${each.file}: ${lineRanges(each)}`).join('; ');
  return [
    ...tests.newly_failing.map(
      ({ id, message, file, line }): Found => ({
        rule: 'newly-failing',
        weight: 'problem',
        message: `${id} fails after the change${message === '' ? '' : `: ${message}`}`,
        place: { file, line, side: 'after' },
      }),
    ),
    ...tests.gone.map(
      ({ id, file, line }): Found => ({
        rule: 'no-longer-collected',
        weight: 'doubt',
        message: `${id} is not collected any more`,
        place: { file, line, side: 'before' },
      }),
    ),
    ...tests.newly_passing.map(
      ({ id, file, line }): Found => ({
        rule: 'newly-passing',
        weight: 'fact',
        message: `${id} failed before the change and passes after it`,
        place: { file, line, side: 'after' },
      }),
    ),
    ...(said === undefined
      ? []
      : [
          withPlaces(
            {
              rule: 'not-executed',
              weight: open.length > 0 ? 'doubt' : 'fact',
              message: where === '' ? said : `${said} (${where})`,
            },
            open.map(({ file, lines }) => ({ file, line: lines[0] ?? 1, side: 'after' })),
          ),
        ]),
  ];
}
