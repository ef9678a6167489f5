import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';

/** Specification 0 has 54 rows: tools, behaviours, state fields and duties. */
const ROWS = Array.from({ length: 54 }, (_, i) => `000-${String(i + 1).padStart(3, '0')}`);

describe('the rows of specification 0', () => {
  it('each have a test that names them', () => {
    const titles = fs
      .readdirSync(import.meta.dirname)
      .filter(file => file.endsWith('.test.ts') && file !== 'rows.test.ts')
      .flatMap(
        file => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8').match(/\[000-\d{3}\]/g) ?? [],
      );
    const named = new Set(titles.map(title => title.slice(1, -1)));
    assert.deepEqual(
      ROWS.filter(row => !named.has(row)),
      [],
    );
    assert.deepEqual(
      [...named].filter(row => !ROWS.includes(row)),
      [],
    );
  });
});
