import assert from 'node:assert/strict';
import { symbolsOf } from './symbols-of.ts';

async function sourceOf(name: string, files: Readonly<Record<string, string | Uint8Array>>) {
  const answer = await symbolsOf(files).getSource(name);
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

describe('get_source [001-057]', () => {
  it('answers with the exact text, its indentation and its decorators', async () =>
    assert.deepEqual(
      await sourceOf('A.f', {
        'pkg/m.py':
          'class A:\r\n    @cache  # why\r\n    def f(self):\r\n        return "ä"\r\n\r\nx = 1\r\n',
      }),
      {
        qualified_name: 'pkg.m.A.f',
        file: 'pkg/m.py',
        line: 2,
        end_line: 4,
        source: '    @cache  # why\r\n    def f(self):\r\n        return "ä"',
      },
    ));

  it('joins every overload and what implements them by a blank line', async () => {
    const source =
      '@overload\ndef f(a: int): ...\n@overload\ndef f(a: str): ...\n\ndef other(): ...\n\ndef f(a): return a\n';
    const answer = await sourceOf('m.f', { 'm.py': source });
    assert.equal(
      answer.source,
      '@overload\ndef f(a: int): ...\n\n@overload\ndef f(a: str): ...\n\ndef f(a): return a',
    );
    assert.deepEqual([answer.line, answer.end_line], [1, 8]);
  });

  it('gives getter, setter and deleter of a property', async () => {
    const source =
      'class A:\n  @property\n  def x(self): return 1\n  @x.setter\n  def x(self, v): ...\n  @x.deleter\n  def x(self): ...\n';
    const answer = await sourceOf('m.A.x', { 'm.py': source });
    assert.equal(
      answer.source,
      '  @property\n  def x(self): return 1\n\n  @x.setter\n  def x(self, v): ...\n\n  @x.deleter\n  def x(self): ...',
    );
  });

  it('gives both branches of a conditional definition', async () => {
    const answer = await sourceOf('m.f', {
      'm.py': 'if A:\n  def f(): return 1\nelse:\n  def f(): return 2\n',
    });
    assert.equal(answer.source, '  def f(): return 1\n\n  def f(): return 2');
  });

  it('gives assignments and attributes, also behind other code on their line', async () => {
    const files = { 'm.py': 'a = 1; b, c = (\n  2, 3)\nclass K: f: int = 4\n' };
    assert.equal((await sourceOf('b', files)).source, 'b, c = (\n  2, 3)');
    assert.equal((await sourceOf('K.f', files)).source, 'f: int = 4');
  });

  it('follows a re-export', async () => {
    const files = { 'p/__init__.py': 'from .m import f\n', 'p/m.py': 'def f(): return 1\n' };
    assert.equal((await sourceOf('p.f', files)).qualified_name, 'p.m.f');
  });

  it('reads Latin-1 where the file declares it, and a byte order mark is no part of the text', async () => {
    const bytes = Uint8Array.from('# coding: latin-1\nx = "\xe4"\n', c => c.charCodeAt(0));
    assert.equal((await sourceOf('m.x', { 'm.py': bytes })).source, 'x = "ä"');
    assert.equal((await sourceOf('m.x', { 'm.py': '\ufeffx = 1\n' })).source, 'x = 1');
  });

  it('prefers the source to the stub', async () => {
    const files = { 'm.pyi': 'def f() -> int: ...\n', 'm.py': 'def f(): return 1\n' };
    assert.equal((await sourceOf('m.f', files)).file, 'm.py');
    assert.equal((await sourceOf('f', files)).file, 'm.py');
  });

  it('asks which one is meant when a name has several definitions', async () => {
    const files = { 'a.py': 'def f(): ...\n', 'b.py': 'def f(): ...\n' };
    assert.deepEqual(await symbolsOf(files).getSource('f'), {
      error: 'f is defined in several places; ask for one of them by its qualified name',
      changed: false,
      nearest: ['a.f', 'b.f'],
    });
    assert.equal((await sourceOf('b.f', files)).file, 'b.py');
    const twins = { 'one/src/m.py': 'def f(): ...\n', 'two/src/m.py': 'def f(): ...\n' };
    assert.deepEqual(((await symbolsOf(twins).getSource('m.f')) as { nearest: unknown }).nearest, [
      'm.f',
      'two.src.m.f',
    ]);
    assert.equal((await sourceOf('two.src.m.f', twins)).file, 'two/src/m.py');
  });

  it('answers an unknown name with the nearest ones, and a module with what to ask instead', async () => {
    const files = { 'pkg/m.py': 'def get_file(): ...\ndef other(): ...\n', 'broken.py': '(\n' };
    assert.deepEqual(await symbolsOf(files).getSource('pkg.m.get_flie'), {
      error:
        "No definition named pkg.m.get_flie in the workspace's Python files (1 file could not be read; locate_symbol lists them)",
      changed: false,
      nearest: ['pkg.m.get_file'],
    });
    assert.deepEqual(await symbolsOf(files).getSource('pkg.m'), {
      path: 'pkg/m.py',
      error: 'pkg.m is a module; discover_api shows what is in it',
      changed: false,
      nearest: ['pkg.m.get_file', 'pkg.m.other'],
    });
  });

  it('cuts a source at 32 KB and says how long it is', async () => {
    const answer = await sourceOf('f', { 'm.py': `def f():\n${'    x = "ä"\n'.repeat(5000)}` });
    const lines = answer.source.split('\n').length;
    const readOn = `; read on with read_file, path m.py, offset ${lines + 1}`;
    assert.equal(answer.truncated, `${lines} of 5001 lines shown (60008 characters in total)${readOn}`);
    assert.ok(new TextEncoder().encode(JSON.stringify(answer)).length <= 32 * 1024);
  });
});
