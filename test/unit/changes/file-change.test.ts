import assert from 'node:assert/strict';
import { fileChange } from '../../../src/core/changes/file-change.ts';
import { checkFileChange, encode, sha256 } from './sample-changes.ts';

describe('change of one file', () => {
  it('creates, overwrites and deletes with hashes and one small span', () => {
    for (const [before, after] of [
      [undefined, 'a\n'],
      [undefined, ''],
      ['a\n', undefined],
      ['', undefined],
      ['one\ntwo\n', 'one\nTWO\n'],
      ['', 'a'],
    ] as const) {
      const bytes = (text: string | undefined) => (text === undefined ? undefined : encode(text));
      const change = fileChange('a.py', bytes(before), bytes(after), sha256);
      assert.ok(change);
      checkFileChange(change);
    }
    assert.deepEqual(fileChange('a', encode('xay'), encode('xby'), sha256)?.spans, [
      { start: 1, end: 2, afterStart: 1, afterEnd: 2 },
    ]);
  });
  it('is none when nothing is to be done', () => {
    assert.equal(fileChange('a', encode('x'), encode('x'), sha256), undefined);
    assert.equal(fileChange('a', undefined, undefined, sha256), undefined);
  });
});
