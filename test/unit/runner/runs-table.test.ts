import assert from 'node:assert/strict';
import { readRun, runsTable } from '../../../scripts/test/runs-table.mjs';

describe('the record of several test runs', () => {
  it('reads the closing line, and takes a run without one as failed', () => {
    assert.deepEqual(readRun('total  3  1\n\n3 passed, 1 failed\n'), { passed: 3, failed: 1 });
    assert.deepEqual(readRun('3 passed, 0 failed\nthen it crashed\n'), { passed: 0, failed: 1 });
    assert.deepEqual(readRun(''), { passed: 0, failed: 1 });
  });

  it('is a Markdown table with one row a run', () => {
    const runs = [
      { number: 1, passed: 2650, failed: 0, seconds: 441.2, load: 3.21 },
      { number: 2, passed: 2649, failed: 1, seconds: 455.8, load: 7 },
    ];
    const wanted = `| run | passed | failed | seconds | load |
|---|---|---|---|---|
| 1 | 2,650 | 0 | 441 | 3.2 |
| 2 | 2,649 | 1 | 456 | 7.0 |

1 of 2 runs green, on 2 cores.
`;
    assert.equal(runsTable(runs, '2 cores'), wanted);
  });
});
