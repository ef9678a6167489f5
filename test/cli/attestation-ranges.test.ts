import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type CliEnd, runCli } from '../support/built-cli/run-cli.ts';
import { SmallRepository } from '../support/small-repository.ts';

/** What an attestation is about, and whose word counts, is not for the change to choose. */
describe('attestations of ranges', () => {
  let repository: SmallRepository;
  let first = '';
  let second = '';
  const noted = ['notes', '--ref=refs/notes/workorder'];
  const at = (name: string) => path.join(repository.folder, name);
  const verify = (...options: readonly string[]): Promise<CliEnd> =>
    runCli(['verify', '--attestation', ...options], { cwd: repository.root });
  const attest = (what: string, where: string, ...options: readonly string[]) =>
    repository.prove(what, '--lint', 'none', '--attest', where, ...options);
  const demand = (range: string, ...options: readonly string[]) =>
    repository.prove(range, '--lint', 'none', '--require-attestation', ...options);
  const note = (file: string, commit: string) => repository.git(...noted, 'add', '-f', '-F', file, commit);
  const makeKey = (name: string) => {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
    return `${name}@example.org ${fs.readFileSync(`${at(name)}.pub`, 'utf8')}`;
  };

  before(() => {
    repository = new SmallRepository();
    repository.commit('start', { 'a.py': 'x = 1\n', 'sub/b.py': 'y = 1\n', signers: makeKey('ann') });
    first = repository.commit('first', { 'a.py': 'x = 2\n' });
    second = repository.commit('second', { 'sub/b.py': 'y = 2\n', 'a.py': 'x = 3\n' });
  });
  after(() => repository.dispose());

  it('counts for a commit of a range only when it is about all that the commit does', async () => {
    const file = at('range.json');
    assert.equal((await attest('HEAD~2..HEAD', file)).code, 0);
    note(file, second);
    const own = await verify(second);
    assert.match(own.stdout, new RegExp(`^holds {2}\\w{10}\\.\\.${second.slice(0, 10)} `, 'm'));
    const json = JSON.parse((await verify(second, '--json')).stdout);
    assert.equal(json.before, repository.git('rev-parse', 'HEAD~2'));
    assert.equal(json.after, second);
    const { code, stderr } = await demand('HEAD');
    assert.equal(code, 2);
    assert.match(stderr, /it is about another change than that of the commit/);
  });

  it('is not made of a commit against itself, or of a folder', async () => {
    const itself = await attest('HEAD..HEAD', 'notes');
    assert.deepEqual([itself.code, itself.stdout], [3, '']);
    assert.match(itself.stderr, /nothing is between a commit and itself/);
    const folder = await attest('HEAD', at('folder.json'), '--root', 'sub');
    assert.deepEqual([folder.code, folder.stdout], [3, '']);
    assert.match(folder.stderr, /about all of a commit/);
    assert.ok(!fs.existsSync(at('folder.json')));
  });

  it('is demanded of at least one commit', async () => {
    for (const range of ['HEAD..HEAD', 'HEAD..HEAD~1']) {
      const { code, stderr } = await demand(range);
      assert.equal(code, 2, range);
      assert.match(stderr, /no attestation was looked for/);
    }
  });

  it('is demanded of commits that are not in a shallow clone, and of no more than are read', async () => {
    const clone = at('shallow');
    repository.git('branch', 'base', `${first}~1`);
    execFileSync('git', ['clone', '-q', '--depth=1', `file://${repository.root}`, clone]);
    execFileSync('git', ['fetch', '-q', '--depth=1', 'origin', 'base:base'], { cwd: clone });
    const cut = await runCli(['prove', 'base..HEAD', '--lint', 'none', '--require-attestation'], {
      cwd: clone,
    });
    assert.equal(cut.code, 2);
    assert.match(cut.stderr, /not in this clone, which is shallow/);
    const tree = repository.git('rev-parse', 'HEAD^{tree}');
    const head = Array.from({ length: 1001 }, (_, i) =>
      [`commit refs/heads/long`, `committer t <t@example.org> ${i + 1} +0000`, 'data 1', 'x']
        .concat(i === 0 ? [`from ${second}`] : [], [`M 040000 ${tree} `, ''])
        .join('\n'),
    ).join('\n');
    execFileSync('git', ['fast-import', '--quiet'], { cwd: repository.root, input: `${head}\n` });
    const long = await demand('HEAD..long');
    assert.equal(long.code, 2);
    assert.match(long.stderr, /more than 1000 commits/);
  });

  it('is read of the commit that is named, whatever files there are', async () => {
    assert.equal((await attest('HEAD', 'notes')).code, 0);
    assert.equal((await attest('HEAD~1', path.join(repository.root, 'HEAD'))).code, 0);
    const { code, stderr } = await verify('HEAD');
    assert.equal(code, 1);
    assert.match(stderr, /HEAD is a commit and a file: write \.\/HEAD/);
    assert.match((await verify('./HEAD')).stdout, new RegExp(`^holds .*\\.\\.${first.slice(0, 10)} `, 'm'));
    fs.rmSync(path.join(repository.root, 'HEAD'));
    assert.match((await verify('HEAD')).stdout, new RegExp(`\\.\\.${second.slice(0, 10)} `));
    const folder = await verify('sub');
    assert.equal(folder.code, 3);
    assert.match(folder.stderr, /sub is not a regular file/);
  });

  it('is about the commit itself where a ref puts another in its place', async () => {
    const stand = repository.git('commit-tree', '-m', 'x', '-p', first, `${first}^{tree}`);
    repository.git('replace', second, stand);
    const { code, stdout } = await verify(second);
    repository.git('replace', '-d', second);
    assert.equal(code, 0, stdout);
  });

  it('can be found again when the same was asked twice', async () => {
    const twice = ['--invariant', 'no broken callers', '--invariant', 'no broken callers'];
    const file = at('twice.json');
    assert.equal((await attest('HEAD', file, ...twice)).code, 0);
    const { code, stdout } = await verify(file);
    assert.equal(code, 0, stdout);
  });

  it('names what a run is said to have shown', async () => {
    const file = at('run.json');
    await attest('HEAD', file);
    const envelope = JSON.parse(fs.readFileSync(file, 'utf8'));
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
    statement.predicate.statements.push({ from: 'tried', text: 'f behaves as before', verdict: 'tested' });
    const payload = Buffer.from(JSON.stringify(statement)).toString('base64');
    fs.writeFileSync(file, JSON.stringify({ ...envelope, payload }));
    const { code, stdout } = await verify(file, '--json');
    assert.equal(code, 0, stdout);
    assert.ok(JSON.parse(stdout).not_repeated.includes('"f behaves as before": tested'));
  });

  it('is signed by whom the repository named before the change', async () => {
    const mallory = makeKey('mallory');
    const ann = fs.readFileSync(path.join(repository.root, 'signers'), 'utf8');
    const taken = repository.commit('take over', { signers: mallory });
    assert.equal((await attest('HEAD', 'notes', '--sign-key', at('mallory'))).code, 0);
    const own = await demand('HEAD', '--signers', 'signers');
    assert.equal(own.code, 2);
    assert.match(own.stderr, new RegExp(`is not one of signers of the commit ${second.slice(0, 10)}`));
    assert.equal((await verify(taken, '--signers', 'signers')).code, 1);
    repository.commit('later', { 'a.py': 'x = 4\n' });
    assert.equal((await attest('HEAD', 'notes', '--sign-key', at('mallory'))).code, 0);
    const range = await demand(`${second}..HEAD`, '--signers', 'signers');
    assert.equal(range.code, 2);
    assert.equal(range.stderr.match(/is not one of signers/g)?.length, 2);
    assert.equal((await attest('HEAD~1', 'notes', '--sign-key', at('ann'))).code, 0);
    assert.equal((await demand('HEAD~1', '--signers', 'signers')).code, 0);
    repository.write('loose', ann);
    const loose = await demand('HEAD~1', '--signers', 'loose');
    assert.equal(loose.code, 2);
    assert.match(loose.stderr, /loose is not a file of the commit/);
  });
});
