import assert from 'node:assert/strict';
import { MemoryFiles } from '../support/memory-files.ts';
import { changeSet } from './changes.ts';
import { describeFiles } from './files.contract.ts';

describeFiles('memory', async initial => {
  const files = new MemoryFiles(initial);
  return {
    files,
    peek: async path => files.bytes(path),
    poke: async (path, content) => (content === undefined ? files.remove(path) : files.set(path, content)),
    everyPath: async () => files.paths(),
    dispose: async () => {},
  };
});

describe('MemoryFiles', () => {
  const { signal } = new AbortController();
  const changes = changeSet({ 'a.py': ['one', 'two'] });

  it('fails the next apply on demand, and only that one', async () => {
    const files = new MemoryFiles({ 'a.py': 'one' });
    files.failApply = 'disk full';
    assert.deepEqual(await files.apply(changes, { runId: 'r', signal }), {
      kind: 'not_applied',
      reason: 'disk full',
      rolledBack: true,
    });
    assert.equal(files.text('a.py'), 'one');
    assert.deepEqual(await files.apply(changes, { runId: 'r', signal }), { kind: 'applied' });
    assert.deepEqual(files.snapshot(), { 'a.py': 'two' });
  });

  it('lets another program interfere just before the apply', async () => {
    const files = new MemoryFiles({ 'a.py': 'one' });
    files.changeBeforeApply = f => f.set('a.py', 'theirs');
    assert.equal((await files.apply(changes, { runId: 'r', signal })).kind, 'not_applied');
    assert.equal(files.text('a.py'), 'theirs');
  });

  it('refuses a path on demand', async () => {
    const files = new MemoryFiles({ 'a.py': 'one' });
    files.refuse('a.py', 'has unsaved changes');
    assert.deepEqual(await files.read('a.py'), {
      kind: 'refused',
      path: 'a.py',
      reason: 'has unsaved changes',
    });
    assert.equal((await files.apply(changes, { runId: 'r', signal })).kind, 'not_applied');
  });
});
