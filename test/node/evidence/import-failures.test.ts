import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { python } from '../../../scripts/setup/places.mjs';
import { evidenceOf } from '../../unit/evidence/evidence-of.ts';
import { PRELUDE, statement } from './import-statements.ts';
import { seeded } from './mutations.ts';

const COUNT = Number(process.env['WORKORDER_MUTANTS'] ?? 400);
const SEED = Number(process.env['WORKORDER_MUTANTS_SEED'] ?? 20260719);
const PHRASES = ['no broken imports', 'no broken callers'];

describe('new statements at the top of a module, held against what Python does on import', () => {
  it(`none of ${COUNT} that fail is proved to break no import (seed ${SEED})`, async () => {
    const random = seeded(SEED);
    const programs = Array.from({ length: COUNT }, () => `${PRELUDE}${statement(random)}`);
    const script = path.join(import.meta.dirname, 'import_statements.py');
    const ran = spawnSync(python.executable, [script], {
      input: JSON.stringify(programs),
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    const outcomes = JSON.parse(ran.stdout) as readonly (string | null)[];
    const wrong: string[] = [];
    let fine = 0;
    let proved = 0;
    for (const [i, source] of programs.entries()) {
      const { invariants } = await evidenceOf({
        before: { 'm.py': PRELUDE },
        after: { 'm.py': source },
        invariants: PHRASES,
      });
      const error = outcomes[i];
      if (error === null) fine++;
      for (const { text, verdict } of invariants) {
        if (verdict !== 'proved') continue;
        if (error === null) proved++;
        else wrong.push(`${text}: ${source.slice(PRELUDE.length)}${error}`);
      }
    }
    console.log(
      `      ${COUNT} statements, ${fine} work, ${Math.round((proved / PHRASES.length / fine) * 100)} % of these proved`,
    );
    assert.equal(wrong.length, 0, `${wrong.length} wrong:\n\n${wrong.slice(0, 25).join('\n\n')}`);
    assert.ok(proved > fine / 5, `too few proofs to mean anything: ${proved} of ${fine}`);
  });
});
