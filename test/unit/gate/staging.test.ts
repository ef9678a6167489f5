import assert from 'node:assert/strict';
import { Staging } from '../../../src/core/gate/staging.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (result: Awaited<ReturnType<Staging['read']>>) =>
  result.ok ? result.value && new TextDecoder().decode(result.value) : `refused: ${result.error}`;

function setUp(initial: Record<string, string> = { 'shop/a.py': 'a = 1\n', 'shop/b.py': 'b = 1\n' }) {
  const files = new MemoryFiles(initial);
  return { files, staging: new Staging(files, sha256Of) };
}

describe('staging', () => {
  it('shows later reads what was written, and leaves the workspace alone', async () => {
    const { files, staging } = setUp();
    await staging.put('shop/a.py', bytes('a = 2\n'));
    assert.equal(textOf(await staging.read('./shop/a.py')), 'a = 2\n');
    assert.equal(files.text('shop/a.py'), 'a = 1\n');
  });
  it('is one change set on the bytes first seen, with the span that differs', async () => {
    const { staging } = setUp();
    await staging.put('shop/a.py', bytes('a = 2\n'));
    await staging.put('shop/a.py', bytes('a = 3\n'));
    await staging.put('shop/new.py', bytes('n\n'));
    await staging.remove('shop/b.py');
    const { files } = staging.changes();
    assert.deepEqual(
      files.map(f => [f.path, f.before !== undefined, f.after !== undefined]),
      [
        ['shop/a.py', true, true],
        ['shop/b.py', true, false],
        ['shop/new.py', false, true],
      ],
    );
    assert.deepEqual(files[0]?.spans, [{ start: 4, end: 5, afterStart: 4, afterEnd: 5 }]);
  });
  it('holds no change for a file that ended as it was, or that came and went', async () => {
    const { staging } = setUp();
    await staging.put('shop/a.py', bytes('x'));
    await staging.put('shop/a.py', bytes('a = 1\n'));
    await staging.put('shop/new.py', bytes('n\n'));
    await staging.remove('shop/new.py');
    assert.deepEqual(staging.changedPaths, []);
  });
  it('lists and walks folders as they will be', async () => {
    const { staging } = setUp();
    await staging.put('shop/sub/c.py', bytes('c'));
    await staging.remove('shop/b.py');
    const listed = await staging.list('shop');
    assert.deepEqual(listed.ok && listed.value?.map(e => `${e.name} ${e.type}`), [
      'a.py file',
      'sub directory',
    ]);
    assert.deepEqual(await staging.filesBelow('.'), { ok: true, value: ['shop/a.py', 'shop/sub/c.py'] });
  });
  it('refuses paths the policy refuses, for every verb', async () => {
    const { staging } = setUp();
    for (const path of ['../x.py', '/etc/passwd', '.git/config', 'a\0b', 'C:/x']) {
      assert.ok(!(await staging.put(path, bytes('x'))).ok, path);
      assert.ok(!(await staging.remove(path)).ok, path);
    }
    assert.ok(!(await staging.read('../x.py')).ok);
  });
});
