import assert from 'node:assert/strict';
import type { LintOutcome } from '../../../src/core/ports/linter.ts';
import { headline } from '../../../src/core/workorder/headline.ts';
import { judgeCoverage } from '../../../src/core/workorder/judge-coverage.ts';

const report = (path: string, files: 'all' | readonly string[]): LintOutcome => ({
  kind: 'report',
  report: { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: false, files_checked: 0 } },
  tools: [],
  notes: [],
  covers: { path, files, contracts: false },
});
const change = (path: string) => ({
  path,
  before: undefined,
  after: new Uint8Array(1),
  beforeSha256: undefined,
  afterSha256: 'x',
  spans: [],
});
/** Git ignores what is under build/. */
const SEEN = ['pkg/a.py', 'other/a.py'];
const files = {
  walk: async (path: string) =>
    path.endsWith('.py') ? [path] : SEEN.filter(file => file.startsWith(path === '' ? '' : `${path}/`)),
};

describe('a lint that passed by a changed file', () => {
  for (const [what, outcome, path] of [
    ['git ignores it', report('', []), 'build/a.py'],
    ['git ignores it, and everything is checked', report('', 'all'), 'build/a.py'],
    ['git ignores it below the folder that is checked', report('build', 'all'), 'build/a.py'],
    ['the path covers no changed file', report('pkg', 'all'), 'other/a.py'],
  ] as const) {
    it(`is never clean, and names the file: ${what} [001-031]`, async () => {
      const { outcome: ended } = await judgeCoverage(outcome, { files: [change(path)] }, files);
      assert.ok(ended.kind === 'did_not_run');
      assert.match(ended.failure.error, new RegExp(`lint did not check ${path}`));
    });
  }
  it('is what it is when every Python file was looked at, or none was changed', async () => {
    const outcome = report('pkg', ['pkg/a.py']);
    const changed = { files: [change('pkg/a.py'), change('README.md')] };
    assert.deepEqual(await judgeCoverage(outcome, changed, files), { outcome, notLinted: [] });
  });
  it('names the files outside the path that a person set', async () => {
    const outcome = report('pkg', ['pkg/a.py']);
    const changed = { files: [change('pkg/a.py'), change('tests/test_a.py')] };
    assert.deepEqual(await judgeCoverage(outcome, changed, files), {
      outcome,
      notLinted: ['tests/test_a.py'],
    });
  });
  it('does not count when it passed by one file below its path, whatever else it checked', async () => {
    const changed = { files: [change('pkg/a.py'), change('pkg/ignored.py')] };
    const { outcome } = await judgeCoverage(report('pkg', ['pkg/a.py']), changed, files);
    assert.ok(outcome.kind === 'did_not_run');
    assert.match(outcome.failure.error, /lint did not check pkg\/ignored\.py:/);
  });
  it('is told in the headline', () => {
    const lint = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } };
    assert.equal(
      headline({ kind: 'APPLIED', lint, notLinted: ['tests/test_a.py'] }, 2),
      'Applied 2 files, lint clean; tests/test_a.py is outside its path and was not linted',
    );
  });
});
