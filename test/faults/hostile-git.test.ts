import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createGit } from '../../src/node/git/modified-files.ts';
import { createProcesses } from '../../src/node/processes.ts';
import { chosen, printTable, seedOf, tally } from './support/counts.ts';
import { GIT_TRAPS, HOOK_PLACES, HOOKS, workPlainly } from './support/git-traps.ts';
import { HostileRepository } from './support/hostile-repository.ts';

const seed = seedOf(1);
const TRAPS = chosen(GIT_TRAPS, 12, seed);
const PLACES = chosen(HOOK_PLACES, HOOK_PLACES.length, seed);

/** Each trap is sprung by a person's own git, and never by any command of the product. */
describe('git in a hostile repository', () => {
  let repository: HostileRepository;
  beforeEach(() => {
    repository = new HostileRepository();
  });
  afterEach(() => repository.dispose());

  it('does all of its work in an honest one', async () => {
    assert.deepEqual(
      (await repository.useEverything()).filter(error => !error.startsWith('gh')),
      [],
    );
    assert.equal(repository.git('log', '-1', '--format=%s', 'main'), 'M');
  });

  for (const trap of TRAPS) {
    it(`does not run ${trap.name}`, async () => {
      trap.set(repository);
      repository.takeTrace();
      trap.spring(repository);
      assert.notDeepEqual(repository.takeTrace(), [], "the trap does not work with a person's own git");
      const errors = await repository.useEverything();
      assert.deepEqual(repository.takeTrace(), [], errors.join('\n'));
      if (trap.refusal) assert.match(errors.join('\n'), trap.refusal);
    });
  }

  let pairs = 0;
  for (const [place, name] of PLACES) {
    it(`runs no hook of ${place}`, async () => {
      const folder = path.join(repository.root, '.git/hooks');
      for (const hook of HOOKS) {
        fs.rmSync(path.join(folder, hook), { force: true });
        fs.copyFileSync(repository.canary, path.join(folder, hook));
      }
      name(repository, folder);
      repository.takeTrace();
      workPlainly(repository);
      const ran = new Set(repository.takeTrace().map(line => line.split(' ')[0]));
      assert.ok(ran.size >= 12, `only ${[...ran].join(', ')} ran with a person's own git`);
      pairs += ran.size;
      await repository.useEverything();
      assert.deepEqual(repository.takeTrace(), []);
    });
  }

  it('takes a remote called -x and a branch called --upload-pack for names', async () => {
    repository.git('config', 'remote.-x.url', repository.bare);
    repository.git('config', 'remote.-x.fetch', '+refs/heads/*:refs/remotes/-x/*');
    repository.git('remote', 'remove', 'origin');
    const name = `--upload-pack=${repository.canary}`;
    repository.git('update-ref', `refs/heads/${name}`, 'HEAD');
    repository.git('symbolic-ref', 'HEAD', `refs/heads/${name}`);
    await repository.useEverything();
    assert.deepEqual(repository.takeTrace(), []);
    assert.match(fs.readdirSync(path.join(repository.bare, 'refs/heads')).join(' '), /--upload-pack=/);
  });

  it('keeps what the user configured: their own helper and their own rewriting, which is shown', async () => {
    const home = repository.environment['HOME'] ?? '';
    fs.writeFileSync(
      path.join(home, '.gitconfig'),
      `[core]\n\tsshCommand = ${repository.canary}\n[url "ssh://git@127.0.0.1:9/"]\n\tpushInsteadOf = ${repository.folder}/\n`,
    );
    const errors = await repository.useEverything();
    assert.match(repository.takeTrace().join('\n'), /git@127\.0\.0\.1/);
    assert.match(errors.join('\n'), /origin did not take/);
  });

  it('takes no configuration from the workspace for the user', async () => {
    const home = repository.environment['HOME'] ?? '';
    repository.write('.more', `[core]\n\tsshCommand = ${repository.canary}\n`);
    fs.writeFileSync(path.join(home, '.gitconfig'), `[include]\n\tpath = ${repository.root}/.more\n`);
    repository.git('remote', 'set-url', 'origin', 'ssh://git@127.0.0.1:9/x.git');
    repository.plain(['fetch', 'origin']);
    assert.notDeepEqual(repository.takeTrace(), []);
    const errors = await repository.useEverything();
    assert.deepEqual(repository.takeTrace(), []);
    assert.match(errors.join('\n'), /configuration sets core\.sshcommand/);
  });

  it('takes no folder of files for a repository', async () => {
    const folder = path.join(repository.root, 'posing');
    repository.plain(['init', '-q', '--bare', folder]);
    fs.writeFileSync(
      path.join(folder, 'config'),
      `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ${folder}\n\tfsmonitor = ${repository.canary}\n`,
    );
    repository.plain(['status'], { cwd: folder });
    assert.notDeepEqual(repository.takeTrace(), []);
    const git = createGit(folder, createProcesses(repository.environment));
    const found = await git.modifiedFiles(new AbortController().signal);
    assert.equal(found.kind, 'not_a_repository');
    assert.deepEqual(repository.takeTrace(), []);
  });

  after(() => {
    tally('configurations of git that start a program', TRAPS.length, 0, 'each ran with plain git');
    tally('hooks of git × places to name them', pairs, 0, 'each ran with plain git');
    printTable(seed);
  });
});
