import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';
import type { EvalSettings } from '../../../src/generated/contracts.ts';
import { readSuite } from '../../../src/node/eval/read-suite.ts';
import { openRunsFile } from '../../../src/node/eval/results-file.ts';

const settings: EvalSettings = { version: '', suite_sha256: '', prompts_sha256: '', lint: [], tests: '' };

describe('what a suite or a folder of others brings to workorder eval', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'work-order-eval-hostile-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const iniconfig = readFileSync(path.join(root, 'evals/iniconfig.toml'), 'utf8');
  for (const [what, from, to, error] of [
    ['a name that is an option', /^name = .*/m, 'name = "--index-url"', /package\.name/],
    ['a version that is an option', /^version = .*/m, 'version = "-r"', /package\.version/],
    ['a hash that is none', /^sha256 = .*/m, 'sha256 = "abc"', /package\.sha256/],
    ['a source above the package', /^source = .*/m, 'source = "../.."', /package\.source/],
    ['a kind that is not known', /^kind = .*/m, 'kind = "x"', /the task "[a-z-]+": task\[0\]\.kind must be/],
  ] as const)
    it(`refuses ${what}, and names file and field`, async () => {
      const file = path.join(folder, 'bad.toml');
      assert.match(iniconfig, from);
      writeFileSync(file, iniconfig.replace(from, to));
      const read = await readSuite(file);
      assert.ok(!read.ok);
      assert.ok(read.error.startsWith(`${file}: `), read.error);
      assert.match(read.error, error);
    });

  it('writes over no results of something else', async () => {
    const out = mkdtempSync(path.join(folder, 'out-'));
    writeFileSync(path.join(out, 'results.md'), 'mine');
    const opened = await openRunsFile(out, settings);
    assert.ok(!opened.ok);
    assert.match(opened.error, /has results\.md already, and no runs\.jsonl: .*--out/);
    assert.ok(!existsSync(path.join(out, 'runs.jsonl')));
  });

  it('says which file has a line that a full disk has cut', async () => {
    const out = mkdtempSync(path.join(folder, 'out-'));
    assert.ok((await openRunsFile(out, settings)).ok);
    const file = path.join(out, 'runs.jsonl');
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"task":"a/b","mod\n`);
    const opened = await openRunsFile(out, settings);
    assert.ok(!opened.ok);
    assert.ok(opened.error.startsWith(`${file} has a line that is not a whole run`), opened.error);
  });
});
