import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

/** Invariants that are proved though they must not be, and violated though they must not be: a sentence each. */
export async function wrongVerdicts(
  before: Files,
  after: Readonly<Record<string, string | null>>,
  unproved: readonly string[],
  unviolated: readonly string[],
): Promise<readonly string[]> {
  const invariants = [...new Set([...unproved, ...unviolated])];
  const evidence = await evidenceOf({ before, after, invariants });
  assert.equal(evidence.invariants.length, invariants.length);
  return evidence.invariants
    .filter(
      ({ text, verdict }) =>
        (verdict === 'proved' && unproved.includes(text)) ||
        (verdict === 'violated' && unviolated.includes(text)),
    )
    .map(({ text, verdict, reason }) => `${text}: ${verdict}, ${reason}`);
}
