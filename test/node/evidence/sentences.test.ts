import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import { NotDownloaded, readRelease, releasePairs } from '../../support/release-replay/releases.ts';
import { computeFor } from '../../unit/evidence/evidence-of.ts';

/** Packages with sentences about the change from one of their releases to the next; see `releases.json`. */
const PACKAGES = ['click', 'flask', 'jinja2', 'httpx', 'requests'];
/** Sentences of which code must decide that many in a hundred. */
const LEAST_DECIDED = 75;

interface Sentence {
  readonly isTrue: boolean;
  readonly text: string;
}

/** Lines `T …` and `F …`, written before the grammar was, in the words of reviewers. */
function readSentences(name: string): readonly Sentence[] {
  const file = path.join(root, 'test/fixtures/sentences', `${name}.txt`);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map(line => ({ isTrue: line.startsWith('T '), text: line.slice(2) }));
}

async function gradesOf(name: string, sentences: readonly Sentence[]) {
  const pair = releasePairs.find(each => each.name === name);
  assert.ok(pair);
  const [before, after] = [await readRelease(name, pair.from), await readRelease(name, pair.to)];
  const gone = [...before.keys()].filter(file => !after.has(file));
  const { facts } = await computeFor({
    before: Object.fromEntries(before),
    after: {
      ...Object.fromEntries([...after].filter(([file, bytes]) => before.get(file)?.equals(bytes) !== true)),
      ...Object.fromEntries(gone.map(file => [file, null])),
    },
  });
  return gradeSpotChecks({
    spotChecks: sentences.map(({ text }) => `verified: ${text}`),
    order: { scope_allowlist: ['**'] },
    facts,
    isFile: async file => before.has(file),
  });
}

describe('sentences of reviewers about real changes [001-047]', () => {
  for (const name of PACKAGES)
    it(`about ${name} are decided, and none wrongly`, async function () {
      const sentences = readSentences(name);
      const grades = await gradesOf(name, sentences).catch((error: unknown) => {
        if (error instanceof NotDownloaded) return undefined;
        throw error;
      });
      if (grades === undefined) this.skip();
      const decided = grades.filter(({ verdict }) => verdict !== 'not_checkable');
      const wrong = grades.flatMap(({ verdict, text, reason }, i) => {
        const right = sentences[i]?.isTrue ? 'confirmed' : 'refuted';
        return verdict === right || verdict === 'not_checkable' ? [] : [`${text}: ${verdict}, ${reason}`];
      });
      console.log(`      ${name}: ${decided.length} of ${grades.length} decided, ${wrong.length} wrong`);
      if (process.env['WORKORDER_SHOW_OPEN'])
        for (const { text, reason, verdict } of grades)
          if (verdict === 'not_checkable') console.log(`        open: ${text}: ${reason}`);
      assert.deepEqual(wrong, []);
      assert.ok(decided.length * 100 >= grades.length * LEAST_DECIDED, `only ${decided.length}`);
    });

  it('that only look like ones that code understands are not refuted', async function () {
    const sentences = readSentences('open');
    const grades = await gradesOf('click', sentences).catch((error: unknown) => {
      if (error instanceof NotDownloaded) return undefined;
      throw error;
    });
    if (grades === undefined) this.skip();
    const decided = grades.filter(({ verdict }) => verdict !== 'not_checkable');
    assert.deepEqual(
      decided.map(({ text, verdict, reason }) => `${text}: ${verdict}, ${reason}`),
      [],
    );
  });
});
