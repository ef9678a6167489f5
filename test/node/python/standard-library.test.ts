import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { ModuleIndexer } from '../../../src/core/python/index-module.ts';
import { isSkipped } from '../../../src/core/python/module-index.ts';
import { differences } from './compare.ts';
import { compareWithTruth, pythonVersion, standardLibrary } from './truth.ts';

/** Files that Python reads and the index leaves out on purpose, with the reason it gives. */
const LEFT_OUT = /^encoding .* is not read; save the file as UTF-8$/;

describe('the Python index, compared with Python itself', () => {
  it('equals ast over the whole standard library: names, kinds, lines, byte ranges, imports [001-056]', async function () {
    this.timeout(180_000);
    const folder = standardLibrary();
    const indexer = new ModuleIndexer();
    const found: string[] = [];
    const leftOut: string[] = [];
    let files = 0;
    let definitions = 0;
    await compareWithTruth(folder, truth => {
      files++;
      const index = indexer.index(fs.readFileSync(path.join(folder, truth.file)));
      if (truth.error !== undefined) {
        if (!isSkipped(index))
          found.push(`${truth.file}: Python refuses it (${truth.error}), the index does not`);
      } else if (isSkipped(index)) {
        if (LEFT_OUT.test(index.skipped)) leftOut.push(truth.file);
        else found.push(`${truth.file}: Python reads it, the index says: ${index.skipped}`);
      } else {
        definitions += index.definitions.length;
        for (const difference of differences(index, truth)) found.push(`${truth.file}: ${difference}`);
      }
    });
    console.log(
      `      Python ${pythonVersion()}: ${definitions} definitions in ${files} files equal; left out for their encoding: ${leftOut.join(', ') || 'none'}`,
    );
    assert.deepEqual(found, []);
    assert.ok(files > 500, `the standard library in ${folder} has only ${files} files`);
    assert.ok(leftOut.length <= 5, leftOut.join(', '));
  });
});
