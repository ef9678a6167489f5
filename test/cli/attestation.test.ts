import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type CliEnd, runCli } from '../support/built-cli/run-cli.ts';
import { SmallRepository } from '../support/small-repository.ts';

const HELPERS = 'def get_file(path, mode):\n    return open(path, mode)\n';

type Json = Record<string, unknown>;

/** What was found of a commit, written down, and found again elsewhere; through the built command line. */
describe('attestations', () => {
  let repository: SmallRepository;
  let file = '';
  let commit = '';
  const key = () => path.join(repository.folder, 'key');
  const signers = () => path.join(repository.folder, 'signers');

  before(async () => {
    repository = new SmallRepository();
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key()]);
    execFileSync('ssh-keygen', [
      '-q',
      '-t',
      'ed25519',
      '-N',
      '',
      '-f',
      path.join(repository.folder, 'other'),
    ]);
    fs.writeFileSync(signers(), `ann@example.org ${fs.readFileSync(`${key()}.pub`, 'utf8')}`);
    repository.commit('start', {
      'helpers.py': HELPERS,
      'main.py': 'from helpers import get_file\n\n\ndef main():\n    return get_file("a", "r")\n',
    });
    repository.commit('layout', { 'helpers.py': HELPERS.replace('(path, mode):', '(path,  mode):') });
    commit = repository.commit('rename\n\nInvariant: no broken callers\n', {
      'helpers.py': HELPERS.replace('get_file', 'read_file'),
      'main.py': 'from helpers import read_file\n\n\ndef main():\n    return read_file("a", "r")\n',
      'notes.txt': 'renamed\n',
    });
    file = path.join(repository.folder, 'attestation.json');
    const made = await repository.prove('HEAD', '--lint', 'none', '--attest', file, '--sign-key', key());
    assert.equal(made.code, 0, made.stdout + made.stderr);
    assert.match(made.stderr, /The attestation is in .*, signed with the key SHA256:/);
  });
  after(() => repository.dispose());

  const verify = (at: string, what: string, ...options: readonly string[]): Promise<CliEnd> =>
    runCli(['verify', '--attestation', what, ...options], { cwd: at });

  it('is an in-toto statement about the commit and the files it leaves', () => {
    const { payloadType, payload } = JSON.parse(fs.readFileSync(file, 'utf8'));
    assert.equal(payloadType, 'application/vnd.in-toto+json');
    const { _type, subject } = JSON.parse(Buffer.from(payload, 'base64').toString());
    assert.equal(_type, 'https://in-toto.io/Statement/v1');
    assert.deepEqual(
      subject.map(({ name }: { readonly name: string }) => name),
      ['commit', 'helpers.py', 'main.py', 'notes.txt'],
    );
    const blob = repository.git('rev-parse', 'HEAD:helpers.py');
    assert.equal(subject[1].digest.gitBlob, blob);
  });

  it('holds in a second clone, signed by whom the signers name, and travels as a note', async () => {
    const noted = await repository.prove('HEAD', '--lint', 'none', '--attest', 'notes', '--sign-key', key());
    assert.equal(noted.code, 0, noted.stderr);
    const clone = path.join(repository.folder, 'clone');
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], { cwd: repository.folder });
    git('clone', '-q', repository.root, clone);
    const inFile = await verify(clone, file, '--signers', signers());
    assert.equal(inFile.code, 0, inFile.stdout + inFile.stderr);
    assert.match(inFile.stdout, /^holds {2}\w{10}\.\.\w{10} {2}says: passed; signed by ann@example\.org$/m);
    assert.match((await verify(clone, 'HEAD')).stderr, /has no attestation/);
    git('-C', clone, 'fetch', '-q', 'origin', 'refs/notes/workorder:refs/notes/workorder');
    assert.equal((await verify(clone, 'HEAD', '--signers', signers())).code, 0);
    const unvouched = await verify(clone, 'HEAD');
    assert.equal(unvouched.code, 0);
    assert.match(unvouched.stdout, /signed by the key SHA256:/);
    const demand = (range: string) =>
      runCli(['prove', range, '--lint', 'none', '--require-attestation', '--signers', signers()], {
        cwd: clone,
      });
    assert.equal((await demand('HEAD')).code, 0);
    const two = await demand('HEAD~2..HEAD');
    assert.equal(two.code, 2);
    assert.match(two.stderr, /problem: commit \w{10} has no attestation/);
  });

  it('says that it is unsigned, and then counts only where no signature is asked for', async () => {
    const unsigned = path.join(repository.folder, 'unsigned.json');
    const made = await repository.prove('HEAD', '--lint', 'none', '--attest', unsigned);
    assert.match(made.stderr, /unsigned\.$/m);
    const plain = await verify(repository.root, unsigned);
    assert.equal(plain.code, 0, plain.stdout);
    assert.match(plain.stdout, /; unsigned$/m);
    const asked = await verify(repository.root, unsigned, '--signers', signers());
    assert.equal(asked.code, 1);
    assert.match(asked.stdout, /it is not signed, and --signers asks for a signature/);
  });

  it('holds with what was claimed besides the messages, and refuses what is claimed for a commit', async () => {
    const claims = path.join(repository.folder, 'pull request.md');
    fs.writeFileSync(
      claims,
      '# About\n\n- [x] no new dependencies\n- [x] the docs are read\n- [ ] no new files\n```\nInvariant: no new imports\n```\nInvariant: no behavior changes\nClaim: helpers.get_file is removed\n',
    );
    const claimed = path.join(repository.folder, 'claimed.json');
    const made = await repository.prove('HEAD', '--lint', 'none', '--claims', claims, '--attest', claimed);
    assert.match(made.stderr, /The attestation is in/);
    const { code, stdout } = await verify(repository.root, claimed);
    assert.equal(code, 0, stdout);
    const envelope = JSON.parse(fs.readFileSync(claimed, 'utf8'));
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
    assert.doesNotMatch(JSON.stringify(statement), /About|new imports/);
    statement.predicate.asked.claims[0].from = 'commit 1234567890 "rename"';
    const payload = Buffer.from(JSON.stringify(statement)).toString('base64');
    fs.writeFileSync(claimed, JSON.stringify({ ...envelope, payload }));
    assert.match((await verify(repository.root, claimed)).stderr, /does not fit schemas/);
  });

  it('is about the commits themselves, whatever grafts and replacements say', async () => {
    const grafted = path.join(repository.folder, 'grafted');
    execFileSync('git', ['clone', '-q', repository.root, grafted], { stdio: 'ignore' });
    const first = repository.git('rev-parse', 'HEAD~2');
    fs.writeFileSync(path.join(grafted, '.git/info/grafts'), `${commit} ${first}\n`);
    execFileSync('git', [
      '-C',
      grafted,
      '-c',
      'advice.graftFileDeprecated=false',
      'replace',
      repository.git('rev-parse', 'HEAD~1'),
      first,
    ]);
    const { code, stdout } = await verify(grafted, file, '--signers', signers());
    assert.equal(code, 0, stdout);
  });

  it('is made for commits only', async () => {
    repository.write('loose.py', 'x = 1\n');
    for (const what of [[], ['--worktree'], ['--staged'], ['--dirs', '.', '.']]) {
      const { code, stdout, stderr } = await repository.prove(...what, '--attest', file);
      assert.deepEqual([code, stdout], [3, '']);
      assert.match(stderr, /about a commit or a range: name one, for example workorder prove HEAD --attest/);
    }
    fs.rmSync(path.join(repository.root, 'loose.py'));
  });

  const changed = (change: (statement: Json, envelope: Json) => void): string => {
    const envelope = JSON.parse(fs.readFileSync(file, 'utf8'));
    const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
    change(statement, envelope);
    const isSame = Buffer.from(envelope.payload, 'base64').toString() === JSON.stringify(statement);
    return JSON.stringify(
      isSame ? envelope : { ...envelope, payload: Buffer.from(JSON.stringify(statement)).toString('base64') },
    );
  };
  const part = (value: unknown, ...names: readonly string[]): Json =>
    names.reduce((at, name) => (at as Json)[name] as Json, value as Json) as Json;
  const list = (value: unknown, ...names: readonly string[]): Json[] =>
    part(value, ...names) as unknown as Json[];
  const set = (value: Json | undefined, more: Json) => void Object.assign(value ?? {}, more);

  /** Each also without the signature, which would give all of them away: then what code finds again has to differ. */
  const TAMPERED: Readonly<Record<string, (statement: Json) => void>> = {
    'another digest of a file': s => set(part(list(s, 'subject')[1], 'digest'), { sha256: 'a'.repeat(64) }),
    'another git blob of a file': s =>
      set(part(list(s, 'subject')[1], 'digest'), { gitBlob: 'a'.repeat(40) }),
    'a file left out of the subjects': s => void list(s, 'subject').pop(),
    'a file more': s => void list(s, 'subject').push({ name: 'x.py', digest: { sha256: 'b'.repeat(64) } }),
    'another commit': s => {
      const other = repository.git('rev-parse', 'HEAD~1');
      set(part(list(s, 'subject')[0], 'digest'), { gitCommit: other });
      set(part(s, 'predicate', 'change'), { after: other });
    },
    'another commit before': s =>
      set(part(s, 'predicate', 'change'), { before: repository.git('rev-parse', 'HEAD~2') }),
    'a commit that is not there': s => set(part(s, 'predicate', 'change'), { after: 'c'.repeat(40) }),
    'a changed file left out': s => void list(s, 'predicate', 'change', 'files').pop(),
    'another content before': s =>
      set(list(s, 'predicate', 'change', 'files')[0], { before_sha256: 'd'.repeat(64) }),
    'another verdict of a check': s =>
      set(
        list(s, 'predicate', 'checks').find(({ check }) => check === 'evidence'),
        { verdict: 'failed' },
      ),
    'a check left out': s => void list(s, 'predicate', 'checks').shift(),
    'a finding taken away': s => void list(s, 'predicate', 'findings').splice(0, 1),
    'a sentence proved': s =>
      set(
        list(s, 'predicate', 'statements').find(({ verdict }) => verdict === 'does not hold'),
        { verdict: 'proved' },
      ),
    'a sentence that nobody asks': s =>
      void list(s, 'predicate', 'statements').push({
        from: 'tried',
        text: 'everything was audited',
        verdict: 'proved',
      }),
    'a function proved': s =>
      void list(s, 'predicate', 'statements').push({
        from: 'tried',
        text: 'main behaves as before',
        verdict: 'proved',
      }),
    'a change of a commit against itself': s =>
      set(part(s, 'predicate', 'change'), { before: commit, files: [], paths: [] }),
    'a sentence left out': s => void list(s, 'predicate', 'statements').shift(),
    'a looser policy': s =>
      set(
        list(s, 'predicate', 'policy').find(({ setting }) => setting === 'checks.syntax'),
        { value: 'off' },
      ),
    'another outcome': s => set(part(s, 'predicate'), { outcome: 'blocked' }),
    'a smaller release': s => set(part(s, 'predicate'), { release: 'patch' }),
    'another type': s => set(s, { predicateType: 'urn:other' }),
    'a member more': s => set(part(s, 'predicate'), { approved: true }),
  };

  for (const [how, change] of Object.entries(TAMPERED))
    it(`refuses ${how}, signed or not`, async () => {
      const tampered = path.join(repository.folder, 'tampered.json');
      fs.writeFileSync(tampered, changed(change));
      const signed = await verify(repository.root, tampered, '--signers', signers());
      assert.equal(signed.code, 1, signed.stdout);
      fs.writeFileSync(
        tampered,
        changed((statement, envelope) => {
          change(statement);
          envelope['signatures'] = [];
        }),
      );
      const { code, stdout, stderr } = await verify(repository.root, tampered);
      assert.equal(code, 1, stdout);
      assert.doesNotMatch(stdout, /^holds/m);
      assert.match(stdout + stderr, /problem: |does not fit schemas/);
    });

  it('refuses an envelope of another form, and a signature that is cut off, moved or of another key', async () => {
    const tampered = path.join(repository.folder, 'tampered.json');
    const envelope = JSON.parse(fs.readFileSync(file, 'utf8'));
    const other = path.join(repository.folder, 'other');
    const otherFile = path.join(repository.folder, 'other.json');
    assert.equal(
      (await repository.prove('HEAD', '--lint', 'none', '--attest', otherFile, '--sign-key', other)).code,
      0,
    );
    const earlier = path.join(repository.folder, 'earlier.json');
    await repository.prove('HEAD~1', '--lint', 'none', '--attest', earlier, '--sign-key', key());
    const { signatures } = JSON.parse(fs.readFileSync(earlier, 'utf8'));
    for (const text of [
      JSON.stringify({ ...envelope, payloadType: 'text/plain' }),
      JSON.stringify({ ...envelope, payload: `${envelope.payload}\n` }),
      JSON.stringify({ ...envelope, more: 1 }),
      JSON.stringify({ ...envelope, signatures: [] }),
      JSON.stringify({ ...envelope, signatures }),
      JSON.stringify({ ...envelope, signatures: [{ keyid: 'x', sig: 'AAAA' }] }),
      JSON.stringify({ ...envelope, signatures: [...envelope.signatures, ...signatures] }),
      fs.readFileSync(otherFile, 'utf8'),
      fs.readFileSync(file, 'utf8').slice(0, -10),
      fs.readFileSync(file, 'utf8').replace('{', '{"payloadType":"application/vnd.in-toto+json",'),
      '',
    ]) {
      fs.writeFileSync(tampered, text);
      const { code, stdout } = await verify(repository.root, tampered, '--signers', signers());
      assert.equal(code, 1, text.slice(0, 80) + stdout);
    }
    repository.git('notes', '--ref=refs/notes/workorder', 'add', '-f', '-F', earlier, 'HEAD');
    const moved = await verify(repository.root, 'HEAD', '--signers', signers());
    assert.equal(moved.code, 1);
    assert.match(moved.stdout, /it is about the commit/);
    assert.ok(commit);
  });
});
