import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import type { SpotCheck } from '../../../src/generated/contracts.ts';
import { NotDownloaded, releasePairs, unpackRelease } from '../../support/release-replay/releases.ts';
import { computeFor } from '../../unit/evidence/evidence-of.ts';

const PACKAGES = ['click', 'httpx', 'flask', 'requests'];
/** Facts of which code must decide that many in a hundred, of each package. */
const LEAST_DECIDED = 85;

interface Facts {
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly facts: readonly SpotCheck[];
  readonly truths: readonly boolean[];
}

describe('facts of QA about ordinary packages, true and made false', () => {
  for (const name of PACKAGES)
    it(`of ${name} are decided, and none wrongly`, async function () {
      const pair = releasePairs.find(each => each.name === name);
      assert.ok(pair);
      const folder = await unpackRelease(name, pair.to).catch((error: unknown) => {
        if (error instanceof NotDownloaded) return undefined;
        throw error;
      });
      if (folder === undefined) this.skip();
      const script = path.join(import.meta.dirname, 'facts_about.py');
      const { stdout } = await promisify(execFile)('python3', [script, folder], { maxBuffer: 1 << 28 });
      const { before, after, facts: spotChecks, truths }: Facts = JSON.parse(stdout);
      const { facts } = await computeFor({ before, after });
      const isFile = async () => false;
      const grades = await gradeSpotChecks({ spotChecks, order: { scope_allowlist: [] }, facts, isFile });
      const kinds: Record<string, { decided: number; all: number }> = {};
      const wrong: string[] = [];
      for (const [i, { verdict, text, reason }] of grades.entries()) {
        const kind = spotChecks[i]?.kind ?? '';
        const counts = kinds[kind] ?? { decided: 0, all: 0 };
        kinds[kind] = counts;
        counts.all++;
        if (verdict !== 'not_checkable') counts.decided++;
        else if (process.env['WORKORDER_SHOW_OPEN']) console.log(`        open: ${text}: ${reason}`);
        const right = truths[i] === true ? 'confirmed' : 'refuted';
        if (verdict !== 'not_checkable' && verdict !== right) wrong.push(`${text}: ${verdict}, ${reason}`);
      }
      const decided = grades.filter(({ verdict }) => verdict !== 'not_checkable').length;
      console.log(`      ${name}: ${decided} of ${grades.length} decided, ${wrong.length} wrong`);
      for (const [kind, counts] of Object.entries(kinds).sort())
        console.log(`        ${kind}: ${counts.decided} of ${counts.all}`);
      assert.deepEqual(wrong, []);
      assert.ok(decided * 100 >= grades.length * LEAST_DECIDED, `only ${decided} of ${grades.length}`);
    });
});
