import assert from 'node:assert/strict';
import { fileRecords } from '../../../src/core/changes/file-records.ts';
import type { FileRecord } from '../../../src/core/workorder/events.ts';
import { changesOf, encode, moveCommand, replaceCommand, sha256 } from './sample-changes.ts';

describe('file records', () => {
  it('count lines as a unified diff does and name both hashes', () => {
    const changes = changesOf({ 'a.py': 'a\nb\nc\n' }, [replaceCommand('a.py', ['b\nc', 'B\nC\nD'])]);
    const records: readonly FileRecord[] = fileRecords(changes);
    assert.deepEqual(records, [
      {
        path: 'a.py',
        before_sha256: sha256(encode('a\nb\nc\n')),
        after_sha256: sha256(encode('a\nB\nC\nD\n')),
        lines_added: 3,
        lines_removed: 2,
      },
    ]);
  });
  it('say null for the hash of a file that did not exist', () => {
    const [record] = fileRecords(
      changesOf({ 'a.py': 'a\nb\n' }, [moveCommand('a.py', 1, 2, 1, 'n.py')], ['n.py']),
    ).slice(1);
    assert.equal(record?.before_sha256, null);
    assert.equal(record?.lines_added, 2);
    assert.equal(record?.lines_removed, 0);
  });
});
