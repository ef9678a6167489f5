import { answerOf, type Check, notRun } from '../check.ts';

/** The workspace's own tests, on the files as the change leaves them. */
export const testsCheck: Check = {
  id: 'tests',
  title: 'Tests',
  needs: 'workspace code',
  phase: 'after',
  level: 'off',
  async run(_changes, { testsAfter }) {
    if (!testsAfter) return notRun(NO_TESTS);
    const { ok, summary, notRun: why } = await testsAfter.run();
    if (why !== undefined) return notRun(why);
    return answerOf(ok ? [] : [{ rule: 'failed', weight: 'problem', message: summary }], summary);
  },
  foresee: async ({ testsAfter }) => (testsAfter ? testsAfter.whyNot() : NO_TESTS),
};

const NO_TESTS = 'no tests can be run here';
