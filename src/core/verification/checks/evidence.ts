import type { Evidence } from '../../../generated/contracts.ts';
import { TEST_WORDS } from '../../evidence/claims/evidence-sections.ts';
import { answerOf, type Check, type Found, notRun } from '../check.ts';

/** What the index shows the change to break, and what should be looked at. */
export const evidenceCheck: Check = {
  id: 'evidence',
  title: 'Names, imports, callers and tests',
  needs: 'index',
  phase: 'before',
  level: 'advisory',
  async run(_changes, { evidence }) {
    if (!evidence) return notRun('there is no index of the workspace here');
    return answerOf(
      findingsOf((await evidence()).evidence),
      'no import, name or use was found to break, and no test or lint rule to be switched off',
    );
  },
};

function findingsOf(evidence: Evidence): readonly Found[] {
  return [
    ...evidence.broken_imports.map(
      ({ text, reason, place }): Found => ({
        rule: 'broken-import',
        weight: 'problem',
        message: `"${text}" finds nothing: ${reason}`,
        place,
      }),
    ),
    ...(evidence.undefined_names ?? []).map(
      ({ name, cause, place }): Found => ({
        rule: 'undefined-name',
        weight: 'problem',
        message: `${name} is not defined: ${cause === 'removed' ? 'what defined it is gone from there' : 'nothing defines it'}`,
        place,
      }),
    ),
    ...evidence.callers.flatMap(({ name, verdict, reason, place }): Found[] =>
      verdict === 'fits'
        ? []
        : [
            {
              rule: verdict === 'broken' ? 'broken-use' : 'use-to-check',
              weight: verdict === 'broken' ? 'problem' : 'doubt',
              message: `use of ${name}: ${reason}`,
              place,
            },
          ],
    ),
    ...evidence.tests.map(
      ({ kind, test, place }): Found => ({
        rule: 'weaker-test',
        weight: 'doubt',
        message: `${test} ${TEST_WORDS[kind]}`,
        place,
      }),
    ),
    ...evidence.suppressions.map(
      ({ text, place }): Found => ({
        rule: 'new-suppression',
        weight: 'doubt',
        message: `"${text}" is new`,
        place,
      }),
    ),
    ...evidence.keys.flatMap(({ name, change, to, place }): Found[] =>
      change === 'renamed'
        ? [{ rule: 'renamed-key', weight: 'doubt', message: `${name} becomes ${to ?? ''}`, place }]
        : [],
    ),
    ...evidence.api_changes.flatMap(({ name, change, claimed, place }): Found[] =>
      change === 'removed' || change === 'changed'
        ? [
            {
              rule: `public-name-${change}`,
              weight: claimed ? 'fact' : 'doubt',
              message: `the public name ${name} is ${change === 'removed' ? 'removed' : 'declared differently'}`,
              place,
            },
          ]
        : [],
    ),
  ];
}
