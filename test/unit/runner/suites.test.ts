import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';
import { jobsOf } from '../../../scripts/test/suites.mjs';

describe('a suite that is several jobs', () => {
  for (const suite of ['cli', 'faults', 'node', 'ui'])
    it(`runs each file of ${suite} in exactly one of them`, () => {
      const jobs = jobsOf(suite, { more: [], colour: false });
      assert.ok(jobs.length > 1);
      const run = jobs.flatMap(({ args }) => args.filter(arg => arg.endsWith('.test.ts')));
      const files = fs
        .readdirSync(path.join(root, 'test', suite), { recursive: true, encoding: 'utf8' })
        .filter(file => file.endsWith('.test.ts'))
        .map(file => `test/${suite}/${file.split(path.sep).join('/')}`);
      assert.deepEqual(run.sort(), files.sort());
    });
});
