import assert from 'node:assert/strict';
import type { ChangeSet } from '../../src/core/changes/change-set.ts';
import { Cancelled } from '../../src/core/kernel/cancel.ts';
import type { ApplyResult, Files } from '../../src/core/ports/files.ts';
import { type Content, sha256Of } from '../support/memory-files.ts';
import { type BeforeAfter, bytesOf, changeSet, fileChange } from './changes.ts';

/** A fresh workspace behind one implementation, with a way to look at it and change it past the port. */
export interface Workspace {
  readonly files: Files;
  /** What is stored now; `undefined` when there is no such file. */
  peek(path: string): Promise<Uint8Array | undefined>;
  /** What another program does: writes the file, with its folders, or deletes it for `undefined`. */
  poke(path: string, content: Content | undefined): Promise<void>;
  /** Every file of the workspace, sorted, so that a stray temporary file is seen. */
  everyPath(): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

export type CreateWorkspace = (initial: Readonly<Record<string, Content>>) => Promise<Workspace>;

const apply = (files: Files, changes: ChangeSet): Promise<ApplyResult> =>
  files.apply(changes, { runId: 'contract', signal: new AbortController().signal });

const textOf = (bytes: Uint8Array | undefined): string | undefined =>
  bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** What every implementation of `Files` promises: memory, disk, editor. */
export function describeFiles(name: string, create: CreateWorkspace): void {
  describe(`Files: ${name}`, () => {
    const open: Workspace[] = [];
    const workspace = async (initial: Readonly<Record<string, Content>>): Promise<Workspace> => {
      const made = await create(initial);
      open.push(made);
      return made;
    };
    afterEach(async () => {
      for (const made of open.splice(0)) await made.dispose();
    });

    /** Applies `changes` to `initial` and compares the whole workspace with `expected`. */
    async function checkApplied(
      initial: Readonly<Record<string, Content>>,
      changes: Readonly<Record<string, BeforeAfter>>,
      expected: Readonly<Record<string, Content>>,
    ): Promise<void> {
      const { files, peek, everyPath } = await workspace(initial);
      assert.deepEqual(await apply(files, changeSet(changes)), { kind: 'applied' });
      assert.deepEqual(await everyPath(), Object.keys(expected).sort());
      for (const [path, content] of Object.entries(expected)) {
        assert.deepEqual(Buffer.from((await peek(path)) ?? []), Buffer.from(bytesOf(content)), path);
      }
    }

    /** Applies `changes` after another program did `meanwhile`; nothing of ours may be left. */
    async function checkNotApplied(
      initial: Readonly<Record<string, Content>>,
      changes: ChangeSet,
      expected: { readonly path: string; readonly reason: RegExp },
      meanwhile?: Readonly<Record<string, Content | undefined>>,
    ): Promise<void> {
      const { files, peek, poke, everyPath } = await workspace(initial);
      for (const [path, content] of Object.entries(meanwhile ?? {})) await poke(path, content);
      const paths = await everyPath();
      const before = await Promise.all(paths.map(peek));
      const result = await apply(files, changes);
      assert.equal(result.kind, 'not_applied', JSON.stringify(result));
      assert.ok(result.kind === 'not_applied');
      assert.equal(result.path, expected.path);
      assert.match(result.reason, expected.reason);
      assert.deepEqual(await everyPath(), paths);
      assert.deepEqual(await Promise.all(paths.map(peek)), before);
    }

    describe('read', () => {
      it('gives the exact bytes and their SHA-256', async () => {
        const bytes = bytesOf('\uFEFFone\r\ntwo\nthree');
        const { files } = await workspace({ 'pkg/a.py': bytes });
        const result = await files.read('pkg/a.py');
        assert.ok(result.kind === 'file', JSON.stringify(result));
        assert.deepEqual(Buffer.from(result.file.bytes), Buffer.from(bytes));
        assert.equal(result.file.sha256, sha256Of(bytes));
        assert.equal(result.file.path, 'pkg/a.py');
      });

      it('says missing for a file that is not there', async () => {
        const { files } = await workspace({ 'a.py': '' });
        assert.deepEqual(await files.read('b.py'), { kind: 'missing', path: 'b.py' });
        assert.deepEqual(await files.read('no/such/b.py'), { kind: 'missing', path: 'no/such/b.py' });
      });

      for (const path of ['../a.py', '/etc/passwd', 'pkg/../../a.py', '.git/config', 'a\0.py', '']) {
        it(`refuses ${JSON.stringify(path)} with a reason`, async () => {
          const { files } = await workspace({ 'a.py': '', 'pkg/b.py': '' });
          const result = await files.read(path);
          assert.ok(result.kind === 'refused', JSON.stringify(result));
          assert.notEqual(result.reason, '');
        });
      }

      it('refuses a folder', async () => {
        const { files } = await workspace({ 'pkg/a.py': '' });
        assert.equal((await files.read('pkg')).kind, 'refused');
      });
    });

    describe('readSame', () => {
      it('gives the bytes of a file that has the hash', async () => {
        const bytes = bytesOf('\uFEFFone\r\ntwo\nthree');
        const { files } = await workspace({ 'pkg/a.py': bytes });
        const found = await files.readSame?.('pkg/a.py', sha256Of(bytes));
        assert.deepEqual(Buffer.from(found ?? []), Buffer.from(bytes));
      });

      it('gives nothing of a file that another program has changed or deleted', async () => {
        const { files, poke } = await workspace({ 'a.py': 'a', 'b.py': 'b' });
        await poke('a.py', 'c');
        await poke('b.py', undefined);
        assert.equal(await files.readSame?.('a.py', sha256Of(bytesOf('a'))), undefined);
        assert.equal(await files.readSame?.('b.py', sha256Of(bytesOf('b'))), undefined);
      });

      for (const path of ['../a.py', 'pkg', '.', '', 'no/such/b.py', '.git/config'])
        it(`gives nothing of ${JSON.stringify(path)}`, async () => {
          const { files } = await workspace({ 'pkg/b.py': '' });
          assert.equal(await files.readSame?.(path, sha256Of(bytesOf(''))), undefined);
        });
    });

    describe('list', () => {
      it('names files and folders, sorted', async () => {
        const { files } = await workspace({ 'pkg/b.py': '', 'pkg/a/x.py': '', 'pkg/B.py': '', 'top.py': '' });
        assert.deepEqual(await files.list('pkg'), [
          { name: 'B.py', type: 'file' },
          { name: 'a', type: 'directory' },
          { name: 'b.py', type: 'file' },
        ]);
      });

      it('takes "." and "" for the workspace itself', async () => {
        const { files } = await workspace({ 'pkg/b.py': '', 'top.py': '' });
        const expected = [
          { name: 'pkg', type: 'directory' },
          { name: 'top.py', type: 'file' },
        ];
        assert.deepEqual(await files.list('.'), expected);
        assert.deepEqual(await files.list(''), expected);
      });

      it('is undefined for a folder that is not there, a file, and a path that leads out', async () => {
        const { files } = await workspace({ 'a.py': '' });
        assert.equal(await files.list('pkg'), undefined);
        assert.equal(await files.list('a.py'), undefined);
        assert.equal(await files.list('..'), undefined);
      });
    });

    describe('walk', () => {
      it('gives the files below a folder, sorted, with the extensions asked for', async () => {
        const { files } = await workspace({
          'pkg/b.py': '',
          'pkg/a/x.pyi': '',
          'pkg/n.txt': '',
          'top.py': '',
        });
        assert.deepEqual(await files.walk('.'), ['pkg/a/x.pyi', 'pkg/b.py', 'pkg/n.txt', 'top.py']);
        assert.deepEqual(await files.walk('pkg'), ['pkg/a/x.pyi', 'pkg/b.py', 'pkg/n.txt']);
        assert.deepEqual(await files.walk('pkg/', { extensions: ['.py', '.pyi'] }), [
          'pkg/a/x.pyi',
          'pkg/b.py',
        ]);
      });

      it('gives those without an ending where these are asked for', async () => {
        const { files } = await workspace({ 'bin/run': '', 'bin.d/a.py': '', LICENSE: '', 'n.txt': '' });
        assert.deepEqual(await files.walk('.', { extensions: ['.py', ''] }), [
          'LICENSE',
          'bin.d/a.py',
          'bin/run',
        ]);
      });

      it('gives one file for its own path, and nothing for a path that is not there or leads out', async () => {
        const { files } = await workspace({ 'pkg/b.py': '', 'pkg/bb.py': '' });
        assert.deepEqual(await files.walk('pkg/b.py'), ['pkg/b.py']);
        assert.deepEqual(await files.walk('pk'), []);
        assert.deepEqual(await files.walk('..'), []);
      });
    });

    describe('apply', () => {
      it('changes several files as one', () =>
        checkApplied(
          { 'a.py': 'one\n', 'pkg/b.py': 'two\r\n', 'c.py': 'three' },
          { 'a.py': ['one\n', 'ONE\n'], 'pkg/b.py': ['two\r\n', '\uFEFFTWO\r\n'] },
          { 'a.py': 'ONE\n', 'pkg/b.py': '\uFEFFTWO\r\n', 'c.py': 'three' },
        ));

      it('creates files with their folders, and empty files', () =>
        checkApplied(
          { 'a.py': '' },
          { 'new/deep/b.py': [undefined, 'b\n'], 'c.py': [undefined, ''] },
          { 'a.py': '', 'new/deep/b.py': 'b\n', 'c.py': '' },
        ));

      it('deletes files', () =>
        checkApplied({ 'a.py': 'a', 'pkg/b.py': 'b' }, { 'pkg/b.py': ['b', undefined] }, { 'a.py': 'a' }));

      it('moves a file: one deleted, one created', () =>
        checkApplied(
          { 'a.py': 'text\n' },
          { 'a.py': ['text\n', undefined], 'b.py': [undefined, 'text\n'] },
          { 'b.py': 'text\n' },
        ));

      it('empties a file and fills an empty one', () =>
        checkApplied(
          { 'a.py': 'a', 'b.py': '' },
          { 'a.py': ['a', ''], 'b.py': ['', 'b'] },
          { 'a.py': '', 'b.py': 'b' },
        ));

      it('applies an empty change set as nothing', () => checkApplied({ 'a.py': 'a' }, {}, { 'a.py': 'a' }));

      it('can be followed by its inverse', async () => {
        const { files, peek } = await workspace({ 'a.py': 'one\n' });
        const there = { 'a.py': ['one\n', 'two\n'], 'b.py': [undefined, 'b'] } as const;
        const back = { 'a.py': ['two\n', 'one\n'], 'b.py': ['b', undefined] } as const;
        assert.deepEqual(await apply(files, changeSet(there)), { kind: 'applied' });
        assert.deepEqual(await apply(files, changeSet(back)), { kind: 'applied' });
        assert.equal(textOf(await peek('a.py')), 'one\n');
        assert.equal(await peek('b.py'), undefined);
      });

      it('applies nothing when one file was changed by another program, and names it', () =>
        checkNotApplied(
          { 'a.py': 'one', 'b.py': 'two', 'c.py': 'three' },
          changeSet({ 'a.py': ['one', '1'], 'b.py': ['two', '2'], 'c.py': ['three', '3'] }),
          { path: 'b.py', reason: /b\.py.*changed/ },
          { 'b.py': 'theirs' },
        ));

      it('applies nothing when one file was deleted by another program', () =>
        checkNotApplied(
          { 'a.py': 'one', 'b.py': 'two' },
          changeSet({ 'a.py': ['one', '1'], 'b.py': ['two', '2'] }),
          { path: 'b.py', reason: /b\.py.*no longer exists/ },
          { 'b.py': undefined },
        ));

      it('applies nothing when a file to be created is there already', () =>
        checkNotApplied(
          { 'a.py': 'one', 'b.py': 'theirs' },
          changeSet({ 'a.py': ['one', '1'], 'b.py': [undefined, 'ours'] }),
          { path: 'b.py', reason: /b\.py.*exists already/ },
        ));

      it('applies nothing when a file to be deleted was changed', () =>
        checkNotApplied(
          { 'a.py': 'one', 'b.py': 'two' },
          changeSet({ 'a.py': ['one', '1'], 'b.py': ['two', undefined] }),
          { path: 'b.py', reason: /b\.py.*changed/ },
          { 'b.py': 'theirs' },
        ));

      for (const path of ['../out.py', '/out.py', '.git/hooks/pre-commit']) {
        it(`refuses a change set with the path ${path} as a whole`, () =>
          checkNotApplied(
            { 'a.py': 'one' },
            { files: [fileChange(path, [undefined, 'x']), fileChange('a.py', ['one', '1'])], receipts: [] },
            { path, reason: /./ },
          ));
      }

      it('leaves no trace when it is cancelled before it starts', async () => {
        const { files, peek, everyPath } = await workspace({ 'a.py': 'one' });
        const cancelled = AbortSignal.abort();
        await assert.rejects(
          files.apply(changeSet({ 'a.py': ['one', '1'], 'new/b.py': [undefined, 'b'] }), {
            runId: 'contract',
            signal: cancelled,
          }),
          Cancelled,
        );
        assert.equal(textOf(await peek('a.py')), 'one');
        assert.deepEqual(await everyPath(), ['a.py']);
      });
    });
  });
}
