import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';

/** The parent of a path that was never set is the folder one stands in: the project itself. */
const PARENT = /\b(?:rm|rmSync|rmdirSync)\(\s*(?:path\.)?dirname\(/;

describe('what a test removes behind itself', () => {
  it('is a folder that it made and names, never the parent of another path', () => {
    const found: string[] = [];
    for (const folder of ['test', 'scripts', 'bench'])
      for (const file of fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
        const isFixture = file.includes('fixtures');
        if (isFixture || !/\.(ts|mjs)$/.test(file)) continue;
        if (PARENT.test(fs.readFileSync(path.join(root, folder, file), 'utf8')))
          found.push(`${folder}/${file}`);
      }
    assert.deepEqual(found, []);
  });

  it('would be found otherwise', () => {
    // In two pieces each, so that they are not found here.
    assert.match(`fs.rmSync(${'path.dirname(other)'}, { recursive: true })`, PARENT);
    assert.match(`await rm(${'dirname(file)'})`, PARENT);
  });
});
