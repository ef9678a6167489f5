import assert from 'node:assert/strict';
import { Staging } from '../../../src/core/gate/staging.ts';
import { agentFileTools } from '../../../src/core/tools/agent-file-tools.ts';
import { Toolbox } from '../../../src/core/tools/toolbox.ts';
import {
  validateDeleteFileResult,
  validateRenameFilesResult,
  validateRetrieveContextFilesResult,
  validateWriteFileResult,
} from '../../../src/generated/answer-validators.cjs';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';

function setUp(
  initial: Record<string, string> = { 'docs/a.md': 'a\n', 'docs/b.md': 'b\n', 'src/x.py': 'x\n' },
) {
  const files = new MemoryFiles(initial);
  const staging = new Staging(files, sha256Of);
  const toolbox = new Toolbox(agentFileTools(staging));
  const call = async (
    name: string,
    args: object,
  ): Promise<Record<string, unknown> & { results?: { status: string }[] }> => {
    const { response } = await toolbox.call('agent', toolbox.names, name, JSON.stringify(args), {
      signal: new AbortController().signal,
    });
    return response as Record<string, unknown>;
  };
  const changed = () =>
    staging.changes().files.map(f => `${f.before ? '-' : ''}${f.after ? '+' : ''} ${f.path}`);
  return { files, staging, call, changed };
}

describe('file tools of agents', () => {
  it('write_file writes the whole content and tells the size in bytes [002-007] [003-051] [004-013]', async () => {
    const { call, changed, files } = setUp();
    const result = await call('write_file', { path: 'new/deep/é.md', content: 'é\n' });
    assert.deepEqual(result, { path: 'new/deep/é.md', size: 3, created: true, changed: true });
    assert.ok(validateWriteFileResult(result));
    assert.deepEqual(changed(), ['+ new/deep/é.md']);
    assert.equal(files.text('new/deep/é.md'), undefined);
  });
  it('reads see what was written before [003-049]', async () => {
    const { call } = setUp();
    await call('read_file', { path: 'docs/a.md' });
    await call('write_file', { path: 'docs/a.md', content: 'A\n' });
    assert.equal(await call('read_file', { path: 'docs/a.md' }), 'A\n');
  });
  it('list_files tells names and types, by default of the root [003-050]', async () => {
    const { call } = setUp();
    assert.deepEqual(await call('list_files', {}), [
      { name: 'docs', type: 'directory' },
      { name: 'src', type: 'directory' },
    ]);
  });
  it('retrieve_context_files gives contents, missing files and errors [002-008]', async () => {
    const { call } = setUp();
    const result = await call('retrieve_context_files', { paths: ['docs/a.md', 'nope.md', '../up.md'] });
    assert.ok(validateRetrieveContextFilesResult(result));
    assert.deepEqual(
      [result['ok'], result['files'], result['missing']],
      [false, { 'docs/a.md': 'a\n' }, ['nope.md']],
    );
    assert.match(JSON.stringify(result['errors']), /\.\.\/up\.md is refused/);
  });

  it('rename_file moves one file, may change its folder, and overwrites nothing [004-014]', async () => {
    const { call, changed } = setUp();
    const result = await call('rename_file', { path: 'docs/a.md', new_path: 'guide/a.md' });
    assert.ok(validateRenameFilesResult(result));
    assert.deepEqual(changed(), ['- docs/a.md', '+ guide/a.md']);
    assert.equal(
      (await call('rename_file', { path: 'guide/a.md', new_path: 'docs/b.md' })).results?.[0]?.status,
      'skipped',
    );
  });
  it('rename_files moves folders, and replaces only with overwrite, without nesting [002-009] [002-011]', async () => {
    const { call, changed } = setUp();
    const operations = [{ from_path: 'docs', to_path: 'src' }];
    assert.equal((await call('rename_files', { operations })).results?.[0]?.status, 'skipped');
    assert.equal((await call('rename_files', { operations, overwrite: true })).results?.[0]?.status, 'moved');
    assert.deepEqual(changed(), ['- docs/a.md', '- docs/b.md', '+ src/a.md', '+ src/b.md', '- src/x.py']);
  });
  it('rename_files only reports with dry_run [002-012] [002-014]', async () => {
    const { call, changed } = setUp();
    const result = await call('rename_files', {
      operations: [{ from_path: 'docs', to_path: 'guide' }],
      dry_run: true,
    });
    assert.deepEqual(result, {
      ok: true,
      summary: { moved: 0, skipped: 0, errors: 0 },
      results: [{ from_path: 'docs', to_path: 'guide', status: 'dry_run', message: 'would move 2 files' }],
    });
    assert.deepEqual(changed(), []);
  });
  it('rename_files moves nothing when one operation is wrong [002-010] [002-013]', async () => {
    const { call, changed } = setUp();
    for (const bad of ['../out.md', '/abs.md', '.git/hooks', 'docs/a.md/inner']) {
      const operations = [
        { from_path: 'docs/b.md', to_path: 'c.md' },
        { from_path: bad === 'docs/a.md/inner' ? 'docs/a.md' : 'docs/a.md', to_path: bad },
      ];
      const result = await call('rename_files', { operations });
      assert.deepEqual(
        [result['ok'], result.results?.map(r => r.status)],
        [false, ['skipped', 'error']],
        bad,
      );
      assert.deepEqual(changed(), []);
    }
  });
  it('rename_files sees what earlier operations leave', async () => {
    const { call, changed } = setUp();
    const operations = [
      { from_path: 'docs/a.md', to_path: 'tmp.md' },
      { from_path: 'docs/b.md', to_path: 'docs/a.md' },
      { from_path: 'tmp.md', to_path: 'docs/b.md' },
    ];
    assert.equal((await call('rename_files', { operations }))['ok'], true);
    assert.deepEqual(changed(), ['-+ docs/a.md', '-+ docs/b.md']);
  });

  it('delete_file removes a file; an absent one is no fault; folders are refused [004-015]', async () => {
    const { call } = setUp();
    const deleted = await call('delete_file', { path: 'docs/a.md' });
    assert.deepEqual(deleted, { path: 'docs/a.md', changed: true, status: 'deleted' });
    assert.ok(validateDeleteFileResult(deleted));
    assert.deepEqual(await call('delete_file', { path: 'docs/a.md' }), {
      path: 'docs/a.md',
      changed: false,
      status: 'absent',
    });
    assert.match(String((await call('delete_file', { path: 'docs' }))['error']), /is a folder/);
  });
  it('no tool leaves the workspace [002-013] [003-052]', async () => {
    const { call, changed } = setUp();
    for (const path of ['../x', '/x', 'a/../../x', '.git/config', 'C:\\x']) {
      assert.match(String((await call('write_file', { path, content: '' }))['error']), /refused/, path);
      assert.match(String((await call('delete_file', { path }))['error']), /refused/, path);
      assert.match(String((await call('read_file', { path }))['error']), /refused/, path);
    }
    assert.deepEqual(changed(), []);
  });
});
