import assert from 'node:assert/strict';
import { compareResults } from '../../../src/core/eval/compare.ts';
import { resultsHtml, resultsJson, resultsMarkdown, tableText } from '../../../src/core/eval/projections.ts';
import { tablesOf, tablesOfComparison } from '../../../src/core/eval/tables.ts';
import type { EvalResults, EvalRun } from '../../../src/generated/contracts.ts';
import { runOf } from './tasks.ts';

const resultsOf = (...runs: readonly EvalRun[]): EvalResults => ({
  format: 'workorder-eval/1',
  settings: {
    version: '1.0',
    suite_sha256: 'a'.repeat(64),
    prompts_sha256: 'b'.repeat(64),
    lint: ['ruff 1'],
    tests: '',
  },
  runs: [...runs],
});

const SOME = resultsOf(
  runOf(),
  runOf({ task: 'toy/two', verdict: 'caught', by: 'qa', valid: false }),
  runOf({
    task: 'toy/two',
    run: 2,
    verdict: 'escaped',
    failures: ['f is gone'],
    risks: ['evidence/undefined-name: g'],
  }),
  runOf({
    model: 'wrong',
    qa: 'approve',
    variant: 'flipped-1',
    verdict: 'caught',
    by: 'code',
    seconds: null,
  }),
  runOf({ model: 'wrong', qa: 'approve', variant: 'misspelt-1', verdict: 'escaped', seconds: null }),
  runOf({ model: 'oracle', qa: 'approve', seconds: null }),
);

describe('the tables of results', () => {
  it('say what became of the tasks, who caught what, and what escaped', () => {
    const [table] = tablesOf(SOME);
    assert.ok(table);
    assert.deepEqual(tableText(table).slice(0, 2), [
      'Designer  QA        runs  right           solved  blocked rightly  blocked wrongly  caught      escaped         shown as a risk                no answer',
      'openai:m  openai:m  3     33 % (6–79)     1       0                0                1 (qa 1)    1, 33 % (6–79)  1 of 1 escaped, 0 of 1 solved  0',
    ]);
  });

  it('say of each QA what it was shown and what it let through', () => {
    const table = tablesOf(SOME).find(({ title }) => title === 'What QA adds');
    assert.deepEqual(table?.rows, [
      [
        'approve',
        '2',
        '1',
        '–',
        '–',
        '0',
        '1 of 2, 50 % (9–91)',
        '0 of 1, 0 % (0–79)',
        '75 % (47–91)',
        '6 of 9, 67 % (35–88)',
      ],
    ]);
  });

  it('say why nothing came of the replies of a model, alike sentences together, most often first', () => {
    const outside = (command: number, file: string) =>
      runOf({
        verdict: 'caught',
        by: 'code',
        reasons: [`command ${command} (atomic_replace): ${file} is outside the scope (src/a.py, src/b.py)`],
      });
    const cut = runOf({ verdict: 'no answer', reasons: ['The answer of m-1.5 was truncated by 400 tokens'] });
    const seeded = runOf({ model: 'wrong', qa: 'approve', verdict: 'caught', by: 'lint', reasons: ['x'] });
    const runs = resultsOf(cut, outside(0, 'a/b.py'), runOf(), outside(12, 'other.txt'), seeded);
    const table = tablesOf(runs).find(({ title }) => title.startsWith('Why'));
    assert.deepEqual(table?.rows, [
      ['openai:m', 'openai:m', 'caught by code', '2', 'command … (atomic_replace): … is outside the scope …'],
      ['openai:m', 'openai:m', 'no answer', '1', 'The answer of … was truncated by … tokens'],
    ]);
  });

  it('are the same bytes in whatever order the runs ended', () => {
    const reversed = { ...SOME, runs: SOME.runs.toReversed() };
    assert.equal(resultsJson(SOME), resultsJson(reversed));
  });

  it('show texts of models as text', () => {
    const evil = resultsOf(runOf({ verdict: 'escaped', failures: ['<img src=x> [a](http://x) | b'] }));
    assert.doesNotMatch(resultsHtml(evil), /<img/);
    assert.match(resultsMarkdown(evil), /\\<img src=x> \\\[a\\\]\(http\\:\/\/x\) \\\| b/);
  });
});

describe('two result files compared', () => {
  const before = resultsOf(
    runOf(),
    runOf({ task: 'toy/two', verdict: 'escaped' }),
    runOf({ task: 'toy/gone' }),
  );
  const after = resultsOf(
    runOf({ verdict: 'caught', by: 'qa' }),
    runOf({ task: 'toy/two' }),
    runOf({ model: 'new' }),
  );

  it('count only tasks that both have, and name those that went otherwise', () => {
    const { rows, notCompared, differences } = compareResults(before, after);
    assert.deepEqual(
      rows.map(({ model, good, better, worse }) => [model, good[0].of, good[1].of, better, worse]),
      [['openai:m', 2, 2, ['toy/two'], ['toy/one']]],
    );
    assert.deepEqual(notCompared, ['new, QA openai:m']);
    assert.deepEqual(differences, []);
  });

  it('say what was not the same besides the models', () => {
    const other = {
      ...after,
      settings: { ...after.settings, prompts_sha256: 'c', prompts: { designer: 5, qa: 7 }, lint: [] },
    };
    assert.deepEqual(compareResults(before, other).differences, [
      'prompts bbbbbbbbbbbb and designer 5, qa 7 (c)',
      'linters: ruff 1; then none',
    ]);
  });

  it('are tables, too', () => {
    const [table] = tablesOfComparison(compareResults(before, after));
    assert.deepEqual(table?.rows[0]?.slice(2, 5), [
      '1 of 2, 50 % (9–91)',
      '1 of 2, 50 % (9–91)',
      '0 (-57 to +57)',
    ]);
  });
});
