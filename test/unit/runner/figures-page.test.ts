import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { figuresPage } from '../../../scripts/bench/figures-page.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const figure = { what: 'edit ÷ loop', unit: '×', median: 1.234, least: 1.1, most: 12.345, runs: 5 };

describe('the page of figures', () => {
  const older = figuresPage('', [{ bench: 'b', figures: [], notes: [] }], 'Measured long ago.');

  it('has the median, the range and the verdict of each figure, and what is said of them', () => {
    const result = {
      bench: 'a',
      figures: [{ ...figure, target: '≤ 1', verdict: 'missed' }],
      notes: ['The copy is most of it.'],
    };
    const page = figuresPage(older, [result], 'Measured today.');
    assert.match(page, /\| edit ÷ loop \| 1\.23 × \| 1\.1 – 12\.3 \(5\) \| ≤ 1 \| \*\*missed\*\* \|/);
    assert.match(page, /^- The copy is most of it\.$/m);
    assert.match(page, /^Measured today\.$/m);
  });

  it('keeps the sections of other benchmarks, sorted by name, and writes the same again', () => {
    const result = { bench: 'a', figures: [{ ...figure, verdict: 'no target' }], notes: [] };
    const page = figuresPage(older, [result], 'Measured today.');
    assert.match(page, /## a\n.*Measured today\..*## b\n.*Measured long ago\./s);
    assert.equal(figuresPage(page, [result], 'Measured today.'), page);
  });

  it('is what the benchmarks wrote: each section of docs/figures.md is one of them', () => {
    const page = fs.readFileSync(path.join(root, 'docs/figures.md'), 'utf8');
    const names = page.match(/^## .*$/gm)?.map(line => line.slice(3)) ?? [];
    assert.ok(names.length > 0);
    for (const name of names) assert.ok(fs.existsSync(path.join(root, 'bench', `${name}.ts`)), name);
    assert.equal(figuresPage(page, [], ''), page);
  });
});
