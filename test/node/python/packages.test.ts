import assert from 'node:assert/strict';
import { NotDownloaded, releasePairs, unpackRelease } from '../../support/release-replay/releases.ts';
import { compareFolder } from './compare-folder.ts';
import { EVERY } from './truth.ts';

/** Large packages of different styles, in the releases that the release replay downloads anyway. */
const PACKAGES = ['django', 'sympy', 'networkx', 'scrapy', 'celery'];

describe('the Python index of real packages, compared with Python itself', () => {
  for (const name of PACKAGES) {
    it(`equals ast over ${name}: names, kinds, lines, byte ranges, imports [001-056]`, async function () {
      const release = releasePairs.findLast(pair => pair.name === name)?.to;
      assert.ok(release);
      const folder = await unpackRelease(name, release).catch((error: unknown) => {
        if (error instanceof NotDownloaded) return undefined;
        throw error;
      });
      if (folder === undefined) {
        console.log(`      ${name} ${release.version} is not compared: it cannot be downloaded here.`);
        this.skip();
      }
      const { found, files, leftOut } = await compareFolder(`${name} ${release.version}`, folder);
      assert.deepEqual([found, leftOut], [[], []]);
      assert.ok(files > 100 / EVERY, `only ${files} files`);
    });
  }
});
