import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

/** What a sentence must be, or must not be. */
type Expected = 'proved' | 'violated' | 'not proved' | 'not violated' | 'not_checkable';
type Files = Readonly<Record<string, string>>;

/** What it is about, the files before, those that differ after it, and what is expected of each sentence. */
export type VerdictCase = readonly [
  name: string,
  before: Files,
  after: Readonly<Record<string, string | null>>,
  expected: Readonly<Record<string, Expected>>,
];

/** One test for each case. */
export function testVerdicts(cases: readonly VerdictCase[]): void {
  for (const [name, before, after, expected] of cases)
    it(name, async () => {
      const { invariants } = await evidenceOf({ before, after, invariants: Object.keys(expected) });
      const wrong = invariants.filter(({ text, verdict }) => {
        const wanted = expected[text] ?? '';
        return wanted.startsWith('not ') ? verdict === wanted.slice('not '.length) : verdict !== wanted;
      });
      assert.deepEqual(
        wrong.map(({ text, verdict, reason }) => `${text}: ${verdict}, ${reason}`),
        [],
      );
    });
}
