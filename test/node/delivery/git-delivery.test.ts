import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Cancelled, throwIfCancelled } from '../../../src/core/kernel/cancel.ts';
import { compareUrl } from '../../../src/node/delivery/compare-url.ts';
import { createDelivery, openDelivery } from '../../../src/node/delivery/git-delivery.ts';
import { createResultBranches } from '../../../src/node/delivery/result-branch.ts';
import { createProcesses } from '../../../src/node/processes.ts';

const never = new AbortController().signal;

describe('delivery through git', () => {
  let folder: string;
  let root: string;
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const put = (file: string, text: string) => {
    const full = path.join(root, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
  };
  const delivery = () => createDelivery(root, createProcesses());
  const push = async () => {
    const target = await delivery().findPushTarget(never);
    return target.ok ? delivery().push(target.value, never) : target;
  };
  const commit = (paths: readonly string[], subject = 'Feature 1.1: T') =>
    delivery().commit({ paths, subject, body: '', newBranch: 'work-order/task-1', owner: 'task 1' }, never);

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-delivery-'));
    root = path.join(folder, 'repo');
    fs.mkdirSync(root);
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.org');
    put('a.txt', 'a\n');
    put('old.txt', 'old\n');
    git('add', '-A');
    git('commit', '-qm', 'start');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('commits exactly the named paths on a branch of its own; what the user staged stays staged [002-020]', async () => {
    put('a.txt', 'b\n');
    put('new/n.txt', 'n\n');
    fs.rmSync(path.join(root, 'old.txt'));
    put('users.txt', 'u\n');
    git('add', 'users.txt');
    const made = await commit(['a.txt', 'new/n.txt', 'old.txt']);
    assert.ok(made.ok, made.ok ? '' : made.error);
    assert.deepEqual([made.value.branch, made.value.branchMade], ['work-order/task-1', true]);
    assert.equal(
      git('show', '--name-status', '--format=%s', 'HEAD'),
      'Feature 1.1: T\n\nM\ta.txt\nA\tnew/n.txt\nD\told.txt',
    );
    assert.equal(git('status', '--porcelain'), 'A  users.txt');
    assert.equal(git('log', '--format=%s', 'main'), 'start');
  });

  it('commits nothing of one task onto the branch of another, and knows whose a branch is until it is deleted', async () => {
    put('a.txt', 'b\n');
    assert.ok((await commit(['a.txt'])).ok);
    const status = await delivery().status(never);
    assert.equal(status.ok && status.value.branchOwner, 'task 1');
    put('a.txt', 'c\n');
    const other = {
      paths: ['a.txt'],
      subject: 'S',
      body: '',
      newBranch: 'work-order/task-2',
      owner: 'task 2',
    };
    assert.deepEqual(await delivery().commit(other, never), {
      ok: false,
      error: 'work-order/task-1 is checked out, which is the branch of another task; nothing was committed',
    });
    assert.equal(git('rev-list', '--count', 'HEAD'), '2');
    git('restore', 'a.txt');
    assert.deepEqual(await delivery().switchTo('main', never), { ok: true, value: true });
    git('branch', '-qD', 'work-order/task-1');
    git('switch', '-qc', 'mine');
    put('a.txt', 'd\n');
    const made = await delivery().commit(other, never);
    assert.equal(made.ok && made.value.branch, 'mine', 'a branch of the person is the person’s');
  });

  describe('a commit that cannot be made', () => {
    /** One version staged by the person, another one in the folder by the agent. */
    beforeEach(() => {
      put('a.txt', 'mine\n');
      git('add', 'a.txt');
      put('a.txt', 'agent\n');
      put('n.txt', 'n\n');
    });
    const asBefore = (branch: string) => {
      assert.equal(git('symbolic-ref', '--short', 'HEAD'), branch);
      assert.equal(git('show', ':a.txt'), 'mine');
      assert.equal(git('status', '--porcelain'), 'MM a.txt\n?? n.txt');
      assert.equal(fs.readFileSync(path.join(root, 'a.txt'), 'utf8'), 'agent\n');
    };

    it('is refused before anything is done when git does not know who commits', async () => {
      for (const key of ['user.name', 'user.email']) git('config', key, '');
      git('config', 'user.useConfigOnly', 'true');
      const made = await commit(['a.txt', 'n.txt']);
      assert.match(made.ok ? '' : made.error, /set user\.name and user\.email/);
      asBefore('main');
      assert.equal(git('branch', '--list', 'work-order/*'), '');
    });

    it('leaves what is staged, when the branch is being written', async () => {
      git('switch', '-qc', 'mine');
      put('.git/refs/heads/mine.lock', '');
      assert.equal((await commit(['a.txt', 'n.txt'])).ok, false);
      asBefore('mine');
    });

    it('leaves what is staged and the branch, when it is cancelled', async () => {
      const stop = new AbortController();
      const processes = createProcesses();
      const stopping = createDelivery(root, {
        ...processes,
        run: request => {
          if (request.args.includes('commit')) stop.abort();
          return processes.run(request);
        },
      });
      const request = {
        paths: ['a.txt', 'n.txt'],
        subject: 'S',
        body: '',
        newBranch: 'work-order/t',
        owner: 'o',
      };
      await assert.rejects(stopping.commit(request, stop.signal));
      asBefore('main');
      assert.equal(git('branch', '--list', 'work-order/*'), '');
    });

    for (const [when, isMeant] of [
      [
        'is named as that of its task',
        (args: readonly string[]) => args.includes('branch.work-order/t.workorder'),
      ],
      ['is made', (args: readonly string[]) => args.includes('switch')],
    ] as const)
      it(`leaves what is staged and the branch, when it is cancelled while its branch ${when}`, async () => {
        const stop = new AbortController();
        const processes = createProcesses();
        const stopping = createDelivery(root, {
          ...processes,
          async run(request) {
            if (!isMeant(request.args)) return processes.run(request);
            // Git is done when the signal comes to it.
            const ended = await processes.run({ ...request, signal: never });
            stop.abort();
            throwIfCancelled(request.signal);
            return ended;
          },
        });
        const request = { paths: ['a.txt'], subject: 'S', body: '', newBranch: 'work-order/t', owner: 'o' };
        await assert.rejects(stopping.commit(request, stop.signal), Cancelled);
        asBefore('main');
        assert.equal(git('branch', '--list', 'work-order/*'), '');
        assert.doesNotMatch(git('config', '--list'), /^branch\.work-order/m);
      });

    it('leaves what is staged and the branch, when git cannot write what is staged', async () => {
      put('.git/index.lock', '');
      assert.equal((await commit(['a.txt', 'n.txt'])).ok, false);
      fs.rmSync(path.join(root, '.git/index.lock'));
      asBefore('main');
      assert.equal(git('branch', '--list', 'work-order/*'), '');
    });
  });

  it('names what no commit can have: what git ignores, and what lies in a submodule', async () => {
    put('.gitignore', 'ig/\n');
    put('ig/n.py', 'x\n');
    put('seen.py', 'x\n');
    const inner = path.join(folder, 'inner');
    fs.mkdirSync(inner);
    const there = (...args: string[]) => execFileSync('git', args, { cwd: inner, stdio: 'ignore' });
    there('init', '-q');
    there('-c', 'user.name=t', '-c', 'user.email=t@example.org', 'commit', '-q', '--allow-empty', '-m', 'i');
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sm');
    put('sm/n.py', 'x\n');
    const found = await delivery().untaken(['ig/n.py', 'sm/n.py', 'a.txt', 'gone.py'], never);
    assert.deepEqual(found, { ok: true, value: ['ig/n.py', 'sm/n.py'] });
  });

  it('knows a file behind a linked folder by the name that git has for it', async () => {
    put('real/a.txt', 'a\n');
    put('ig/n.txt', 'n\n');
    put('.gitignore', 'ig/\n');
    fs.symlinkSync('real', path.join(root, 'link'));
    fs.symlinkSync('ig', path.join(root, 'ignored'));
    git('add', '-A');
    git('commit', '-qm', 'links');
    const found = await delivery().untaken(['link/a.txt', 'ignored/n.txt'], never);
    assert.deepEqual(found, { ok: true, value: ['ignored/n.txt'] });
    put('real/n.txt', 'n\n');
    fs.rmSync(path.join(root, 'real/a.txt'));
    const status = await delivery().status(never);
    assert.ok(status.ok);
    const { changed, nameOf } = status.value;
    assert.deepEqual(changed, ['real/a.txt', 'real/n.txt']);
    assert.deepEqual(['link/a.txt', 'link/n.txt', 'link/new/x.txt', 'a.txt', '../x'].map(nameOf ?? String), [
      'real/a.txt',
      'real/n.txt',
      'real/new/x.txt',
      'a.txt',
      '../x',
    ]);
  });

  it('takes names literally, whatever they look like', async () => {
    for (const name of ['*.txt', ':(top)x', '--amend', 'a b\u00e9\n.txt']) put(name, 'x\n');
    put('other.txt', 'x\n');
    const made = await commit(['*.txt', ':(top)x', '--amend', 'a b\u00e9\n.txt']);
    assert.ok(made.ok, made.ok ? '' : made.error);
    assert.equal(git('status', '--porcelain'), '?? other.txt');
    assert.equal(git('rev-list', '--count', 'HEAD'), '2');
  });

  it('runs no hook and no file-system monitor of the repository', async () => {
    const trace = path.join(folder, 'trace');
    const script = `#!/bin/sh\necho "$0" >> ${JSON.stringify(trace)}\nexit 1\n`;
    for (const hook of [
      'pre-commit',
      'commit-msg',
      'prepare-commit-msg',
      'post-commit',
      'post-checkout',
      'pre-push',
      'reference-transaction',
    ]) {
      put(`.git/hooks/${hook}`, script);
      fs.chmodSync(path.join(root, '.git/hooks', hook), 0o755);
    }
    put('.git/monitor', script);
    fs.chmodSync(path.join(root, '.git/monitor'), 0o755);
    git('config', 'core.fsmonitor', path.join(root, '.git/monitor'));
    git('config', 'commit.gpgSign', 'true');
    git('config', 'gpg.program', path.join(root, '.git/monitor'));
    const bare = path.join(folder, 'bare.git');
    execFileSync('git', ['init', '-q', '--bare', bare]);
    git('-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', 'remote', 'add', 'origin', bare);
    fs.rmSync(trace, { force: true });
    put('a.txt', 'b\n');
    const made = await commit(['a.txt']);
    assert.ok(made.ok, made.ok ? '' : made.error);
    const pushed = await push();
    assert.deepEqual(pushed, {
      ok: true,
      value: { remote: 'origin', branch: 'work-order/task-1', address: bare },
    });
    assert.equal(fs.existsSync(trace), false);
  });

  it('never forces: a branch that moved on at the remote is left alone, with the reason', async () => {
    const bare = path.join(folder, 'bare.git');
    execFileSync('git', ['init', '-q', '--bare', bare]);
    git('remote', 'add', 'origin', bare);
    git('switch', '-qc', 'work');
    put('a.txt', 'theirs\n');
    git('commit', '-qam', 'theirs');
    git('push', '-q', 'origin', 'work');
    git('reset', '-q', '--hard', 'main');
    put('a.txt', 'ours\n');
    assert.ok((await commit(['a.txt'])).ok);
    const pushed = await push();
    assert.match(pushed.ok ? '' : pushed.error, /origin did not take work: .*rejected/);
    assert.equal(
      execFileSync('git', ['log', '-1', '--format=%s', 'work'], { cwd: bare, encoding: 'utf8' }).trim(),
      'theirs',
    );
  });

  it('shows the address a push really goes to, and pushes to no other than the one allowed', async () => {
    const [shown, other] = ['bare.git', 'other.git'].map(name => path.join(folder, name));
    for (const bare of [shown, other]) execFileSync('git', ['init', '-q', '--bare', bare ?? '']);
    git('remote', 'add', 'origin', 'https://example.org/x.git');
    git('config', 'remote.origin.pushurl', shown ?? '');
    git('switch', '-qc', 'work');
    const target = await delivery().findPushTarget(never);
    assert.deepEqual(target, { ok: true, value: { remote: 'origin', branch: 'work', address: shown } });
    git('config', 'remote.origin.pushurl', other ?? '');
    const moved = await delivery().push(target.value, never);
    assert.match(moved.ok ? '' : moved.error, /would now take work to .*other\.git.*nothing was pushed/);
    git('config', 'remote.origin.pushurl', shown ?? '');
    git('switch', '-qc', 'work-2');
    assert.equal((await delivery().push(target.value, never)).ok, false);
    git('switch', '-q', 'work');
    assert.equal((await delivery().push(target.value, never)).ok, true);
    assert.deepEqual(
      [shown, other].map(bare => execFileSync('git', ['branch'], { cwd: bare, encoding: 'utf8' }).trim()),
      ['work', ''],
    );
  });

  it('shows no password of an address', async () => {
    git('switch', '-qc', 'work');
    git('remote', 'add', 'origin', 'https://user:hunter2@example.org/x.git');
    const target = await delivery().findPushTarget(never);
    assert.equal(target.ok && target.value.address, 'https://example.org/x.git');
  });

  it('pushes nothing to the default branch', async () => {
    git('remote', 'add', 'origin', path.join(folder, 'none'));
    const pushed = await push();
    assert.match(pushed.ok ? '' : pushed.error, /main is the default branch/);
  });

  it('finds a free name for its branch', async () => {
    git('branch', 'work-order/task-1');
    put('a.txt', 'b\n');
    const made = await commit(['a.txt']);
    assert.equal(made.ok && made.value.branch, 'work-order/task-1-2');
  });

  it('works in a folder inside a larger repository, on its own paths', async () => {
    put('app/x.txt', 'x\n');
    put('other/y.txt', 'y\n');
    const inner = createDelivery(path.join(root, 'app'), createProcesses());
    const status = await inner.status(never);
    assert.deepEqual(status.ok && status.value.changed, ['x.txt']);
    const made = await inner.commit(
      { paths: ['x.txt'], subject: 'S', body: 'B', newBranch: 'w', owner: 'task 1' },
      never,
    );
    assert.ok(made.ok, made.ok ? '' : made.error);
    assert.equal(git('show', '--name-only', '--format=%s|%b', 'HEAD'), 'S|B\n\n\napp/x.txt');
  });

  it('is not there without a repository or a commit', async () => {
    const empty = path.join(folder, 'empty');
    fs.mkdirSync(empty);
    assert.equal(await openDelivery(empty, createProcesses(), never), undefined);
    execFileSync('git', ['init', '-q'], { cwd: empty });
    assert.equal(await openDelivery(empty, createProcesses(), never), undefined);
  });

  it('makes a checkout at the fetched base and leaves the user’s folder as it is [002-031]', async () => {
    const bare = path.join(folder, 'bare.git');
    execFileSync('git', ['clone', '-q', '--bare', root, bare]);
    git('remote', 'add', 'origin', bare);
    git('fetch', '-q', 'origin');
    const other = path.join(folder, 'other');
    execFileSync('git', ['clone', '-q', bare, other]);
    fs.writeFileSync(path.join(other, 'newer.txt'), 'n\n');
    const as = ['-c', 'user.name=o', '-c', 'user.email=o@example.org'];
    execFileSync('git', ['add', '-A'], { cwd: other });
    execFileSync('git', [...as, 'commit', '-qm', 'newer'], { cwd: other });
    execFileSync('git', ['push', '-q', 'origin', 'main'], { cwd: other });
    put('mine.txt', 'mine\n');
    const stateDir = path.join(folder, 'state');
    const folders = await createResultBranches({ root, stateDir }, createProcesses()).open('run', never);
    assert.ok(folders.ok, folders.ok ? '' : folders.error);
    const start = await folders.value.start('newest', never);
    assert.ok(start.ok, start.ok ? '' : start.error);
    const checkout = await folders.value.checkout('work', start.value.commit, never);
    assert.ok(checkout.ok, checkout.ok ? '' : checkout.error);
    assert.equal((await checkout.value.files.read('newer.txt')).kind, 'file');
    assert.equal((await checkout.value.files.read('mine.txt')).kind, 'missing');
    assert.equal(git('status', '--porcelain'), '?? mine.txt');
    assert.equal(git('rev-parse', '--abbrev-ref', 'HEAD'), 'main');
    await folders.value.close();
    assert.equal(fs.existsSync(checkout.value.folder), false);
  });
});

describe('the page for a pull request', () => {
  for (const [remote, page] of [
    ['https://github.com/o/r.git', 'https://github.com/o/r/compare/main...work-order/task-1?expand=1'],
    ['git@github.com:o/r.git', 'https://github.com/o/r/compare/main...work-order/task-1?expand=1'],
    ['https://user:token@github.com/o/r', 'https://github.com/o/r/compare/main...work-order/task-1?expand=1'],
    ['ssh://git@github.com:22/o/r.git', 'https://github.com/o/r/compare/main...work-order/task-1?expand=1'],
    ['/srv/bare.git', undefined],
    ['https://example.org/o/r', undefined],
  ] as const) {
    it(`of ${remote} is ${page}`, () => assert.equal(compareUrl(remote, 'main', 'work-order/task-1'), page));
  }
});
