import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import type { SpotCheck } from '../../../src/generated/contracts.ts';
import { computeFor } from './evidence-of.ts';

/** A fact that was graded wrongly, found by somebody who looked for such facts. */
interface Attack {
  readonly name: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string | null>>;
  readonly fact: SpotCheck;
  readonly wrong: 'confirmed' | 'refuted';
  readonly why: string;
}

const file = path.join(import.meta.dirname, '../../fixtures/sentences/attacked-facts.json');
const attacks: readonly Attack[] = JSON.parse(fs.readFileSync(file, 'utf8'));

describe('a fact that was graded wrongly once [001-047]', () => {
  for (const { name, before, after, fact, wrong, why } of attacks)
    it(`is not graded so any more: ${name}`, async () => {
      const { facts } = await computeFor({ before, after });
      const [grade] = await gradeSpotChecks({
        spotChecks: [fact],
        order: { scope_allowlist: ['**'] },
        facts,
        isFile: async each => each in before,
      });
      assert.notEqual(grade?.verdict, wrong, `${grade?.text}: ${grade?.reason}; but ${why}`);
    });
});
