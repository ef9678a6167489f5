import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { python } from '../../../scripts/setup/places.mjs';
import { type Edit, evidenceOf } from '../../unit/evidence/evidence-of.ts';
import { PRELUDE, statement } from './import-statements.ts';
import { seeded } from './mutations.ts';

const COUNT = Number(process.env['WORKORDER_MUTANTS'] ?? 400);
const SEED = Number(process.env['WORKORDER_MUTANTS_SEED'] ?? 20260719);

interface Program {
  readonly statement: string;
  /** What Python raises; `null`: nothing. */
  readonly error: string | null;
}

function runPrograms(): readonly Program[] {
  const random = seeded(SEED);
  const statements = Array.from({ length: COUNT }, () => statement(random));
  const script = path.join(import.meta.dirname, 'import_statements.py');
  const ran = spawnSync(python.executable, [script], {
    input: JSON.stringify(statements.map(each => `${PRELUDE}${each}`)),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const outcomes = JSON.parse(ran.stdout) as readonly (string | null)[];
  return statements.map((each, i) => ({ statement: each, error: outcomes[i] ?? null }));
}

/** Fails where a phrase is proved of a statement that Python refuses; tells how many of the others are proved. */
async function judge(
  programs: readonly Program[],
  phrases: readonly string[],
  editOf: (statement: string) => Edit,
): Promise<number> {
  const wrong: string[] = [];
  let fine = 0;
  let proved = 0;
  for (const { statement, error } of programs) {
    const { invariants } = await evidenceOf({ ...editOf(statement), invariants: phrases });
    if (error === null) fine++;
    for (const { text, verdict } of invariants) {
      if (verdict !== 'proved') continue;
      if (error === null) proved++;
      else wrong.push(`${text}: ${statement}${error}`);
    }
  }
  const share = proved / phrases.length / fine;
  console.log(`      ${COUNT} statements, ${fine} work, ${Math.round(share * 100)} % of these proved`);
  assert.equal(wrong.length, 0, `${wrong.length} wrong:\n\n${wrong.slice(0, 25).join('\n\n')}`);
  return share;
}

/** The name that a statement binds. */
const nameIn = (statement: string): string => /\b_\w\b/.exec(statement)?.[0] ?? '';

/** Names of the prelude, so that they mean the same in each module. */
const IMPORTED = `${PRELUDE.slice(0, PRELUDE.indexOf('\n\n') + 1)}from names import NUMBER, ZERO, TEXT, LIST, KEYS, PAIR, NOTHING, T, Plain, Box, Color, same\n`;

describe('statements that run on import, held against what Python does then', function () {
  this.timeout(180_000 + 40 * COUNT);
  let programs: readonly Program[] = [];
  before('run each', () => {
    programs = runPrograms();
  });

  it(`none of ${COUNT} new ones that fail is proved to break no import (seed ${SEED})`, async () => {
    const share = await judge(programs, ['no broken imports', 'no broken callers'], each => ({
      before: { 'm.py': PRELUDE },
      after: { 'm.py': `${PRELUDE}${each}` },
    }));
    assert.ok(share > 0.2, `too few proofs to mean anything: ${share}`);
  });

  it(`none of ${COUNT} that fail is proved where it moves to a module that worked (seed ${SEED})`, async () => {
    const share = await judge(programs, ['no behavior changes', 'no broken imports'], each => ({
      before: { 'names.py': PRELUDE, 'a.py': `${IMPORTED}\n\n${each}`, 'm.py': IMPORTED },
      after: {
        'names.py': PRELUDE,
        'a.py': `${IMPORTED}from m import ${nameIn(each)}\n`,
        'm.py': `${IMPORTED}\n\n${each}`,
      },
    }));
    assert.ok(share > 0.1, `too few proofs to mean anything: ${share}`);
  });
});
