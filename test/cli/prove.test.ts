import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';
import { validateProof } from '../../src/generated/answer-validators.cjs';
import type { ProofReport } from '../../src/generated/contracts.ts';
import { builtCli } from '../support/built-cli/run-cli.ts';
import { SmallRepository } from '../support/small-repository.ts';

const HELPERS =
  'def get_file(path, mode):\n    return open(path, mode)\n\n\ndef size(path):\n    return len(path)\n';
const MAIN = 'from helpers import get_file\n\n\ndef main():\n    return get_file("a", "r")\n';

/** Changes of every kind that a repository holds, through the built command line. */
describe('workorder prove', () => {
  let repository: SmallRepository;
  beforeEach(() => {
    repository = new SmallRepository();
  });
  afterEach(() => repository.dispose());

  /** The answer as JSON, which has to match its schema. */
  async function prove(...args: readonly string[]): Promise<ProofReport & { readonly code: number | null }> {
    const { code, stdout, stderr } = await repository.prove(...args, '--json');
    assert.equal(stderr, '', stderr);
    const report: unknown = JSON.parse(stdout);
    assert.ok(validateProof(report), JSON.stringify(validateProof.errors));
    return { ...report, code };
  }
  const rules = ({ findings }: ProofReport) => findings.map(({ rule }) => rule);
  const verdictOf = ({ statements }: ProofReport, text: string) =>
    statements.find(one => one.text === text)?.verdict;

  describe('what it finds', () => {
    it('shows a broken caller with its line and a mark under the name, and says what is proved', async () => {
      repository.commit('start', { 'helpers.py': HELPERS, 'main.py': MAIN });
      repository.commit('rename', {
        'helpers.py': HELPERS.replace('get_file(path, mode)', 'get_file(path)'),
      });
      const { code, stdout } = await repository.prove('HEAD');
      assert.equal(code, 0);
      assert.match(stdout, /^! use of helpers\.get_file: .*\[evidence\/broken-use\]$/m);
      assert.match(stdout, /^ {2}main\.py:5\n {2}5 │ {5}return get_file\("a", "r"\)\n {4}│ {12}\^{8}$/m);
      assert.match(stdout, /^✓ proved: no new dependencies/m);
      assert.match(stdout, /^proved \d+ · tested 0 · not checkable \d+ · refuted 0$/m);
    });

    it('proves a change of comments and layout, and says so', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      repository.commit('layout', {
        'helpers.py': `# Files.\n${HELPERS.replace('(path, mode):', '(path,  mode):')}`,
      });
      const proof = await prove('HEAD');
      assert.equal(verdictOf(proof, 'no behavior changes'), 'proved');
      assert.equal(verdictOf(proof, 'no public API changes'), 'proved');
      assert.deepEqual([proof.outcome, proof.code], ['passed', 0]);
    });

    it("blocks with exit code 2 when a commit's own trailer is false", async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      const without = HELPERS.slice(0, HELPERS.indexOf('\n\ndef size'));
      repository.commit('tidy\n\nInvariant: no public names removed', { 'helpers.py': without });
      const proof = await prove('HEAD');
      assert.equal(proof.code, 2);
      assert.equal(verdictOf(proof, 'no public names removed'), 'refuted');
      assert.ok(rules(proof).includes('invariants/violated'));
    });

    it('holds the trailer of one commit of a range against what that commit does', async () => {
      const start = repository.commit('start', { 'helpers.py': HELPERS });
      repository.commit('comments\n\nInvariant: no behavior changes', {
        'helpers.py': `# Files.\n${HELPERS}`,
      });
      repository.commit('more', { 'new.py': 'def new():\n    return 1\n' });
      const proof = await prove(`${start}..HEAD`);
      const said = proof.statements.filter(({ from }) => from.includes('"comments"'));
      assert.deepEqual(
        said.map(({ text, verdict }) => [text, verdict]),
        [['no behavior changes', 'proved']],
      );
      assert.equal(proof.code, 0);
    });

    it('takes an invariant from the command line, and a check that must pass', async () => {
      repository.commit('start', { 'helpers.py': HELPERS, 'main.py': MAIN });
      repository.commit('rename', { 'helpers.py': HELPERS.replace('get_file', 'read_file') });
      assert.equal((await prove('HEAD', '--invariant', 'no public API changes')).code, 2);
      assert.equal((await prove('HEAD')).code, 0);
      const strict = await prove('HEAD', '--require', 'evidence');
      assert.equal(strict.code, 2);
      assert.ok(
        strict.findings.some(
          ({ rule, severity }) => rule === 'evidence/broken-import' && severity === 'blocks',
        ),
      );
    });

    it('blocks a file that is no longer Python', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      repository.commit('oops', { 'helpers.py': 'def get_file(:\n' });
      const proof = await prove('HEAD');
      assert.equal(proof.code, 2);
      assert.ok(rules(proof).includes('syntax/unreadable'));
    });

    it('reads the policy as it was before the change, so that a change cannot loosen its own', async () => {
      const strict = JSON.stringify({ invariants: [{ files: '**', invariant: 'no public names removed' }] });
      repository.commit('start', { 'helpers.py': HELPERS, '.workorder/policy.json': strict });
      repository.commit('loosen', { 'helpers.py': 'x = 1\n', '.workorder/policy.json': '{}' });
      assert.equal((await prove('HEAD')).code, 2);
    });
  });

  describe('where changes are', () => {
    it('the working tree, with its new files and without what git ignores', async () => {
      repository.commit('start', { 'helpers.py': HELPERS, '.gitignore': 'ignored.py\n' });
      repository.write('helpers.py', HELPERS.replace('def size', 'def length'));
      repository.write('new.py', 'from helpers import size\n');
      repository.write('ignored.py', 'x = 1\n');
      const proof = await prove();
      assert.deepEqual(
        proof.paths.map(({ path: file, change }) => `${change} ${file}`),
        ['modified helpers.py', 'added new.py'],
      );
      assert.ok(rules(proof).includes('evidence/broken-import'));
      assert.equal(proof.kind, 'worktree');
    });

    it('the index alone, when the files on the disk are different', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      repository.write('helpers.py', `# Files.\n${HELPERS}`);
      repository.git('add', '-A');
      repository.write('helpers.py', 'broken(\n');
      const proof = await prove('--staged');
      assert.equal(verdictOf(proof, 'no behavior changes'), 'proved');
      assert.equal(proof.code, 0);
    });

    it('a repository without a commit', async () => {
      repository.write('helpers.py', HELPERS);
      const proof = await prove();
      assert.deepEqual(
        proof.paths.map(({ change }) => change),
        ['added'],
      );
    });

    it('the first commit', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      repository.write('other.py', 'import helpers\n');
      const proof = await prove('HEAD');
      assert.equal(proof.title.endsWith('(the first commit)'), true);
      assert.equal(proof.before, null);
      assert.deepEqual(
        proof.paths.map(({ path: file }) => file),
        ['helpers.py'],
      );
    });

    it('a merge, against its first parent', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      repository.git('checkout', '-q', '-b', 'side');
      repository.commit('side', { 'side.py': 'x = 1\n' });
      repository.git('checkout', '-q', 'main');
      repository.commit('main', { 'main.py': MAIN });
      repository.git('merge', '-q', '--no-ff', '-m', 'merge', 'side');
      const proof = await prove('HEAD');
      assert.deepEqual(
        proof.paths.map(({ path: file }) => file),
        ['side.py'],
      );
      const parted = await prove('main~1...side');
      assert.deepEqual(
        parted.paths.map(({ path: file }) => file),
        ['side.py'],
      );
    });

    it('a detached HEAD, and a folder below the top', async () => {
      repository.commit('start', { 'src/helpers.py': HELPERS });
      const second = repository.commit('second', { 'src/helpers.py': `# Files.\n${HELPERS}` });
      repository.commit('third', { 'src/helpers.py': 'x = 1\n' });
      repository.git('checkout', '-q', second);
      const proof = await prove('HEAD');
      assert.deepEqual(
        proof.paths.map(({ path: file }) => file),
        ['src/helpers.py'],
      );
      assert.equal(proof.after, second);
    });

    it('a shallow clone, whose oldest commit is not taken for a first one', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      repository.commit('second', { 'helpers.py': `# Files.\n${HELPERS}` });
      const clone = path.join(repository.folder, 'clone');
      repository.git('clone', '-q', '--depth', '1', `file://${repository.root}`, clone);
      const { code, stderr } = await repository.prove('HEAD', '--root', clone);
      assert.equal(code, 1);
      assert.match(stderr, /shallow .* git fetch --deepen=1/);
      const { stderr: missing } = await repository.prove('HEAD~1..HEAD', '--root', clone);
      assert.match(missing, /no commit "HEAD~1" here; this clone is shallow/);
    });

    it('nothing at all', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      const proof = await prove();
      assert.deepEqual([proof.outcome, proof.code, proof.paths], ['nothing changed', 0, []]);
      assert.equal((await prove('HEAD..HEAD')).outcome, 'nothing changed');
    });

    it('no repository: it says what to do', async () => {
      const folder = path.join(repository.folder, 'plain');
      fs.mkdirSync(folder);
      const { code, stderr } = await repository.prove('HEAD', '--root', folder);
      assert.equal(code, 1);
      assert.match(stderr, /not a git repository/);
    });
  });

  describe('things that are no ordinary files', () => {
    it('shows renames, modes, links, submodules and binaries for what they are', async () => {
      const other = path.join(repository.folder, 'other');
      execFileSync('git', ['init', '-q', other]);
      const commit = [
        '-c',
        'user.name=t',
        '-c',
        'user.email=t@example.org',
        'commit',
        '-q',
        '--allow-empty',
        '-m',
        'x',
      ];
      execFileSync('git', ['-C', other, ...commit]);
      repository.commit('start', {
        'old/helpers.py': HELPERS,
        'run.sh': 'echo\n',
        'image.bin': Buffer.from([0, 1]),
      });
      repository.git('mv', 'old/helpers.py', 'helpers.py');
      repository.git('submodule', '--quiet', 'add', other, 'vendor');
      fs.chmodSync(path.join(repository.root, 'run.sh'), 0o755);
      fs.symlinkSync('helpers.py', path.join(repository.root, 'link.py'));
      repository.commit('all', { 'image.bin': Buffer.from([0, 2]) });
      const proof = await prove('HEAD');
      assert.deepEqual(
        proof.paths.map(one => [one.path, one.from ?? one.change, one.notes.join(), one.not_looked_at]),
        [
          ['.gitmodules', 'added', '', undefined],
          ['helpers.py', 'old/helpers.py', '', undefined],
          ['image.bin', 'modified', 'binary', undefined],
          ['link.py', 'added', 'symbolic link', 'it is a symbolic link'],
          ['run.sh', 'modified', 'now executable', undefined],
          ['vendor', 'added', 'submodule', 'it is a submodule'],
        ],
      );
      // Nothing is proved of what was not looked into.
      assert.equal(proof.counts.proved, 0);
      assert.match(proof.statements.map(({ reason }) => reason).join(), /link\.py was not looked into/);
      const { stdout } = await repository.prove('HEAD');
      assert.match(stdout, /release: at least \S+: .*the names in link\.py and 1 more are not known/);
      assert.match(stdout, /; 2 files not looked into\.\n$/);
    });

    it('takes a folder in the place of a file for a deleted file, and says nothing of names it cannot read', async () => {
      repository.commit('start', { 'helpers.py': HELPERS, 'other.py': HELPERS });
      fs.rmSync(path.join(repository.root, 'helpers.py'));
      fs.mkdirSync(path.join(repository.root, 'helpers.py'));
      const gone = await prove();
      assert.deepEqual(
        gone.paths.map(one => [one.path, one.change, one.not_looked_at]),
        [['helpers.py', 'deleted', undefined]],
      );
      repository.git('checkout', '--quiet', '--force', '.');
      repository.write('other.py', 'def f(:\n');
      const { stdout } = await repository.prove();
      assert.match(
        stdout,
        /release: at least PATCH: the names in other\.py are not known, so it may be more\n/,
      );
      assert.doesNotMatch(stdout, /no public name is new/);
    });

    it('reads CRLF and text that is not UTF-8, and names that need care', async () => {
      const crlf = HELPERS.replaceAll('\n', '\r\n');
      const latin = Buffer.from('# -*- coding: latin-1 -*-\nNAME = "caf\xe9"\n', 'latin1');
      repository.commit('start', { 'helpers.py': crlf, 'latin.py': latin, 'a b/--x "y".py': 'x = 1\n' });
      repository.commit('second', {
        'helpers.py': `# Files.\r\n${crlf}`,
        'latin.py': Buffer.concat([latin, Buffer.from('# end\n')]),
        'a b/--x "y".py': '# c\nx = 1\n',
      });
      const proof = await prove('HEAD');
      assert.equal(proof.paths.length, 3);
      assert.deepEqual(proof.paths.find(one => one.path === 'latin.py')?.notes, ['not UTF-8']);
      assert.equal(verdictOf(proof, 'no syntax errors') === 'refuted', false);
    });

    it('takes line ends as git would store them', async () => {
      repository.commit('start', { 'helpers.py': HELPERS, '.gitattributes': '*.py text\n' });
      repository.write('helpers.py', `# Files.\n${HELPERS}`.replaceAll('\n', '\r\n'));
      const proof = await prove();
      assert.equal(verdictOf(proof, 'no behavior changes'), 'proved');
      repository.write('helpers.py', HELPERS.replaceAll('\n', '\r\n'));
      assert.equal((await prove()).outcome, 'nothing changed');
    });

    it('goes into no repository inside the repository', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      execFileSync('git', ['init', '-q', path.join(repository.root, 'inner')]);
      repository.write('inner/x.py', 'x = 1\n');
      assert.equal((await prove()).outcome, 'nothing changed');
    });
  });

  it('starts no program that a hostile repository names', async () => {
    const trace = path.join(repository.folder, 'ran');
    const canary = path.join(repository.folder, 'canary.sh');
    fs.writeFileSync(canary, `#!/bin/sh\necho ran >> ${trace}\ncat\n`, { mode: 0o755 });
    repository.commit('start', { 'helpers.py': HELPERS, '.gitattributes': '*.py diff=evil filter=evil\n' });
    for (const key of [
      'core.fsmonitor',
      'diff.external',
      'core.pager',
      'diff.evil.textconv',
      'filter.evil.clean',
      'filter.evil.process',
    ])
      repository.git('config', key, canary);
    repository.write('helpers.py', `# Files.\n${HELPERS}`);
    const worktree = await prove();
    assert.match(worktree.paths[0]?.not_looked_at ?? '', /filter "evil" is a program, which is not run here/);
    await prove('HEAD');
    await prove('--staged');
    assert.equal(fs.existsSync(trace), false);
    for (const range of ['--output=x', '-O/etc/passwd', '--upload-pack=x..HEAD']) {
      const { code } = await repository.prove('--', range);
      assert.equal(code, 1, range);
    }
  });

  it('leaves the repository as it was', async () => {
    repository.commit('start', { 'helpers.py': HELPERS });
    repository.write('helpers.py', `# Files.\n${HELPERS}`);
    const state = () =>
      fs
        .readdirSync(repository.root, { recursive: true, encoding: 'utf8' })
        .map(file => `${file} ${fs.statSync(path.join(repository.root, file)).mtimeMs}`);
    const before = state();
    await prove();
    await prove('HEAD');
    await prove('--staged');
    assert.deepEqual(state(), before);
  });

  describe('without a commit', () => {
    const AFTER = HELPERS.replace('def size', 'def length');

    it('a unified diff, from a file or standard input, whether the files have it or not', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      repository.write('helpers.py', AFTER);
      const patch = path.join(repository.folder, 'change.patch');
      fs.writeFileSync(patch, `Invariant: no public names removed\n${repository.git('diff')}\n`);
      for (const isDone of [true, false]) {
        repository.write('helpers.py', isDone ? AFTER : HELPERS);
        const proof = await prove('--patch', patch);
        assert.equal(proof.title.includes('have it already'), isDone);
        assert.equal(verdictOf(proof, 'no public names removed'), 'refuted');
        assert.equal(proof.release.level, 'major');
        assert.equal(proof.code, 2);
      }
      const piped = execFileSync(process.execPath, [builtCli, 'prove', '--patch', '-', '--lint', 'none'], {
        cwd: repository.root,
        input: fs.readFileSync(patch, 'utf8').split('\n').slice(1).join('\n'),
        encoding: 'utf8',
      });
      assert.match(piped, /^release: at least MAJOR/m);
    });

    it('a diff that leads out of the folder is refused, and one that does not fit says so', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      const patch = path.join(repository.folder, 'change.patch');
      fs.writeFileSync(patch, '--- a/../x.py\n+++ b/../x.py\n@@ -1 +1 @@\n-a\n+b\n');
      assert.match(
        (await repository.prove('--patch', patch)).stderr,
        /\.\.\/x\.py: the path must not hold "\.\."/,
      );
      fs.writeFileSync(patch, '--- a/helpers.py\n+++ b/helpers.py\n@@ -1 +1 @@\n-a\n+b\n');
      const { code, stderr } = await repository.prove('--patch', patch);
      assert.equal(code, 1);
      assert.match(stderr, /does not fit helpers\.py/);
    });

    it('two folders, without git', async () => {
      const [before, after] = ['before', 'after'].map(name => path.join(repository.folder, name));
      for (const [folder = '', text] of [
        [before, HELPERS],
        [after, AFTER],
      ] as const) {
        fs.mkdirSync(path.join(folder, 'pkg'), { recursive: true });
        fs.writeFileSync(path.join(folder, 'pkg/helpers.py'), text);
        fs.writeFileSync(path.join(folder, 'pkg/user.py'), 'from pkg.helpers import size\n');
        fs.writeFileSync(path.join(folder, 'pkg/__init__.py'), '');
      }
      const proof = await prove('--dirs', before ?? '', after ?? '');
      assert.deepEqual(
        proof.paths.map(one => one.path),
        ['pkg/helpers.py'],
      );
      assert.ok(rules(proof).includes('evidence/broken-import'));
      assert.equal((await repository.prove('--dirs', before ?? '')).code, 3);
      assert.equal((await repository.prove('--dirs', before ?? '', '/nowhere')).code, 3);
    });

    it('the description of a pull request beside the change', async () => {
      repository.commit('start', { 'helpers.py': HELPERS });
      repository.commit('second', { 'helpers.py': AFTER });
      const text = path.join(repository.folder, 'description.md');
      fs.writeFileSync(text, '- [x] no public names removed\n- [ ] no new files\n- [x] I ran the tests\n');
      const proof = await prove('HEAD', '--claims', text);
      assert.equal(verdictOf(proof, 'no public names removed'), 'refuted');
      assert.equal(verdictOf(proof, 'no new files'), undefined);
      assert.match(proof.notes.join(), /1 ticked line is about nothing that code checks: "I ran the tests"/);
      assert.equal(proof.code, 2);
    });
  });

  it('lints a first commit, before which there is no file, and says once that a linter is missing', async () => {
    repository.commit('start', { 'helpers.py': `import os\n${HELPERS}` });
    const proof = await prove('HEAD', '--ruff', path.join(root, '.venv/bin/ruff'));
    assert.ok(rules(proof).includes('lint/ruff:F401'), rules(proof).join());
    const { stdout } = await repository.prove('HEAD', '--ruff', '/nowhere/ruff');
    assert.match(stdout, /^lint was not run: ruff /m);
  });

  it('shows what ruff finds after the change and not before, and asks no other linter', async () => {
    const ruff = path.join(root, '.venv/bin/ruff');
    repository.commit('start', { 'helpers.py': `import os\n${HELPERS}` });
    repository.commit('second', { 'helpers.py': `import os\nimport sys\n${HELPERS}` });
    const proof = await prove('HEAD', '--ruff', ruff);
    const found = proof.findings.filter(({ rule }) => rule.startsWith('lint/'));
    assert.deepEqual(
      found.filter(({ severity }) => severity === 'risk').map(({ rule, place }) => [rule, place?.line]),
      [['lint/ruff:F401', 2]],
    );
    assert.equal((await prove('HEAD', '--ruff', ruff, '--require', 'lint')).code, 2);
    assert.equal((await prove('HEAD', '--lint', 'none', '--require', 'lint')).code, 2);
    assert.match(
      (await repository.prove('--lint', 'flake8')).stderr,
      /--lint must be one of ruff, mypy and none/,
    );
  });

  it('runs the changed functions when a person says so, and calls what was run tested and never proved', async () => {
    const before =
      'def add(a: int, b: int) -> int:\n    return a + b\n\n\ndef sign(a: int) -> int:\n    return 1 if a > 0 else 0\n';
    repository.commit('start', { 'm.py': before });
    repository.write(
      'm.py',
      before.replace('return a + b', 'c = a + b\n    return c').replace('a > 0', 'a >= 0'),
    );
    fs.symlinkSync(path.join(root, '.venv'), path.join(repository.root, '.venv'));
    assert.equal((await prove()).counts.tested, 0);
    const args = ['--run', '--run-seconds', '2', '--without-sandbox', '--lint', 'none', '--json'];
    const { stdout } = await repository.prove(...args);
    const proof: unknown = JSON.parse(stdout);
    assert.ok(validateProof(proof));
    assert.equal(proof.counts.tested, 1);
    assert.equal(verdictOf(proof, 'add behaves as before'), 'tested');
    assert.equal(verdictOf(proof, 'sign behaves as before'), 'does not hold');
    assert.equal(verdictOf(proof, 'no behavior changes'), 'does not hold');
    assert.ok(rules(proof).includes('tested/counterexample'));
    assert.deepEqual(
      proof.paths.map(one => one.path),
      ['m.py'],
    );
  });

  describe('a folder inside of the repository, by --root', () => {
    const DOUBLE = '\n\ndef double(n: int) -> int:\n    return n * 2\n';
    beforeEach(() => {
      repository.commit('start', {
        'backend/shop/__init__.py': '',
        'backend/shop/helpers.py': HELPERS + DOUBLE,
        'backend/shop/main.py': MAIN.replace('helpers', 'shop.helpers'),
        'backend/tests/test_helpers.py':
          'from shop.helpers import double\n\n\ndef test_double():\n    assert double(2) == 4\n',
        'backend/pytest.ini': '[pytest]\npythonpath = .\n',
        'front/app.py': 'x = 1\n',
      });
      const helpers = (HELPERS + DOUBLE).replace('path, mode):', 'path):').replace('n * 2', 'n * 3');
      repository.write('backend/shop/helpers.py', helpers);
      repository.write('front/app.py', 'x = 2\n');
    });
    const inBackend = ['--root', 'backend', '--lint', 'none'];

    it('is looked at alone, whatever kind of change is given, and that is said', async () => {
      const sources = [['--worktree'], ['--staged'], ['HEAD'], ['HEAD~1..HEAD']];
      for (const source of sources) {
        if (source[0] === '--staged') repository.git('add', '-A');
        if (source[0] === 'HEAD') repository.commit('change');
        const proof = await prove(...source, ...inBackend);
        assert.deepEqual(
          proof.paths.map(one => one.path),
          ['shop/helpers.py'],
          source[0],
        );
        const broken = proof.findings.find(({ rule }) => rule === 'evidence/broken-use');
        assert.equal(broken?.place?.file, 'shop/main.py', source[0]);
        assert.match(proof.notes.join(), /only backend\/ is looked at/, source[0]);
        const { stdout } = await repository.prove(...source, ...inBackend);
        assert.match(stdout, /5 │ {5}return get_file\("a", "r"\)/, source[0]);
      }
    });

    it('has its tests run before and after the change', async () => {
      repository.commit('change');
      fs.symlinkSync(path.join(root, '.venv'), path.join(repository.root, 'backend/.venv'));
      const args = ['HEAD', ...inBackend, '--run-tests', 'importing', '--without-sandbox'];
      const { code, stdout, stderr } = await repository.prove(...args, '--json');
      assert.match(stderr, /Runs tests before and after the change with pytest \d/);
      const proof: unknown = JSON.parse(stdout);
      assert.ok(validateProof(proof));
      const found = proof.findings.filter(({ rule }) => rule.startsWith('tests-before/'));
      assert.match(
        found.map(({ message }) => message).join('\n'),
        /test_helpers\.py::test_double fails after the change/,
      );
      assert.equal(code, 0, 'advice without a policy');
      const strict = await repository.prove(...args, '--require', 'tests-before');
      assert.equal(strict.code, 2, strict.stdout);
      assert.equal(fs.existsSync(path.join(repository.root, 'backend/.pytest_cache')), false);
    });
  });

  it('asked for with other capitals, an invariant is one statement', async () => {
    repository.commit('start', { 'helpers.py': HELPERS });
    repository.commit('second', { 'helpers.py': `# Files.\n${HELPERS}` });
    const { statements } = await prove('HEAD', '--invariant', 'no public API changes');
    assert.equal(statements.filter(({ text }) => /no public api changes/i.test(text)).length, 1);
  });

  it('ends a large change at its time limit', async () => {
    const moduleOf = (result: number) =>
      Array.from(
        { length: 30_000 },
        (_, i) => `def name_${i}(first, second=${i}):\n    return ${result}\n`,
      ).join('');
    repository.commit('start', { 'large.py': moduleOf(1) });
    repository.commit('second', { 'large.py': moduleOf(2) });
    const { code, stderr } = await repository.prove('HEAD', '--timeout', '2');
    assert.equal(code, 130, stderr);
    assert.match(stderr, /cancelled/i);
  });

  it('prints every format, and the same to a file', async () => {
    repository.commit('start', { 'helpers.py': HELPERS, 'main.py': MAIN });
    repository.commit('second', { 'helpers.py': HELPERS.replaceAll(', mode)', ')') });
    const starts = {
      sarif: '{"$schema"',
      github: '::warning file=main.py,line=5',
      gitlab: '[{"description"',
      junit: '<?xml',
      markdown: '<!-- workorder prove -->',
    };
    for (const [format, start] of Object.entries(starts)) {
      const { code, stdout } = await repository.prove('HEAD', '--lint', 'none', '--format', format);
      assert.equal(code, 0);
      assert.ok(stdout.startsWith(start), stdout);
    }
    const file = path.join(repository.folder, 'out.sarif');
    await repository.prove('HEAD', '--lint', 'none', '--format', 'sarif', '--output', file);
    assert.equal((JSON.parse(fs.readFileSync(file, 'utf8')) as { version: string }).version, '2.1.0');
  });

  it('writes what it would print to a file, and names wrong options', async () => {
    repository.commit('start', { 'helpers.py': HELPERS });
    const { code, stdout } = await repository.prove('HEAD', '--format', 'json', '--output', 'proof.json');
    assert.deepEqual([code, stdout], [0, '']);
    assert.ok(validateProof(JSON.parse(fs.readFileSync(path.join(repository.root, 'proof.json'), 'utf8'))));
    assert.equal((await repository.prove('HEAD', '--staged')).code, 3);
    assert.match((await repository.prove('--require', 'all')).stderr, /--require must be one of paths, /);
  });
});
