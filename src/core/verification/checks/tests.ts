import { answerOf, type Check, notRun } from '../check.ts';

/** The workspace's own tests, on the files as the change leaves them. */
export const testsCheck: Check = {
  id: 'tests',
  title: 'Tests',
  needs: 'workspace code',
  phase: 'after',
  level: 'off',
  async run(_changes, { runTests }) {
    if (!runTests) return notRun('no test command is set up here');
    const { ok, summary, notRun: why } = await runTests();
    if (why !== undefined) return notRun(why);
    return answerOf(ok ? [] : [{ rule: 'failed', weight: 'problem', message: summary }], summary);
  },
};
