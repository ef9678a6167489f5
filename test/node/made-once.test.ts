import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { madeOnce } from '../support/made-once.ts';

describe('a folder that several suites ask for', () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(path.join(os.tmpdir(), 'work-order-once-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  it('has its name only when it is whole, and is the one of whoever was first', async () => {
    const place = path.join(parent, 'a/release');
    await madeOnce(place, async late => {
      writeFileSync(path.join(late, 'one'), 'late');
      await madeOnce(place, async first => writeFileSync(path.join(first, 'one'), 'first'));
      writeFileSync(path.join(late, 'two'), 'late');
    });
    assert.deepEqual(readdirSync(path.dirname(place)), ['release']);
    assert.deepEqual(readdirSync(place), ['one']);
    assert.equal(readFileSync(path.join(place, 'one'), 'utf8'), 'first');
  });

  it('is not there after a failure', async () => {
    await assert.rejects(
      madeOnce(path.join(parent, 'release'), () => Promise.reject(new Error('no index'))),
      /no index/,
    );
    assert.deepEqual(readdirSync(parent), []);
  });
});
