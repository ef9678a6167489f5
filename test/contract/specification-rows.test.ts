import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Every row of a specification's feature table has a test whose title names it in brackets. A specification is listed
 * here from the day on which that is true: how many rows it has.
 */
const ROWS: Readonly<Record<string, number>> = {
  '000': 54,
  '002': 39,
  '004': 20,
};

const tests = path.resolve(import.meta.dirname, '..');
const sources = fs
  .readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.test.ts'))
  .map(file => fs.readFileSync(path.join(tests, file), 'utf8'));
const shown = new Set(
  sources.flatMap(text => [...text.matchAll(/\[(\d{3}-\d{3})\]/g)].map(match => match[1])),
);

describe('the rows of the specifications', () => {
  for (const [specification, count] of Object.entries(ROWS)) {
    it(`of ${specification} have a named test each: none is without one`, () => {
      const rows = Array.from(
        { length: count },
        (_, i) => `${specification}-${String(i + 1).padStart(3, '0')}`,
      );
      assert.deepEqual(
        rows.filter(row => !shown.has(row)),
        [],
      );
    });
  }
});
