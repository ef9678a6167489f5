import { answerOf, type Check, type Found, notRun, withPlaces } from '../check.ts';
import { invariantsFor } from '../policy.ts';

/** The invariants of the order, and those the policy asks for in the folders that are changed. */
export const invariantsCheck: Check = {
  id: 'invariants',
  title: 'Invariants',
  needs: 'index',
  phase: 'before',
  level: 'required',
  async run({ files }, { evidence, policy, signal }) {
    const wanted = invariantsFor(
      policy,
      files.map(({ path }) => path),
    );
    if (wanted.length === 0) return answerOf([], 'no invariant is asked for');
    if (!evidence) return notRun('there is no index of the workspace here');
    const checked = await (await evidence()).checkInvariants(wanted, signal);
    const found = checked.flatMap(({ text, verdict, reason, places }): Found[] =>
      verdict === 'proved'
        ? []
        : [
            withPlaces(
              {
                rule: verdict === 'violated' ? 'violated' : 'undecided',
                weight: verdict === 'violated' ? 'problem' : 'doubt',
                message: `"${text}" ${verdict === 'violated' ? 'is violated' : 'is not decided by code'}: ${reason}`,
              },
              places,
            ),
          ],
    );
    const answer = answerOf(found, `proved: ${wanted.join(', ')}`);
    const isOpen = answer.verdict === 'passed' && found.length > 0;
    return isOpen
      ? { ...answer, verdict: 'undecided', reason: `${found.length} of ${wanted.length} not decided by code` }
      : answer;
  },
};
