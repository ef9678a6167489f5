import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';
import { judgeClaims } from '../../../src/core/evidence/spot-checks/judge-claims.ts';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import { chosen, isFullRun, seedOf } from '../../faults/support/counts.ts';
import {
  NotDownloaded,
  type ReleasePair,
  readRelease,
  releasePairs,
} from '../../support/release-replay/releases.ts';
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
  const { facts, isFile } = await factsOf(pair);
  return gradeSpotChecks({
    spotChecks: sentences.map(({ text }) => `verified: ${text}`),
    order: { scope_allowlist: ['**'] },
    facts,
    isFile,
  });
}

/** What code knows about the change from one release to the next. */
async function factsOf({ name, from, to }: ReleasePair) {
  const [before, after] = [await readRelease(name, from), await readRelease(name, to)];
  const gone = [...before.keys()].filter(file => !after.has(file));
  const { facts } = await computeFor({
    before: Object.fromEntries(before),
    after: {
      ...Object.fromEntries([...after].filter(([file, bytes]) => before.get(file)?.equals(bytes) !== true)),
      ...Object.fromEntries(gone.map(file => [file, null])),
    },
  });
  return { facts, isFile: async (file: string) => before.has(file) };
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

const REVIEWS = path.join(root, 'test/fixtures/sentences/reviews');
/** Some of the releases of a folder; all of them in `npm run proofs reviews`. */
const releasesIn = (folder: string, count: number): readonly ReleasePair[] =>
  chosen(JSON.parse(readFileSync(path.join(REVIEWS, folder, 'releases.json'), 'utf8')), count, seedOf(1));

/** Releases with sentences by a reviewer who had not seen the grammar. */
const reviews = releasesIn('.', 3);
/** Of all of them together; a sample may be harder than the whole. */
const LESS_OF_A_SAMPLE = isFullRun ? 0 : 15;
const LEAST_OF_REVIEWS = 70 - LESS_OF_A_SAMPLE;
const LEAST_OF_CLAIMS = 70 - LESS_OF_A_SAMPLE;

/** What was said of each release, and what code makes of it; nothing where a release cannot be downloaded. */
async function judgeReviews(
  folder: string,
  judge: (texts: readonly string[], known: Awaited<ReturnType<typeof factsOf>>) => Promise<readonly string[]>,
  pairs: readonly ReleasePair[] = reviews,
) {
  const all: { said: string; text: string; verdict: string }[] = [];
  for (const pair of pairs) {
    const lines = readFileSync(path.join(REVIEWS, folder, `${pair.name}.txt`), 'utf8');
    const texts = lines.trim().split('\n');
    const known = await factsOf(pair).catch((error: unknown) => {
      if (error instanceof NotDownloaded) return undefined;
      throw error;
    });
    if (known === undefined) return undefined;
    const verdicts = await judge(
      texts.map(text => text.slice(2)),
      known,
    );
    for (const [i, text] of texts.entries())
      all.push({ said: text[0] ?? '', text: `${pair.name}: ${text.slice(2)}`, verdict: verdicts[i] ?? '' });
  }
  return all;
}

const EXPECTED: Readonly<Record<string, string>> = { T: 'confirmed', F: 'refuted', O: 'not_checkable' };
const isOpen = ({ verdict }: { readonly verdict: string }): boolean => verdict === 'not_checkable';

async function gradeTexts(texts: readonly string[], { facts, isFile }: Awaited<ReturnType<typeof factsOf>>) {
  const spotChecks = texts.map(text => `verified: ${text}`);
  const grades = await gradeSpotChecks({ spotChecks, order: { scope_allowlist: ['**'] }, facts, isFile });
  return grades.map(({ verdict }) => verdict);
}

async function judgeTexts(texts: readonly string[], { facts }: Awaited<ReturnType<typeof factsOf>>) {
  const claims = texts.map(text => ({ text, verdict: 'not_checkable' as const, reason: '', places: [] }));
  return (await judgeClaims(claims, facts)).map(({ verdict }) => verdict);
}

describe('what reviewers say of more releases [001-047]', () => {
  for (const { what, folder, judge, least, pairs } of [
    { what: 'their sentences', folder: '.', judge: gradeTexts, least: LEAST_OF_REVIEWS },
    // Negations, exceptions, comparisons, conditions: little of it can be decided, and nothing may be wrong.
    { what: 'sentences that nearly say something else', folder: 'near-misses', judge: gradeTexts, least: 25 },
    // Nearly right: another time, another kind, one name of several, a default or a number that is off by one.
    {
      what: 'sentences that are nearly true or nearly false',
      folder: 'adversarial',
      judge: gradeTexts,
      least: 60,
    },
    // By somebody else, before they had read how sentences are understood: one false near miss for each true one.
    {
      what: 'sentences by another reviewer',
      folder: 'others',
      judge: gradeTexts,
      least: 70 - LESS_OF_A_SAMPLE,
    },
    {
      what: 'later sentences by the same',
      folder: 'others-later',
      judge: gradeTexts,
      least: 60 - LESS_OF_A_SAMPLE,
    },
    { what: 'entries of changed_signatures', folder: 'claims', judge: judgeTexts, least: LEAST_OF_CLAIMS },
    // Short ones about what reviewers look at, as different people word them.
    {
      what: 'short checks',
      folder: 'checks',
      judge: gradeTexts,
      least: 25,
      pairs: releasesIn('checks', 1),
    },
    {
      what: 'short checks of another change',
      folder: 'checks-later',
      judge: gradeTexts,
      least: 25,
      pairs: releasesIn('checks-later', 1),
    },
    // As freely worded as people write them, of changes and of code: most of it no code can read.
    {
      what: 'free prose about changes',
      folder: 'free',
      judge: gradeTexts,
      least: 5,
      pairs: releasesIn('free', 2),
    },
    {
      what: 'free prose about code',
      folder: 'code',
      judge: gradeTexts,
      least: 5,
      pairs: releasesIn('code', 1),
    },
  ])
    it(`is decided as often as before, and never wrongly: ${what}`, async function () {
      const all = await judgeReviews(folder, judge, pairs);
      if (all === undefined) this.skip();
      const decided = all.filter(each => !isOpen(each));
      console.log(`      ${what}: ${decided.length} of ${all.length} decided`);
      if (process.env['WORKORDER_SHOW_OPEN'])
        for (const { text } of all.filter(isOpen)) console.log(`        open: ${text}`);
      assert.deepEqual(
        decided.filter(({ said, verdict }) => verdict !== EXPECTED[said]),
        [],
      );
      assert.ok(decided.length * 100 >= all.length * least, `only ${decided.length}`);
    });
});
