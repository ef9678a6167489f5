import assert from 'node:assert/strict';
import { playFacts } from './facts-adversary.ts';

const COUNT = Number(process.env['WORKORDER_FACT_PROGRAMS'] ?? 75);
const SEED = Number(process.env['WORKORDER_MUTANTS_SEED'] ?? 20261123);

describe('facts of QA about generated programs, held against their text and what Python finds', () => {
  it(`no verdict about ${COUNT} programs is wrong in any reading (seed ${SEED})`, async () => {
    const { tally, wrong } = await playFacts(SEED, COUNT);
    for (const [kind, { right, open, unclear }] of Object.entries(tally)) {
      console.log(`      ${kind}: ${right} decided, ${open} open, ${unclear} rightly open`);
      assert.ok(right > 0, `nothing of the kind ${kind} is decided`);
    }
    assert.equal(wrong.length, 0, `${wrong.length} wrong:\n\n${wrong.slice(0, 10).join('\n\n')}`);
  });
});
