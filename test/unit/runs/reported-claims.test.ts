import assert from 'node:assert/strict';
import { gradeClaims } from '../../../src/core/runs/reported-claims.ts';

const passed = { ok: true, outdated: false };

describe('what a report claims of tests and linters', () => {
  it('is held against what ran', () => {
    const report = 'Added the price. All 12 tests pass and ruff is clean.';
    assert.deepEqual(gradeClaims(report, {}), [
      'reported that tests pass, but no test ran',
      'reported that the lint is clean, but no linter ran',
    ]);
    assert.deepEqual(gradeClaims(report, { tests: passed, lint: passed }), []);
    assert.deepEqual(
      gradeClaims(report, { tests: { ok: false, outdated: false }, lint: { ok: false, outdated: false } }),
      [
        'reported that tests pass, but the last test run failed',
        'reported that the lint is clean, but the last lint failed',
      ],
    );
    assert.deepEqual(gradeClaims('Tests are green.', { tests: { ok: true, outdated: true } }), [
      'reported that tests pass, but no test ran after the last change',
    ]);
  });

  it('is only what is plainly said to be so', () => {
    for (const words of [
      'Did it.',
      'Not all tests pass.',
      'The tests should pass now.',
      'I could not run the tests.',
      'One test fails, the others pass.',
      'Wrote tests; the parser passes the tokens on.',
      'Wrote a test that passes a path.',
      'Tests will pass when the other task is done.',
      'Check that the tests pass before merging.',
    ])
      assert.deepEqual(gradeClaims(words, {}), [], words);
    for (const words of ['pytest passed', 'The test suite succeeded!', 'tests: green'])
      assert.equal(gradeClaims(words, {}).length, 1, words);
  });
});
