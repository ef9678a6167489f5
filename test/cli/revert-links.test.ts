import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { runCli } from '../support/built-cli/run-cli.ts';
import { SmallRepository } from '../support/small-repository.ts';

describe('workorder revert and links', () => {
  let repository: SmallRepository;
  beforeEach(() => {
    repository = new SmallRepository();
    repository.commit('start', { 'a.txt': 'one\n', 'folder/b.txt': 'one\n' });
  });
  afterEach(() => repository.dispose());

  const at = (file: string) => path.join(repository.root, file);
  const text = (file: string) => fs.readFileSync(at(file), 'utf8');
  const run = (...args: readonly string[]) => runCli(args, { cwd: repository.root });
  const revert = () => run('revert', '--last', '--kind', 'tool call');
  const edit = async (file: string) => {
    const args = { file_path: file, replacements: [{ old_string: 'one', new_string: 'two' }] };
    const done = await run('tool', 'atomic_replace', JSON.stringify(args), '--allow-edits', '--yes');
    assert.equal(done.code, 0, done.stdout + done.stderr);
    assert.equal(text(file), 'two\n');
  };

  it('takes nothing back through a link that stands where the changed file was', async () => {
    await edit('a.txt');
    fs.renameSync(at('a.txt'), at('other.txt'));
    fs.symlinkSync('other.txt', at('a.txt'));
    const { code, stderr } = await revert();
    assert.equal(code, 1);
    assert.match(
      stderr,
      /a\.txt is a link to other\.txt now, which it was not when it was changed: put the file back/,
    );
    assert.equal(text('other.txt'), 'two\n');
    fs.rmSync(at('a.txt'));
    fs.renameSync(at('other.txt'), at('a.txt'));
    assert.equal((await revert()).code, 0, 'the file is back in its place');
    assert.equal(text('a.txt'), 'one\n');
  });

  it('nor through a folder that became one', async () => {
    await edit('folder/b.txt');
    fs.renameSync(at('folder'), at('elsewhere'));
    fs.symlinkSync('elsewhere', at('folder'));
    const { code, stderr } = await revert();
    assert.equal(code, 1);
    assert.match(stderr, /folder\/b\.txt is a link to elsewhere\/b\.txt now/);
    assert.equal(text('elsewhere/b.txt'), 'two\n');
  });

  it('takes back what was changed through a link that is still the same', async () => {
    fs.symlinkSync('a.txt', at('link.txt'));
    await edit('link.txt');
    const { code, stderr } = await revert();
    assert.equal(code, 0, stderr);
    assert.equal(text('a.txt'), 'one\n');
    assert.ok(fs.lstatSync(at('link.txt')).isSymbolicLink());
  });
});
