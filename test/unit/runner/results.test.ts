import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closingLine, failedTests, slowestTests, summary } from '../../../scripts/test/report.mjs';
import { countOf } from '../../../scripts/test/results.mjs';

const line = (state: string, title?: string, ms?: number) => JSON.stringify({ state, title, ms });

describe('the results of a test run', () => {
  let folder = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-results-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const count = (lines: readonly string[], end: { code: number | null; stopped?: string }, name = 'ui') => {
    const results = path.join(folder, `${name}.jsonl`);
    fs.writeFileSync(results, lines.join('\n'));
    return countOf({
      job: { name, lane: 'cpu', expected: 1, args: [], results },
      seconds: 20,
      cpu: 8.25,
      ...end,
    });
  };
  const whole = [
    line('begun', 'adds'),
    line('passed', 'adds', 1500),
    line('failed', 'divides', 40),
    line('skipped', 'rounds', 0),
    line('end'),
  ];

  it('are the tests that ended', () => {
    const { passed, failed, skipped, remarks } = count(whole, { code: 1 });
    assert.deepEqual({ passed, failed, skipped, remarks }, { passed: 1, failed: 1, skipped: 1, remarks: [] });
  });

  it('of a suite that was stopped are kept, with one failure for the rest, why others failed, and the test it waited in', () => {
    const failed = JSON.stringify({
      state: 'failed',
      title: 'divides',
      ms: 40,
      error: 'Waited in vain for 2.',
    });
    const cut = [...whole.slice(0, 2), failed, line('begun', 'multiplies'), '{"state":"pas'];
    const { remarks, ...numbers } = count(cut, { code: null, stopped: 'said nothing for 7 minutes' });
    assert.deepEqual([numbers.passed, numbers.failed], [1, 2]);
    assert.deepEqual(remarks, [
      'ui said nothing for 7 minutes.',
      'It was in the middle of: multiplies',
      'divides: Waited in vain for 2.',
      'What ended before counts: 2 tests.',
    ]);
  });

  it('name each failure with its message at the end, where the output is read first', () => {
    const message = 'Waited in vain for 2.\n\n+ 1\n- 2\n';
    const failed = JSON.stringify({ state: 'failed', title: 'divides', ms: 40, error: message });
    const counts = [
      count([line('passed', 'adds', 1), failed, line('end')], { code: 1 }),
      count([line('passed', 'adds', 1)], { code: null, stopped: 'was interrupted' }, 'host'),
    ];
    assert.deepEqual(failedTests(counts), [
      '',
      'What failed',
      '  ui: divides\n      Waited in vain for 2.\n      \n      + 1\n      - 2',
      '  host: host was interrupted. What ended before counts: 1 tests.',
    ]);
    assert.deepEqual(failedTests([count([line('passed', 'adds', 1), line('end')], { code: 0 })]), []);
  });

  it('take what a hook behind a failed test found as more of the same failure', () => {
    const failed = (error: string) => JSON.stringify({ state: 'failed', title: 'divides', ms: 40, error });
    const ended = count(
      [failed('Waited in vain for 2.'), failed('Waited in vain for 2.\nThe window showed 1.'), line('end')],
      { code: 1 },
    );
    assert.equal(ended.failed, 1);
    assert.deepEqual(failedTests([ended]).slice(2), [
      '  ui: divides\n      Waited in vain for 2.\n      The window showed 1.',
    ]);
  });

  it('show the head and the tail of a long message, and how much is left out', () => {
    const error = Array.from({ length: 100 }, (_, i) => `line ${i + 1}`).join('\n');
    const failed = JSON.stringify({ state: 'failed', title: 'prints', ms: 40, error });
    const [, , text = ''] = failedTests([count([failed, line('end')], { code: 1 })]);
    const lines = text.split('\n').map(shown => shown.trim());
    assert.deepEqual(lines.slice(0, 2), ['ui: prints', 'line 1']);
    assert.deepEqual(lines.slice(20, 23), ['line 20', '… 40 more lines …', 'line 61']);
    assert.equal(lines.at(-1), 'line 100');
  });

  it('of a suite that died before its first test are one failure', () => {
    const { passed, failed, remarks } = count([], { code: 134 });
    assert.deepEqual({ passed, failed }, { passed: 0, failed: 1 });
    assert.deepEqual(remarks, ['ui ended with 134 before its tests were through.']);
  });

  it('have a failure more when every test passed and the process did not', () => {
    const { passed, failed } = count([line('passed', 'adds', 1), line('end')], { code: 7 });
    assert.deepEqual({ passed, failed }, { passed: 1, failed: 1 });
  });

  it('end with the slowest tests, the table of jobs and the closing line', () => {
    const counts = [
      count(whole, { code: 1 }),
      count([line('passed', 'sums', 9000), line('end')], { code: 0 }, 'unit'),
    ];
    assert.deepEqual(slowestTests(counts), [
      '',
      'The 3 slowest tests',
      '     9.0 s  unit: sums',
      '     1.5 s  ui: adds',
      '     0.0 s  ui: divides',
    ]);
    assert.deepEqual(summary(counts, 21), [
      '',
      'suite        passed   failed  skipped  seconds    cpu s',
      'ui                1        1        1     20.0      8.3',
      'unit              1        0        0     20.0      8.3',
      'total             2        1        1     21.0     16.5',
      '',
      '2 passed, 1 failed',
    ]);
    assert.equal(closingLine(counts), '2 passed, 1 failed');
  });
});
