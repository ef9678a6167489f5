import assert from 'node:assert/strict';
import { readRun, readSeries, runsOfPage, runsTable, withTable } from '../../../scripts/test/runs-table.mjs';

const run = (more = {}) => ({
  commit: '0123456789ab',
  date: '2026-11-23T15:30:12.345Z',
  passed: 2650,
  failed: 0,
  seconds: 441.2,
  cpu: 850.4,
  cores: 2,
  load: 3.21,
  ...more,
});

describe('the record of several test runs', () => {
  it('reads the closing line and the processor time, and takes a run without them as failed', () => {
    const log =
      'suite  passed  failed\nunit 3 1 0 9.0 7.5\ntotal  3  1  0  10.2  8.5\n\n3 passed, 1 failed\n';
    assert.deepEqual(readRun(log), { passed: 3, failed: 1, cpu: 8.5 });
    assert.deepEqual(readRun('3 passed, 0 failed\nthen it crashed\n'), { passed: 0, failed: 1, cpu: 0 });
    assert.deepEqual(readRun(''), { passed: 0, failed: 1, cpu: 0 });
    assert.equal(readRun(`Turn 3 of 5: 50 of the 238 files\n${log}`).turn, 3);
  });

  it('goes on with a series that was written before, also when its last line was cut off', () => {
    const lines = [run(), run({ passed: 2651 })].map(one => JSON.stringify(one)).join('\n');
    assert.deepEqual(
      readSeries(`${lines}\n{"commit": "01`).map(({ passed }) => passed),
      [2650, 2651],
    );
  });

  it('is a Markdown table with one row a run, and counts those that were green to the end', () => {
    const runs = [run({ failed: 1 }), run(), run({ passed: 2652, load: 7, suites: ['unit', 'node'] })];
    const wanted = `| commit | date (UTC) | suites | passed | failed | seconds | processor s | cores, load |
|---|---|---|---|---|---|---|---|
| \`0123456789ab\` | 2026-11-23 15:30 | all | 2,650 | 1 | 441 | 850 | 2, 3.2 |
| \`0123456789ab\` | 2026-11-23 15:30 | all | 2,650 | 0 | 441 | 850 | 2, 3.2 |
| \`0123456789ab\` | 2026-11-23 15:30 | unit node | 2,652 | 0 | 441 | 850 | 2, 7.0 |

2 of 3 runs green, 2 of them one after the other at the end.
`;
    assert.equal(runsTable(runs), wanted);
  });

  it('is read back from the page by a machine that has not run any itself', () => {
    const runs = [run({ failed: 1 }), run({ suites: ['unit', 'node'], load: 7 }), run({ turn: 3 })];
    assert.match(runsTable(runs), /\| turn 3 \|/);
    const empty =
      '<!-- repeated runs: written by scripts/test/repeat.mjs -->\n<!-- end of repeated runs -->\n| `other` | table |\n';
    const page = withTable(empty, runsTable(runs));
    assert.equal(runsTable(runsOfPage(page)), runsTable(runs));
    assert.deepEqual(runsOfPage(empty), []);
  });

  it('has a place of its own on the page, and nothing else of it changes', () => {
    const page =
      'before\n<!-- repeated runs: written by scripts/test/repeat.mjs -->\nold\n<!-- end of repeated runs -->\nafter\n';
    assert.equal(withTable(page, 'new\n'), page.replace('old', 'new'));
    assert.throws(() => withTable('before\nafter\n', 'new\n'), /no place/);
  });
});
