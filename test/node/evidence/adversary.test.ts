import assert from 'node:assert/strict';
import { playRound } from './adversary.ts';
import { seeded } from './mutations.ts';

const COUNT = Number(process.env['WORKORDER_MUTANTS'] ?? 200);
const SEED = Number(process.env['WORKORDER_MUTANTS_SEED'] ?? 20260719);

describe('verdicts about a change, held against what Python does before and after it', function () {
  this.timeout(180_000 + 40 * COUNT);
  it(`no verdict about ${COUNT} mutants is wrong (seed ${SEED})`, async () => {
    const { tally, wrong, mutants } = await playRound(COUNT, seeded(SEED));
    console.log(`      ${mutants} mutants, seed ${SEED}`);
    for (const [phrase, { proved, violated, open }] of Object.entries(tally)) {
      console.log(`      ${phrase}: ${proved} proved, ${violated} violated, ${open} not checkable`);
      assert.ok(proved >= mutants / 100, `too few proofs of "${phrase}" to mean anything: ${proved}`);
    }
    assert.equal(wrong.length, 0, `${wrong.length} wrong:\n\n${wrong.slice(0, 10).join('\n\n')}`);
  });
});
