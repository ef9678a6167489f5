import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Processes } from '../../../src/core/ports/processes.ts';
import { createResultBranches } from '../../../src/node/delivery/result-branch.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import {
  create,
  delegate,
  MemoryTeam,
  report,
  type Step,
  task,
  write,
} from '../../unit/routa/memory-team.ts';

const CREATE = [create('a'), create('b'), create('g', 'GATE'), delegate('a', 'one'), delegate('b', 'two')];
const reads: Step = [['read_file', { path: 'shared.txt' }]];

describe('a branch for the result of a ROUTA workspace', () => {
  let folder: string;
  let root: string;
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

  beforeEach(() => {
    folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-branch-')));
    root = path.join(folder, 'repository');
    fs.mkdirSync(root);
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.org');
    fs.writeFileSync(path.join(root, 'shared.txt'), 'one\n');
    git('add', '-A');
    git('commit', '-qm', 'start');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const openTeam = () => {
    const team = new MemoryTeam();
    team.branches = createResultBranches({ root, stateDir: path.join(folder, 'state') }, createProcesses());
    team.settings = { delivery: 'commit' };
    return team;
  };
  /** Two tasks that do not say what they change, and change the same file. */
  const TASKS = { tasks: [task('one'), task('two')] };
  const until = async (isSo: () => boolean) => {
    const end = Date.now() + 60_000;
    while (!isSo()) {
      if (Date.now() > end) throw new Error('it never came to that');
      await new Promise(resolve => setTimeout(resolve, 5));
    }
  };
  /** Its checkout stays where its own work began while the other's is merged. */
  const conflicting = (team: MemoryTeam): readonly Step[] => [
    [write('own.txt', 'b\n')],
    async () => {
      await until(() => team.ofType('reported').length === 1);
      return reads;
    },
    [write('shared.txt', 'b\n')],
    [report('b', 'two')],
  ];
  const a: readonly Step[] = [reads, [write('shared.txt', 'a\n')], [report('a', 'one')]];
  const isUntouched = () => {
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('branch', '--show-current'), 'main');
    assert.equal(git('worktree', 'list').split('\n').length, 1);
  };

  it('gives a conflict back to its agent once, with the newest files and its own change', async () => {
    const team = openTeam();
    let told = '';
    const outcome = await team.run(
      {
        routa: [CREATE, [], [delegate('g', 'one'), delegate('g', 'two')]],
        a,
        b: [
          ...conflicting(team),
          now => {
            told = now.last;
            return reads;
          },
          now => {
            assert.match(now.last, /"result":"a\\n"/, 'its checkout has what the other merged');
            return [write('shared.txt', 'a and b\n'), write('own.txt', 'b\n')];
          },
          [report('b', 'two')],
        ],
        g: [[report('g', 'one'), report('g', 'two')]],
      },
      TASKS,
    );
    assert.deepEqual(outcome, { kind: 'DONE' });
    assert.match(told, /does not fit on what others have merged meanwhile: shared\.txt/);
    assert.match(told, /Your change was:[\s\S]*\+b/);
    const { name } = team.workspace.branch ?? {};
    assert.equal(git('show', `${name}:shared.txt`), 'a and b');
    assert.equal(git('show', `${name}:own.txt`), 'b');
    assert.deepEqual(git('log', '--format=%s', `main..${name}`).split('\n').sort(), [
      'one: Task one',
      'two: Task two',
    ]);
    isUntouched();
  });

  it('has what an agent wrote through a linked folder, under the name that git has for it', async () => {
    fs.mkdirSync(path.join(root, 'real'));
    fs.writeFileSync(path.join(root, 'real/old.txt'), 'old\n');
    fs.symlinkSync('real', path.join(root, 'link'));
    git('add', '-A');
    git('commit', '-qm', 'link');
    const team = openTeam();
    const written: Step = [write('link/n.txt', 'n\n')];
    const outcome = await team.run(
      {
        routa: [[create('a'), create('g', 'GATE'), delegate('a', 'one')], [], [delegate('g', 'one')]],
        a: [written, [report('a', 'one')]],
        g: [[report('g', 'one')]],
      },
      { tasks: [task('one')] },
    );
    assert.deepEqual(outcome, { kind: 'DONE' });
    const { name } = team.workspace.branch ?? {};
    assert.equal(git('show', `${name}:real/n.txt`), 'n');
    isUntouched();
  });

  it('needs a person at the second conflict, and keeps the work on a branch of its own', async () => {
    const team = openTeam();
    const outcome = await team.run(
      {
        routa: [CREATE, [], [delegate('g', 'one')]],
        a,
        b: [
          ...conflicting(team),
          reads,
          [write('shared.txt', 'b again\n')],
          () => {
            const beside = path.join(folder, 'beside');
            const branch = team.workspace.branch?.name ?? '';
            git('worktree', 'add', '-q', beside, branch);
            fs.writeFileSync(path.join(beside, 'shared.txt'), 'the person\n');
            execFileSync('git', ['commit', '-qam', 'of the person'], { cwd: beside });
            git('worktree', 'remove', beside);
            return [report('b', 'two')];
          },
        ],
        g: [[report('g', 'one')]],
      },
      TASKS,
    );
    assert.equal(outcome.kind, 'BLOCKED');
    const reason = outcome.kind === 'BLOCKED' ? outcome.reasons.join('; ') : '';
    assert.match(reason, /two is BLOCKED: .*shared\.txt, for the second time; its work is on the branch/);
    const { name } = team.workspace.branch ?? {};
    assert.equal(git('show', `${name}-two:shared.txt`), 'b again');
    assert.equal(git('show', `${name}:shared.txt`), 'the person');
    isUntouched();
  });

  it('throws away what a process left half done, and puts back what its journal has', async () => {
    const team = openTeam();
    team.settings = { ...team.settings, turnsPerWorkspace: 4 };
    const scripts = {
      routa: [[create('a'), delegate('a', 'one')], []],
      a: [[write('new.txt', 'a\n')], [], [], []],
    };
    const stopped = await team.run(scripts, { tasks: [task('one')] });
    assert.equal(stopped.kind, 'BLOCKED');
    isUntouched();
    team.settings = { delivery: 'commit' };
    const checkouts = path.join(folder, 'state', 'worktrees');
    fs.mkdirSync(path.join(checkouts, 'run-1-1-a'), { recursive: true });
    fs.writeFileSync(path.join(checkouts, 'run-1-1-a', 'half.txt'), 'half\n');
    const done = await team.resume({
      routa: [[], [create('g', 'GATE'), delegate('g', 'one')]],
      a: [[['list_files', { path: '.' }]], [report('a', 'one')]],
      g: [[report('g', 'one')]],
    });
    assert.deepEqual(done, { kind: 'DONE' }, JSON.stringify(done));
    const { name } = team.workspace.branch ?? {};
    assert.equal(git('show', `${name}:new.txt`), 'a');
    assert.equal(git('ls-tree', '--name-only', `${name}`, 'half.txt'), '');
    isUntouched();
  });

  it('takes no report of what git would leave out of every commit, and forgets no checkout of the person', async () => {
    fs.appendFileSync(path.join(root, '.git/info/exclude'), '*.log\n');
    const onDisk = path.join(folder, 'not-connected');
    git('worktree', 'add', '-q', '--detach', onDisk);
    fs.renameSync(onDisk, path.join(folder, 'elsewhere'));
    const team = openTeam();
    let told = '';
    const outcome = await team.run(
      {
        routa: [[create('a'), create('g', 'GATE'), delegate('a', 'one')], [], [delegate('g', 'one')]],
        a: [
          [write('a.log', 'a\n')],
          [report('a', 'one')],
          now => {
            told = now.last;
            return [['list_files', { path: '.' }], ...reads];
          },
          now => {
            assert.doesNotMatch(now.last, /a\.log/);
            return [write('shared.txt', 'two\n')];
          },
          [write('shared.txt', 'one\n')],
          [report('a', 'one')],
        ],
        g: [[report('g', 'one')]],
      },
      { tasks: [task('one')] },
    );
    assert.match(told, /not reported: no commit can have a\.log, because git ignores it/);
    assert.deepEqual(outcome, { kind: 'DONE', nothingChanged: true });
    // What is as it was is no commit.
    assert.equal(team.ofType('merged')[0]?.empty, true);
    assert.deepEqual(team.workspace.applied, []);
    assert.equal(git('rev-parse', team.workspace.branch?.name ?? ''), git('rev-parse', 'main'));
    assert.match(git('worktree', 'list', '--porcelain'), /not-connected/);
  });

  it('is not done when the branch was moved away from the work', async () => {
    const team = openTeam();
    team.settings = { delivery: 'push' };
    const outcome = await team.run(
      {
        routa: [[create('a'), create('g', 'GATE'), delegate('a', 'one')], [], [delegate('g', 'one')]],
        a: [[write('new.txt', 'a\n')], [report('a', 'one')]],
        g: [
          () => {
            git('branch', '--force', team.workspace.branch?.name ?? '', 'main');
            return [report('g', 'one')];
          },
        ],
      },
      { tasks: [task('one')] },
    );
    assert.equal(outcome.kind, 'BLOCKED');
    assert.match(
      outcome.kind === 'BLOCKED' ? outcome.reasons.join() : '',
      /does not have the commit .* any more/,
    );
    const { name = '', tip = '' } = team.workspace.branch ?? {};
    git('branch', '--force', name, tip);
    // A journal lets nothing leave the machine: what the person says now counts.
    const remote = path.join(folder, 'remote.git');
    execFileSync('git', ['init', '-q', '--bare', remote]);
    git('remote', 'add', 'origin', remote);
    team.settings = {};
    assert.deepEqual(await team.resume({ routa: [[]] }), { kind: 'DONE' });
    isUntouched();
    assert.equal(git('ls-remote', remote), '');
    assert.match(
      team
        .ofType('warning')
        .map(({ sentence }) => sentence)
        .join('\n'),
      /was not pushed: a resumed run pushes with --delivery push/,
    );
  });

  it('makes no branch for a folder of which nothing is committed, and leaves no word of one that could not be made', async () => {
    const { signal } = new AbortController();
    const open = async (at: string) => {
      const places = { root: at, stateDir: path.join(folder, 'state') };
      const folders = await createResultBranches(places, createProcesses()).open('run-1', signal);
      assert.ok(folders.ok);
      const start = await folders.value.start('here', signal);
      return start.ok ? folders.value.makeBranch('work-order/it', start.value.commit, signal) : start;
    };
    const below = path.join(root, 'below');
    fs.mkdirSync(below);
    fs.writeFileSync(path.join(below, 'new.txt'), 'new\n');
    const empty = await open(below);
    assert.match(
      empty.ok ? '' : empty.error,
      /no file of this folder is in commit .*; commit its files first/,
    );
    git('branch', 'work-order');
    const config = fs.readFileSync(path.join(root, '.git/config'), 'utf8');
    const taken = await open(root);
    assert.match(
      taken.ok ? '' : taken.error,
      /work-order\/it could not be made: .*'refs\/heads\/work-order' exists/,
    );
    assert.equal(fs.readFileSync(path.join(root, '.git/config'), 'utf8'), config);
    assert.deepEqual(git('branch', '--format=%(refname:short)').split('\n'), ['main', 'work-order']);
  });

  it('does nothing to the branch and index of the person when the .git of a checkout is replaced', async () => {
    const signal = new AbortController().signal;
    const start = git('rev-parse', 'HEAD');
    git('commit', '--allow-empty', '-qm', 'newer');
    fs.writeFileSync(path.join(root, 'shared.txt'), 'staged\n');
    git('add', 'shared.txt');
    const before = [git('rev-parse', 'main'), git('diff', '--cached')];
    const branches = createResultBranches({ root, stateDir: path.join(folder, 'state') }, createProcesses());
    const folders = await branches.open('run-1', signal);
    assert.ok(folders.ok);
    const opened = await folders.value.checkout('a', start, signal);
    assert.ok(opened.ok);
    fs.writeFileSync(path.join(opened.value.folder, '.git'), `gitdir: ${path.join(root, '.git')}\n`);
    const merge = { paths: ['shared.txt'], subject: 'it', body: '' };
    for (const done of [
      await opened.value.moveTo(start, signal),
      await opened.value.prepareMerge(merge, start, signal),
      await opened.value.status(signal),
    ])
      assert.match(done.ok ? '' : done.error, /\.git was changed or deleted, so git is not called there/);
    await folders.value.close();
    assert.deepEqual([git('rev-parse', 'main'), git('diff', '--cached')], before);
    assert.equal(git('worktree', 'list').split('\n').length, 1);
  });

  it('does not move a branch of which git cannot say where it is checked out', async () => {
    const signal = new AbortController().signal;
    const start = git('rev-parse', 'HEAD');
    git('commit', '--allow-empty', '-qm', 'newer');
    const real = createProcesses();
    const processes: Processes = {
      run: async request =>
        request.args.includes('worktree') && request.args.includes('list')
          ? {
              kind: 'exited',
              code: 128,
              stdout: '',
              stderr: 'fatal: cannot read it',
              truncated: false,
              ms: 1,
            }
          : real.run(request),
    };
    const branches = createResultBranches({ root, stateDir: path.join(folder, 'state') }, processes);
    const folders = await branches.open('run-1', signal);
    assert.ok(folders.ok);
    const branch = await folders.value.makeBranch('work-order/it', git('rev-parse', 'HEAD'), signal);
    assert.ok(branch.ok);
    const from = git('rev-parse', branch.value.name);
    const moved = await branch.value.advance(from, start, signal);
    assert.match(moved.ok ? '' : moved.error, /was not moved: git does not say where it is checked out/);
    assert.equal(git('rev-parse', branch.value.name), from);
  });

  it('lets nobody accept work that is in the checkout of its agent alone', async () => {
    const team = openTeam();
    let told = '';
    const outcome = await team.run(
      {
        routa: [[create('a'), create('g', 'GATE'), delegate('a', 'one')], [], [delegate('g', 'one')]],
        a: [[write('new.txt', 'a\n')], [], []],
        g: [
          [report('g', 'one')],
          now => {
            told = now.last;
            return [];
          },
        ],
      },
      { tasks: [task('one')] },
    );
    assert.match(told, /a wrote new\.txt for one and did not report it, so it is not in the result/);
    assert.equal(outcome.kind, 'BLOCKED');
    assert.equal(git('rev-parse', team.workspace.branch?.name ?? ''), git('rev-parse', 'main'));
  });
});
