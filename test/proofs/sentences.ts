// npm run proofs sentences -- --repositories FOLDER [--details FILE]
// Sentences about real commits by people who had not seen how sentences are read, graded as those of QA are. FOLDER has
// a clone of each package. None may be graded wrongly, and no opinion at all.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { NEVER } from '../../src/core/kernel/cancel.ts';
import type { SpotCheck } from '../../src/generated/contracts.ts';
import { provableChanges } from '../support/histories/prove-range.ts';

interface Sentence {
  readonly package: string;
  readonly commit: string;
  readonly sentence?: string;
  /** In place of a sentence. */
  readonly fact?: SpotCheck;
  readonly truth: boolean | 'opinion';
}

/** Those of `qa-N` were given by models that were told to be QA by version N of its prompt. */
const corpora = ['commits.json', 'more-commits.json', 'qa-9.json', 'qa-10.json', 'qa-10-later.json'].map(
  name => path.join(import.meta.dirname, '../fixtures/sentences', name),
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
const sentences = values.corpus.flatMap(file =>
  (JSON.parse(fs.readFileSync(file, 'utf8')) as readonly Sentence[]).map(each => ({
    ...each,
    corpus: path.basename(file, '.json'),
  })),
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
    const of = each.truth === 'opinion' ? 'opinions' : each.corpus;
    const total = totals.get(of) ?? { all: 0, decided: 0, wrong: 0 };
    totals.set(of, {
      all: total.all + 1,
      decided: total.decided + Number(isDecided),
      wrong: total.wrong + Number(isWrong),
    });
    details.push(JSON.stringify({ ...each, verdict, reason, isWrong }));
    if (isWrong)
      console.log(`  wrong: ${name} ${commit.slice(0, 10)} ${grades[i]?.text}: ${verdict}, ${reason}`);
  }
}
if (values.details !== undefined) fs.writeFileSync(values.details, `${details.join('\n')}\n`);
let wrong = 0;
for (const [name, total] of totals) {
  const share = Math.round((total.decided / total.all) * 100);
  console.log(`  ${name}: ${total.decided} of ${total.all} decided (${share} %), ${total.wrong} wrong`);
  wrong += total.wrong;
}
process.exitCode = wrong > 0 ? 1 : 0;

function keyOf(each: Sentence): string {
  return `${each.package} ${each.commit}`;
}

async function gradesOf(root: string, commit: string, said: readonly Sentence[]) {
  const given = await provableChanges(root).range(commit);
  if (!given.ok) throw new Error(`${commit}: ${given.error}`);
  const { changes, analyst } = given.value;
  const examination = await analyst.examine({ changes, invariants: [], changedSignatures: [] }, NEVER);
  const spotChecks = said.map(({ sentence, fact }) => fact ?? `verified: ${sentence}`);
  return examination.grade(spotChecks, ['**'], NEVER);
}
