import { answerOf, type Check, type Found, notRun, passed, withPlaces } from '../check.ts';

/** What the proposer says about public names, against the change itself. */
export const claimsCheck: Check = {
  id: 'claims',
  title: 'Claims',
  needs: 'index',
  phase: 'before',
  level: 'advisory',
  async run(_changes, { claims = [], evidence }) {
    if (claims.length === 0) return passed('nothing was claimed');
    if (!evidence) return notRun('there is no index of the workspace here');
    const { claims: graded } = (await evidence()).evidence;
    const found = graded.flatMap(({ text, verdict, reason, places }): Found[] =>
      verdict === 'confirmed'
        ? []
        : [
            withPlaces(
              {
                rule: verdict === 'refuted' ? 'refuted' : 'undecided',
                weight: verdict === 'refuted' ? 'problem' : 'fact',
                message: `the claim "${text}" is ${verdict === 'refuted' ? 'false' : 'not decided by code'}: ${reason}`,
              },
              places,
            ),
          ],
    );
    const answer = answerOf(found, 'code confirms every claim');
    return answer.verdict === 'passed' && found.length > 0
      ? {
          ...answer,
          verdict: 'undecided',
          reason: `${found.length} of ${graded.length} claims not decided by code`,
        }
      : answer;
  },
};
