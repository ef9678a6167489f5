import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

const ROWS = 83;
const tests = path.resolve(import.meta.dirname, '../..');

/** Ids in the titles of tests, and in the tables that titles are made from. */
function rowsWithTest(): ReadonlySet<string> {
  const files = fs
    .readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter(f => f.endsWith('.test.ts') && !f.endsWith('rows.test.ts'));
  return new Set(
    files.flatMap(f => fs.readFileSync(path.join(tests, f), 'utf8').match(/\b003-\d{3}\b/g) ?? []),
  );
}

describe('specification 3', () => {
  it('has a named test for each of its rows', () => {
    const tested = rowsWithTest();
    const rows = Array.from({ length: ROWS }, (_, i) => `003-${String(i + 1).padStart(3, '0')}`);
    assert.deepEqual(
      rows.filter(row => !tested.has(row)),
      [],
    );
  });
});
