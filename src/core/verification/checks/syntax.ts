import { answerOf, type Check, type Found, notRun } from '../check.ts';

/** Whether each changed Python file can still be read as Python. */
export const syntaxCheck: Check = {
  id: 'syntax',
  title: 'Syntax',
  needs: 'index',
  phase: 'before',
  // An agent gets it as the answer to its call and can repair it; a work order states it as an invariant.
  level: { others: 'required', 'work order': 'advisory', plan: 'advisory' },
  async run(_changes, { evidence }) {
    if (!evidence) return notRun('there is no index of the workspace here');
    const { modules } = (await evidence()).evidence;
    if (modules.length === 0) return answerOf([], 'no Python file is changed');
    const found = modules.flatMap(({ file, parse_error: error }): Found[] =>
      error === undefined
        ? []
        : [
            {
              rule: 'unreadable',
              weight: error.introduced ? 'problem' : 'doubt',
              message: `${error.introduced ? 'not Python any more' : 'not Python'}: ${error.reason}`,
              place: { file, line: error.line, side: 'after' },
              since: error.introduced ? 'change' : 'before',
            },
          ],
    );
    return answerOf(found, 'our reader understands every changed Python file');
  },
};
