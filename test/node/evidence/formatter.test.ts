import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isSameCode } from '../../../src/core/evidence/code/code-tokens.ts';
import { evidenceOf } from '../../unit/evidence/evidence-of.ts';
import { standardLibrary } from '../python/truth.ts';
import { comparedByPython, type Pair, tokensOf } from './ast-equal.ts';

/** Narrow and wide lines: parentheses come and go. */
const WIDTHS = [60, 88, 200];
const MODULES = 60;
const SIZES = { least: 4_000, most: 40_000 };
const ruff = path.resolve(import.meta.dirname, '../../../.venv/bin/ruff');

interface Formatted extends Pair {
  readonly name: string;
}

/** Modules of the standard library, evenly chosen, and what Ruff's formatter makes of them. */
function formatAll(): readonly Formatted[] {
  const library = standardLibrary();
  const all = fs
    .readdirSync(library)
    .filter(name => name.endsWith('.py'))
    .sort()
    .filter(name => {
      const { size } = fs.statSync(path.join(library, name));
      return size >= SIZES.least && size <= SIZES.most;
    });
  const step = Math.max(1, Math.floor(all.length / MODULES));
  const names = all.filter((_, i) => i % step === 0);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-format-'));
  try {
    return WIDTHS.flatMap(width => {
      for (const name of names) fs.copyFileSync(path.join(library, name), path.join(folder, name));
      const run = spawnSync(ruff, ['format', '--isolated', '--quiet', '--line-length', `${width}`, folder], {
        encoding: 'utf8',
      });
      assert.equal(run.status, 0, run.stderr || String(run.error));
      return names.map(name => ({
        name: `${name}, ${width} wide`,
        before: fs.readFileSync(path.join(library, name), 'utf8'),
        after: fs.readFileSync(path.join(folder, name), 'utf8'),
      }));
    }).filter(({ before, after }) => before !== after);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

describe('what a formatter makes of real modules', () => {
  let same: readonly Formatted[] = [];
  before(() => {
    const all = formatAll();
    const judged = comparedByPython(all, false);
    same = all.filter((_, i) => judged[i] === 'same');
    assert.ok(same.length >= 60, `${same.length} modules are the same to Python`);
  });

  it('has the same tokens wherever Python’s ast is the same', () => {
    const other = same.filter(({ before, after }) => !isSameCode(tokensOf(before), tokensOf(after)));
    assert.deepEqual(
      other.map(({ name }) => name),
      [],
    );
  });

  it('is proved to be only layout, unless items of a "with" newly stand in parentheses', async () => {
    const open: string[] = [];
    for (const { name, before, after } of same) {
      const { invariants } = await evidenceOf({
        before: { 'm.py': before },
        after: { 'm.py': after },
        invariants: ['only comments and layout change'],
      });
      // Of these more than the tokens counts.
      const isSpecial = /\bwith \(\n/.test(after) || before.startsWith('#!');
      if (invariants[0]?.verdict !== 'proved' && !isSpecial) open.push(name);
    }
    assert.deepEqual(open, []);
  });
});
