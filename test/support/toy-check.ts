import { answerOf, type Check } from '../../src/core/verification/check.ts';

/** Objects to files whose name shouts. A check in one file, as docs/extending.md says. */
export const toyCheck: Check = {
  id: 'shouting',
  title: 'Shouting names',
  needs: 'nothing',
  phase: 'before',
  level: { others: 'advisory', 'work order': 'required' },
  run: async ({ files }) =>
    answerOf(
      files
        .filter(({ path }) => /^[A-Z_]+\.py$/.test(path))
        .map(({ path }) => ({
          rule: 'name',
          weight: 'problem',
          message: `${path} shouts`,
          place: { file: path, line: 1, side: 'after' },
        })),
      'no file name shouts',
    ),
};
