// npm run proofs sentences -- --repositories FOLDER [--details FILE]
// Sentences about real commits by people who had not seen how sentences are read, graded as those of QA are. FOLDER has
// a clone of each package. None may be graded wrongly, and no opinion at all.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { NEVER } from '../../src/core/kernel/cancel.ts';
import { provableChanges } from '../support/histories/prove-range.ts';

interface Sentence {
  readonly package: string;
  readonly commit: string;
  readonly sentence: string;
  readonly truth: boolean | 'opinion';
}

const corpora = ['commits.json', 'more-commits.json'].map(name =>
  path.join(import.meta.dirname, '../fixtures/sentences', name),
);
const { values } = parseArgs({
  options: {
    repositories: { type: 'string' },
    details: { type: 'string' },
    corpus: { type: 'string', multiple: true, default: corpora },
  },
});
if (values.repositories === undefined) {
  console.error('sentences needs --repositories FOLDER: a folder with a clone of each package.');
  process.exit(3);
}
const folder = fs.realpathSync(values.repositories);
const sentences = values.corpus.flatMap(
  file => JSON.parse(fs.readFileSync(file, 'utf8')) as readonly Sentence[],
);
const details: string[] = [];
const totals = new Map<string, { all: number; decided: number; wrong: number }>();

for (const key of new Set(sentences.map(keyOf))) {
  const said = sentences.filter(each => keyOf(each) === key);
  const [name = '', commit = ''] = key.split(' ');
  const grades = await gradesOf(path.join(folder, name), commit, said);
  for (const [i, each] of said.entries()) {
    const { verdict, reason } = grades[i] ?? { verdict: 'not_checkable', reason: '' };
    const isDecided = verdict !== 'not_checkable';
    const isWrong = isDecided && (each.truth === 'opinion' || (verdict === 'confirmed') !== each.truth);
    const total = totals.get(each.truth === 'opinion' ? 'opinions' : name) ?? {
      all: 0,
      decided: 0,
      wrong: 0,
    };
    totals.set(each.truth === 'opinion' ? 'opinions' : name, {
      all: total.all + 1,
      decided: total.decided + Number(isDecided),
      wrong: total.wrong + Number(isWrong),
    });
    details.push(JSON.stringify({ ...each, verdict, reason, isWrong }));
    if (isWrong)
      console.log(`  wrong: ${name} ${commit.slice(0, 10)} ${each.sentence}: ${verdict}, ${reason}`);
  }
}
if (values.details !== undefined) fs.writeFileSync(values.details, `${details.join('\n')}\n`);
const sum = { all: 0, decided: 0, wrong: 0 };
for (const [name, { all, decided, wrong }] of totals) {
  console.log(`  ${name}: ${decided} of ${all} decided, ${wrong} wrong`);
  sum.wrong += wrong;
  if (name === 'opinions') continue;
  sum.all += all;
  sum.decided += decided;
}
const share = Math.round((sum.decided / sum.all) * 100);
console.log(`  together: ${sum.decided} of ${sum.all} decided (${share} %), ${sum.wrong} wrong`);
process.exitCode = sum.wrong > 0 ? 1 : 0;

function keyOf(each: Sentence): string {
  return `${each.package} ${each.commit}`;
}

async function gradesOf(root: string, commit: string, said: readonly Sentence[]) {
  const given = await provableChanges(root).range(commit);
  if (!given.ok) throw new Error(`${commit}: ${given.error}`);
  const { changes, analyst } = given.value;
  const examination = await analyst.examine({ changes, invariants: [], changedSignatures: [] }, NEVER);
  const spotChecks = said.map(({ sentence }) => `verified: ${sentence}`);
  return examination.grade(spotChecks, ['**'], NEVER);
}
