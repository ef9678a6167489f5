import assert from 'node:assert/strict';
import { applyToFiles, readPatch } from '../../../src/core/prove/read-patch.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));
const patched = (patch: string | Uint8Array, files: Readonly<Record<string, string | Uint8Array>>) => {
  const read = readPatch(typeof patch === 'string' ? bytes(patch) : patch);
  if (!read.ok) return read.error;
  const now = new Map(
    Object.entries(files).map(([path, text]) => [path, typeof text === 'string' ? bytes(text) : text]),
  );
  const applied = applyToFiles(read.value, now);
  if (!applied.ok) return applied.error;
  const text = (content: Uint8Array | undefined) => content && Buffer.from(content).toString('latin1');
  return applied.value.applied.map(({ path, from, before, after }) => [
    from ?? path,
    path,
    text(before),
    text(after),
  ]);
};

const EDIT = '--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n';

describe('a unified diff', () => {
  it('is applied, whatever wrote it', () => {
    const expected = [['x.py', 'x.py', 'a\nb\n', 'a\nc\n']];
    assert.deepEqual(patched(EDIT, { 'x.py': 'a\nb\n' }), expected);
    assert.deepEqual(
      patched(`diff --git a/x.py b/x.py\nindex 1..2 100644\n${EDIT}`, { 'x.py': 'a\nb\n' }),
      expected,
    );
    assert.deepEqual(patched(EDIT.replaceAll(/[ab]\/x/g, './x'), { 'x.py': 'a\nb\n' }), expected);
    assert.deepEqual(patched(EDIT.replace('a/x.py', 'a/x.py\t2026-01-01'), { 'x.py': 'a\nb\n' }), expected);
  });

  it('that the files have already tells what was before', () => {
    assert.deepEqual(patched(EDIT, { 'x.py': 'a\nc\n' }), [['x.py', 'x.py', 'a\nb\n', 'a\nc\n']]);
  });

  it('that does not fit names the file', () => {
    assert.match(String(patched(EDIT, { 'x.py': 'q\n' })), /does not fit x\.py/);
    assert.match(String(patched(EDIT, {})), /does not fit x\.py/);
  });

  it('creates, deletes and renames files', () => {
    const patch = [
      'diff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+n\n',
      'diff --git a/old.py b/old.py\ndeleted file mode 100644\n--- a/old.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-o\n',
      'diff --git a/from.py b/to.py\nsimilarity index 100%\nrename from from.py\nrename to to.py\n',
    ].join('');
    const files = { 'old.py': 'o\n', 'from.py': 'f\n' };
    assert.deepEqual(patched(patch, files), [
      ['new.py', 'new.py', undefined, 'n\n'],
      ['old.py', 'old.py', 'o\n', undefined],
      ['from.py', 'to.py', 'f\n', 'f\n'],
    ]);
    assert.deepEqual(patched(patch, { 'new.py': 'n\n', 'to.py': 'f\n' }), [
      ['from.py', 'to.py', 'f\n', 'f\n'],
      ['old.py', 'old.py', 'o\n', undefined],
      ['new.py', 'new.py', undefined, 'n\n'],
    ]);
  });

  it('keeps every byte of text in any encoding, and of any line end', () => {
    const latin = Buffer.from('--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n caf\xe9\n-b\n+\xfc\n', 'latin1');
    assert.deepEqual(patched(latin, { 'x.py': Buffer.from('caf\xe9\nb\n', 'latin1') }), [
      ['x.py', 'x.py', 'caf\xe9\nb\n', 'caf\xe9\n\xfc\n'],
    ]);
    const crlf = EDIT.replaceAll(/([abc])\n/g, '$1\r\n');
    assert.deepEqual(patched(crlf, { 'x.py': 'a\r\nb\r\n' }), [['x.py', 'x.py', 'a\r\nb\r\n', 'a\r\nc\r\n']]);
  });

  it('reads names in quotes and in UTF-8', () => {
    const quoted = EDIT.replaceAll('x.py', 'caf\\303\\251.py').replace(/(---|\+\+\+) (\S+)/g, '$1 "$2"');
    assert.deepEqual(patched(quoted, { 'café.py': 'a\nb\n' }), [['café.py', 'café.py', 'a\nb\n', 'a\nc\n']]);
    assert.deepEqual(patched(EDIT.replaceAll('x.py', 'café.py'), { 'café.py': 'a\nb\n' }), [
      ['café.py', 'café.py', 'a\nb\n', 'a\nc\n'],
    ]);
  });

  it('applies a series that changes a file twice', () => {
    const second = EDIT.replace('-b\n+c', '-c\n+d');
    assert.deepEqual(patched(`${EDIT}${second}`, { 'x.py': 'a\nb\n' }), [
      ['x.py', 'x.py', 'a\nb\n', 'a\nd\n'],
    ]);
  });

  it('tells binary patches, links and submodules, and gives the message before it', () => {
    const mail =
      'Subject: tidy\n\nInvariant: no new files\n---\n x.py | 2 +-\n\ndiff --git a/i.png b/i.png\nindex 1..2 100644\n';
    const read = readPatch(bytes(`${mail}GIT binary patch\nliteral 1\nIcmZPo000310RR91\n\n`));
    assert.ok(read.ok);
    assert.match(read.value.preface, /^Invariant: no new files$/m);
    assert.deepEqual(
      read.value.files.map(({ to, closed }) => [to, closed]),
      [['i.png', 'its patch is binary']],
    );
    const link = readPatch(
      bytes(
        'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n',
      ),
    );
    assert.equal(link.ok && link.value.files[0]?.closed, 'it is a symbolic link');
  });

  it('that is none is an error, and an empty one is no change', () => {
    assert.match(String(patched('hello\n', {})), /no unified diff/);
    assert.match(String(patched('--- a/x\n@@ -1 +1 @@\n', {})), /cannot be read|no unified diff/);
    assert.deepEqual(patched('', {}), []);
  });
});
