import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import type { SpotCheck } from '../../../src/generated/contracts.ts';
import { computeFor } from './evidence-of.ts';

/** A fact, or a sentence, that was graded wrongly, found by somebody who looked for such ones. */
interface Attack {
  readonly name: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string | null>>;
  readonly fact?: SpotCheck;
  readonly text?: string;
  readonly wrong: 'confirmed' | 'refuted';
  readonly why: string;
}

const folder = path.join(import.meta.dirname, '../../fixtures/sentences');
const attacks = ['attacked-facts.json', 'attacked-clauses.json'].flatMap((name): readonly Attack[] =>
  JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')),
);

describe('a fact or sentence that was graded wrongly once [001-047]', () => {
  for (const { name, before, after, fact, text = '', wrong, why } of attacks)
    it(`is not graded so any more: ${name}`, async () => {
      const { facts } = await computeFor({ before, after });
      const [grade] = await gradeSpotChecks({
        spotChecks: [fact ?? `verified: ${text.replace(/^verified: /, '')}`],
        order: { scope_allowlist: ['**'] },
        facts,
        isFile: async each => each in before,
      });
      assert.notEqual(grade?.verdict, wrong, `${grade?.text}: ${grade?.reason}; but ${why}`);
    });
});
